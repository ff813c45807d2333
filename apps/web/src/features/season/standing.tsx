import { Link } from '@tanstack/react-router'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { ProgressRing } from '#/ui/progress-ring.tsx'
import text from '#/ui/text.module.css'
import type { Season } from './api.ts'
import styles from './standing.module.css'
import { Emblem } from '#/ui/emblem.tsx'

/** The ticket mission has this id in every season. */
const TICKET_MISSION = 3

/** Shows emblem, ring and level: the member's progress. */
export function StandingHero({ season: { seasonId, status, me } }: { season: Season }) {
  const { t } = useTranslation('season')
  const levelXp = me.nextLevelMinXp === null ? 0 : me.nextLevelMinXp - me.levelMinXp
  const done = me.seasonXp - me.levelMinXp
  return (
    <div className={styles.hero}>
      <Link
        to="/rewards/tier/$seasonId/"
        params={{ seasonId }}
        className={styles.emblem}
        aria-label={t('dashboard.tierLink', { tier: me.tier, level: me.level })}
      >
        <ProgressRing
          value={levelXp > 0 ? done / levelXp : 1}
          label={
            levelXp > 0
              ? t('dashboard.ring', { done, all: levelXp, level: me.level + 1 })
              : t('dashboard.ringTop')
          }
        >
          <Emblem name={me.tierEmblem} size={104} />
        </ProgressRing>
      </Link>
      <p className={text.display}>{t('dashboard.level', { level: me.level })}</p>
      {status === 'ENDED' ? (
        <p className={classNames(text.soft, text.number)}>
          {t('dashboard.endedText', { xp: formatNumber(me.seasonXp), tier: me.tier })}
        </p>
      ) : (
        <p className={classNames(text.soft, text.number, styles.next)}>
          {me.nextLevelMinXp === null ? (
            <span>{t('dashboard.topLevel')}</span>
          ) : (
            <Distance
              xp={me.xpToNextLevel}
              sentence={t('dashboard.toLevel', { level: me.level + 1, xp: PLACEHOLDER })}
            />
          )}
          {me.nextTier === null ? (
            <span>{t('dashboard.topTier')}</span>
          ) : (
            <Distance
              xp={me.nextTier.minXp - me.seasonXp}
              sentence={t('dashboard.toTier', { tier: me.nextTier.name, xp: PLACEHOLDER })}
            />
          )}
        </p>
      )}
    </div>
  )
}

/** Marks the position of the number in a sentence, which differs between languages. */
const PLACEHOLDER = '\u0000'

function Distance({ xp, sentence }: { xp: number; sentence: string }) {
  const { t } = useTranslation('season')
  const [before = '', after = ''] = sentence.split(PLACEHOLDER)
  return (
    <span className={styles.distance}>
      {before}
      <span className={classNames(text.strong, styles.xp)}>
        {t('xpAmount', { xp: formatNumber(xp) })}
      </span>
      {after}
    </span>
  )
}

/** Shows rank, tickets and XP; each links to its details. */
export function StandingCard({ season: { seasonId, me } }: { season: Season }) {
  const { t } = useTranslation('season')
  return (
    <Card variant="flush">
      <ul className={styles.numbers}>
        <li>
          <Link
            to="/rewards/dashboard/$seasonId/ranking"
            params={{ seasonId }}
            className={styles.number}
          >
            <Statistic
              value={me.rank === null ? t('dashboard.noRank') : formatNumber(me.rank)}
              label={t('dashboard.rank')}
            />
          </Link>
        </li>
        <li>
          <Link
            to="/rewards/dashboard/$seasonId/missions/$missionId/ticket-history/"
            params={{ seasonId, missionId: TICKET_MISSION }}
            className={styles.number}
          >
            <Statistic
              value={formatNumber(me.tickets)}
              label={t('dashboard.tickets', { rate: me.ticketRatePerDay })}
            />
          </Link>
        </li>
        <li>
          <Link
            to="/rewards/dashboard/$seasonId/history/"
            params={{ seasonId }}
            search={{ tab: 'Earned' }}
            className={styles.number}
          >
            <Statistic value={formatNumber(me.seasonXp)} label={t('dashboard.seasonXp')} />
          </Link>
        </li>
      </ul>
    </Card>
  )
}

function Statistic({ value, label }: { value: string; label: string }) {
  return (
    <>
      <span className={classNames(text.title, text.number)}>{value}</span>
      <span className={classNames(text.small, text.soft)}>{label}</span>
    </>
  )
}
