import { Link } from '@tanstack/react-router'
import { useTranslation } from '#/lib/i18n.ts'
import { buttonClass } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '#/ui/class-names.ts'
import text from '#/ui/text.module.css'
import type { DetailOf } from './api.ts'
import { MissionFrame } from './mission-frame.tsx'
import { MissionIcon } from './mission-icon.tsx'
import styles from './proof.module.css'

/** Friends who join with the member's code; the event has a screen of its own. */
export function Invite({ mission }: { mission: DetailOf<'INVITE'> }) {
  const { t } = useTranslation('mission')
  return (
    <MissionFrame
      mission={mission}
      dock={
        <Link to="/rewards/invite-event/" className={buttonClass('lit')}>
          {t('invite.do')}
        </Link>
      }
    >
      <div className={styles.page}>
        <div className={styles.hero}>
          <span className={styles.badge}>
            <MissionIcon type={mission.type} size={24} />
          </span>
          <p className={text.soft}>{mission.description}</p>
        </div>
        <Card>
          <p className={classNames(text.small, text.soft)}>{t('invite.code')}</p>
          <p className={classNames(text.headline, text.number)}>{mission.referralCode}</p>
          <p className={classNames(text.small, text.faint)}>
            {t('invite.count', { count: mission.inviteCount })}
          </p>
        </Card>
      </div>
    </MissionFrame>
  )
}
