import type { ReactNode } from 'react'
import { formatNumber, formatPercent } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Emblem } from '#/ui/emblem.tsx'
import { Moment, MomentNumber, MomentSun } from '#/ui/moment.tsx'
import text from '#/ui/text.module.css'
import type { Executed } from './api.ts'
import { constellationOf } from './constellation.ts'
import type { MomentKind } from './moment-kind.ts'

type DialogProps = {
  executed: Executed
  moment: MomentKind
  seasonId: number
  onClose: () => void
}

export function MissionMomentDialog({ executed, moment, seasonId, onClose }: DialogProps) {
  const { t } = useTranslation('moment')
  const { title, picture, children, tone } = useMomentContent(executed, moment, seasonId)
  return (
    <Moment
      title={title}
      picture={picture}
      {...(tone && { tone })}
      closeLabel={t('dismiss')}
      onClose={onClose}
      actions={
        <Button variant="plain" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      {children}
    </Moment>
  )
}

type MomentContent = { title: string; picture: ReactNode; children: ReactNode; tone?: 'night' }

const line = classNames(text.soft, text.number)

function useMomentContent(executed: Executed, moment: MomentKind, seasonId: number): MomentContent {
  const { t } = useTranslation(['moment', 'mission'])
  const { me } = executed
  const seasonXp = formatNumber(me.seasonXp)
  switch (moment.kind) {
    case 'TIER':
      return {
        tone: 'night',
        title: t('tier.title', { tier: me.tier }),
        picture: <Emblem name={me.tierEmblem} size={240} />,
        children: (
          <>
            <p className={line}>{t('tier.text', { xp: seasonXp })}</p>
            <ul className={line}>
              {me.tierBonusPercent > 0 && (
                <li>{t('tier.bonus', { percent: formatPercent(me.tierBonusPercent) })}</li>
              )}
              <li>{t('tier.tickets', { count: me.ticketRatePerDay })}</li>
            </ul>
          </>
        ),
      }
    case 'FIGURE': {
      const figure = t(`mission:starlight.names.${constellationOf(seasonId, 0).name}`)
      return {
        tone: 'night',
        title: t('figure.title', { figure }),
        picture: (
          <MomentSun>
            <Star />
          </MomentSun>
        ),
        children: (
          <p className={line}>
            {t('figure.text', { stars: moment.stars })}{' '}
            {t('figure.added', { xp: formatNumber(executed.xp) })}
          </p>
        ),
      }
    }
    case 'PRIZE':
      return {
        title: t(moment.isTop ? 'prize.top' : 'prize.large'),
        picture: (
          <MomentSun label="XP">
            <MomentNumber>{formatNumber(executed.xp)}</MomentNumber>
          </MomentSun>
        ),
        children: (
          <p className={line}>
            {t('prize.text', {
              percent: formatPercent(moment.percent),
              level: me.level,
              xp: seasonXp,
            })}
          </p>
        ),
      }
    case 'LEVEL':
      return {
        title: t('level.title'),
        picture: (
          <MomentSun label={t('level.label')}>
            <MomentNumber>{formatNumber(me.level)}</MomentNumber>
          </MomentSun>
        ),
        children: (
          <>
            <p className={line}>
              {me.rank === null
                ? t('level.noRank', { xp: seasonXp })
                : t('level.rank', { xp: seasonXp, rank: formatNumber(me.rank) })}
            </p>
            <p className={line}>
              {me.nextLevelMinXp === null
                ? t('level.top')
                : t('level.next', { xp: formatNumber(me.xpToNextLevel), level: me.level + 1 })}
            </p>
          </>
        ),
      }
  }
}

function Star() {
  return (
    <svg viewBox="0 0 24 24" width="120" height="120" fill="currentColor">
      <path d="M12 1c1.3 7.5 3.2 9.6 11 11-7.8 1.4-9.7 3.5-11 11-1.3-7.5-3.2-9.6-11-11 7.8-1.4 9.7-3.5 11-11z" />
    </svg>
  )
}
