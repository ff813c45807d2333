import { Link } from '@tanstack/react-router'
import art from '#/art/mission-invite.svg'
import { useTranslation } from '#/lib/i18n.ts'
import { buttonClass } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import type { DetailOf } from '#/features/mission/api.ts'
import { MissionFrame } from '#/features/mission/mission-frame.tsx'
import { MissionIllustration } from '#/features/mission/mission-illustration.tsx'
import { MissionSteps } from '#/features/mission/mission-steps.tsx'
import styles from '#/features/mission/proof.module.css'

/** Shows the mission of inviting friends; the invite programme has its own screen. */
export function Invite({ mission }: { mission: DetailOf<'INVITE'> }) {
  const { t } = useTranslation(['mission', 'proof'])
  const { inviteCount } = mission
  const hasFriends = inviteCount > 0
  return (
    <MissionFrame
      mission={mission}
      isOverArt
      dock={
        <Link to="/rewards/invite-event/" className={buttonClass('lit')}>
          {t('invite.do')}
        </Link>
      }
    >
      <div className={styles.page}>
        <MissionIllustration
          art={mission.imageUrl ?? art}
          eyebrow={
            <>
              <Icon name="people" size={16} />
              {t('note.earn')}
            </>
          }
          title={mission.title}
          description={mission.description}
        />
        <Card>
          <p className={classNames(text.small, text.soft)}>{t('invite.code')}</p>
          <p className={classNames(text.headline, text.number)}>{mission.referralCode}</p>
          <p className={classNames(text.small, text.faint)}>
            {t('invite.count', { count: inviteCount })}
          </p>
        </Card>
        <MissionSteps
          steps={[
            {
              name: 'share',
              state: hasFriends ? 'done' : 'now',
              label: t('proof:step.share'),
              note: t('proof:stepNote.share'),
            },
            {
              name: 'join',
              state: hasFriends ? 'done' : 'later',
              label: t('proof:step.join'),
              note: t('proof:stepNote.join'),
            },
            {
              name: 'more',
              state: hasFriends ? 'now' : 'later',
              label: t('proof:step.more'),
              note: t('proof:stepNote.more'),
            },
          ]}
        />
      </div>
    </MissionFrame>
  )
}
