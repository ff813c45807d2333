import { CHECK_IN_DAYS_FOR_REWARD, REWARD_GRACE_MS, whyNoReward } from '@solstice/rules/round'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatShortAmount, formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnClock, formatProgrammeDay } from '@solstice/ui/programme-time.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { WhyButton } from '#/shell/why-button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import { roundsQuery } from './api.ts'
import type { Round, Season } from './api.ts'
import styles from './round-card.module.css'
import { useSeasonTime } from './season-time.ts'

/**
 * Shows estimated and received rewards, the assumptions of the estimate, and the progress of the
 * rounds.
 */
export function RoundCard({ season }: { season: Season }) {
  const { t } = useTranslation('season')
  const { data: rounds = [] } = useQuery(roundsQuery(season.seasonId))
  const { me } = season
  const current = rounds.find(({ roundId }) => roundId === season.currentRoundId)
  const settled = rounds.filter(({ myReward }) => myReward !== null)
  const last = settled.at(-1)?.number
  return (
    <Card variant="flush">
      <div className={styles.rewards}>
        {current && (
          <div>
            <p className={classNames(text.small, text.soft)}>
              {t('dashboard.estimated', { round: current.number })}
            </p>
            <p className={classNames(text.title, text.number)}>
              ≈ {formatShortAmount(me.estimatedReward)}{' '}
              <span className={styles.unit}>{me.rewardSymbol}</span>
            </p>
          </div>
        )}
        <div>
          <p className={classNames(text.small, text.soft)}>
            {last === undefined
              ? t('dashboard.received')
              : last === 1
                ? t('dashboard.receivedRound')
                : t('dashboard.receivedRounds', { last })}
          </p>
          <p
            className={classNames(
              text.title,
              text.number,
              Number(me.receivedReward) > 0 && styles.received,
            )}
          >
            {Number(me.receivedReward) > 0 && '+'}
            {formatShortAmount(me.receivedReward)}{' '}
            <span className={styles.unit}>{me.rewardSymbol}</span>
          </p>
        </div>
        <Unpaid label={t('dashboard.waitingReward')} amount={me.waitingReward} me={me} />
        <Unpaid label={t('dashboard.pendingReward')} amount={me.pendingReward} me={me} />
      </div>
      <Notes season={season} rounds={rounds} />
      {rounds.length > 0 && <Timeline rounds={rounds} current={current} />}
    </Card>
  )
}

function Unpaid({ label, amount, me }: { label: string; amount: string; me: Season['me'] }) {
  if (Number(amount) === 0) return null
  return (
    <div>
      <p className={classNames(text.small, text.soft)}>{label}</p>
      <p className={classNames(text.title, text.number)}>
        {formatShortAmount(amount)} <span className={styles.unit}>{me.rewardSymbol}</span>
      </p>
    </div>
  )
}

/** A note about a round can be explained. */
type Note = {
  content: string
  round?: Pick<Round, 'roundId' | 'number'>
  isClaimable?: boolean
}

/**
 * Shows the assumptions of the estimate, what is still missing for it, and rewards that need
 * attention.
 */
function Notes({ season, rounds }: { season: Season; rounds: readonly Round[] }) {
  const { t } = useTranslation('season')
  const { estimate, rewardSymbol } = season.me
  const notes: Note[] = []
  if (estimate) {
    const pool = formatNumber(Number(estimate.pool))
    notes.push({
      content:
        estimate.myXp === 0
          ? t('dashboard.noRoundXp', { pool, symbol: rewardSymbol })
          : t('dashboard.assumption', {
              mine: formatNumber(estimate.myXp),
              all: formatNumber(estimate.allXp),
              pool,
              symbol: rewardSymbol,
              time: formatOwnClock(estimate.asOf),
            }),
    })
    const missingDays = estimate.checkInDaysNeeded - estimate.checkInDays
    if (missingDays > 0) {
      notes.push({ content: t('dashboard.needDays', { count: missingDays }) })
    }
    // A reward that waits for a wallet has its own note with its date.
    const isWaiting = rounds.some(({ myRewardState }) => myRewardState === 'WAITING')
    if (!estimate.hasWallet && !isWaiting) notes.push({ content: t('dashboard.needWallet') })
  }
  for (const { roundId, number, myReward, myRewardState, symbol } of rounds) {
    if (myReward === null || myRewardState === null || myRewardState === 'PAID') continue
    notes.push({
      round: { roundId, number },
      isClaimable: myRewardState === 'CLAIMABLE',
      content: t(`dashboard.rewardState.${myRewardState}`, {
        amount: formatShortAmount(myReward),
        symbol,
        day: formatProgrammeDay(Date.parse(season.endAt) + REWARD_GRACE_MS),
      }),
    })
  }
  notes.push(...useNoRewardNotes(rounds))
  if (notes.length === 0) return null
  return (
    <ul className={styles.notes}>
      {notes.map(({ content, round, isClaimable }) => (
        <li key={content} className={classNames(text.small, text.soft, text.number, styles.note)}>
          <Icon name="info" size={16} />
          <span>
            {content}{' '}
            {isClaimable && (
              <Link to="/rewards/claims/" className={styles.claim}>
                {t('dashboard.claim')}
              </Link>
            )}{' '}
            {round && (
              <WhyButton
                entryId={`round:${round.roundId}`}
                label={t('dashboard.why', { number: round.number })}
              />
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Returns why settled rounds gave no reward. Rounds before a member's first XP share one line. */
function useNoRewardNotes(rounds: readonly Round[]): Note[] {
  const { t } = useTranslation('season')
  const withoutXp: Round[] = []
  const notes: Note[] = []
  for (const round of rounds) {
    const { number, myReward, myXp, myCheckInDays, myExcusedDay } = round
    if (myReward === null || Number(myReward) > 0) continue
    const reason = whyNoReward({
      xp: myXp,
      checkInDays: myCheckInDays,
      excusedDays: myExcusedDay === null ? 0 : 1,
    })
    if (reason === 'NO_XP') withoutXp.push(round)
    else {
      const days = { days: myCheckInDays, needed: CHECK_IN_DAYS_FOR_REWARD }
      notes.push({ round, content: t(`dashboard.noReward.${reason}`, { number, ...days }) })
    }
  }
  const last = withoutXp.at(-1)
  if (!last) return notes
  const numbers = withoutXp.map(({ number }) => number).join(', ')
  const shared = { count: withoutXp.length, numbers }
  return [{ round: last, content: t('dashboard.noReward.NO_XP', shared) }, ...notes]
}

function Timeline({ rounds, current }: { rounds: readonly Round[]; current: Round | undefined }) {
  const { t } = useTranslation('season')
  const { span } = useSeasonTime()
  const nowMs = useNow()
  return (
    <div className={styles.timeline}>
      <p className={classNames(text.small, styles.head)}>
        <span className={text.strong}>
          {current
            ? t('dashboard.round', { number: current.number, total: rounds.length })
            : t('dashboard.rounds')}
        </span>
        {current && (
          <span className={classNames(text.soft, text.number)}>
            {span('endsIn', Date.parse(current.endAt) - nowMs)}
          </span>
        )}
      </p>
      <ol className={styles.rounds}>
        {rounds.map((round) => (
          <li key={round.roundId}>
            <span className={styles.stroke} aria-hidden="true">
              <i
                style={{ width: `${elapsedShare(round, nowMs) * 100}%` }}
                data-status={round.status}
              />
            </span>
            <span className={text.unseen}>
              {t('dashboard.round', { number: round.number, total: rounds.length })}:{' '}
            </span>
            <RoundLabel round={round} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function RoundLabel({ round }: { round: Round }) {
  const { t } = useTranslation('season')
  const label = classNames(text.small, text.number)
  switch (round.status) {
    case 'ENDED':
      return (
        <span className={classNames(label, text.faint)}>
          {round.myReward === null ? t('dashboard.counting') : formatShortAmount(round.myReward)}
        </span>
      )
    case 'ONGOING':
      return <span className={classNames(label, text.strong)}>{t('dashboard.now')}</span>
    case 'UPCOMING':
      return (
        <span className={classNames(label, text.faint)}>{formatProgrammeDay(round.startAt)}</span>
      )
  }
}

function elapsedShare({ startAt, endAt }: Round, nowMs: number): number {
  const start = Date.parse(startAt)
  return Math.min(1, Math.max(0, (nowMs - start) / (Date.parse(endAt) - start)))
}
