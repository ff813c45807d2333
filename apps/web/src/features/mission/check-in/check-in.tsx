import { withBonuses } from '@solstice/rules/tier'
import { checkInWindow } from '@solstice/rules/programme-day'
import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import {
  PROGRAMME_OFFSET,
  formatHours,
  formatLongProgrammeDay,
  formatProgrammeClock,
  formatProgrammeMinute,
  spanOf,
} from '@solstice/ui/programme-time.ts'
import { refreshProgramme } from '#/lib/programme-query.ts'
import { serverNow } from '@solstice/ui/time.ts'
import { showToast } from '#/lib/toast.ts'
import { useCountdown } from '#/lib/use-countdown.ts'
import { Button, buttonClass } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import type { DetailOf, ExecutedOf, Standing } from '#/features/mission/api.ts'
import { celebrate } from '#/features/mission/celebrate.ts'
import { checkInSteps } from './check-in-steps.ts'
import { expectedXp, isBonusNext } from './check-in-xp.ts'
import styles from './check-in.module.css'
import { Climb } from './climb.tsx'
import { MissionFrame } from '#/features/mission/mission-frame.tsx'
import { MissionMoment } from '#/features/mission/mission-moment.tsx'
import { momentOf } from '#/features/mission/moment-kind.ts'
import { OwnWindow } from './own-window.tsx'
import { StandingNote } from '#/features/mission/standing-note.tsx'
import { useExecute } from '#/features/mission/use-execute.ts'

type CheckInProps = { mission: DetailOf<'CHECK_IN'>; standing: Standing | undefined }

export function CheckIn({ mission, standing }: CheckInProps) {
  const { t } = useTranslation('mission')
  const { execute, isBusy, isUnconfirmed } = useExecute(mission)
  const [done, setDone] = useState<ExecutedOf<'CHECK_IN'>>()
  const { daysParticipated, checkedInToday, bonusEvery, bonusXp } = mission
  const steps = checkInSteps(daysParticipated, bonusEvery, checkedInToday)
  const isPossible = mission.available
  useRefreshAt(isPossible ? mission.closesAt : mission.nextAvailableAt)

  async function checkIn(): Promise<void> {
    const executed = await execute()
    if (executed?.type !== 'CHECK_IN') return
    setDone(executed)
    celebrate(executed.fifthBonusXp > 0 ? [24, 60, 40] : 24)
    const bringsBonus = (executed.daysParticipated + 1) % bonusEvery === 0
    showToast(t(bringsBonus ? 'checkIn.addedNext' : 'checkIn.added', { xp: executed.xp }), {
      tone: 'done',
    })
  }

  return (
    <MissionFrame
      mission={mission}
      isUnconfirmed={isUnconfirmed}
      title={t('checkIn.title')}
      dock={
        <CheckInDock
          mission={mission}
          standing={standing}
          isBusy={isBusy}
          onCheckIn={() => void checkIn()}
        />
      }
    >
      <div className={styles.illustration}>
        <Climb
          done={steps.done}
          steps={bonusEvery}
          next={steps.next}
          label={t('checkIn.track', { done: daysParticipated, goal: steps.goal })}
        />
        <p className={classNames(text.small, styles.bonus)}>
          <span className={text.strong}>{t('checkIn.bonus', { xp: formatNumber(bonusXp) })}</span>
          <span className={text.soft}>{t('checkIn.nth', { ordinal: steps.goal })}</span>
        </p>
        <p className={styles.days}>
          <span className={text.display}>{formatNumber(daysParticipated)}</span>
          <span className={text.soft}>{t('checkIn.days', { count: daysParticipated })}</span>
        </p>
      </div>
      <div className={styles.cards}>
        <Card>
          <div className={styles.two}>
            <WindowCountdown mission={mission} />
            <div>
              <p className={classNames(text.small, text.soft)}>{t('checkIn.total')}</p>
              <p className={classNames(text.title, text.number)}>
                {formatNumber(mission.totalXpEarned)} <span className={styles.unit}>XP</span>
              </p>
            </div>
          </div>
        </Card>
        {done ? (
          <StandingNote seasonId={mission.seasonId} standing={done.me} isLevelUp={done.levelUp} />
        ) : (
          <WindowCard mission={mission} />
        )}
        <Link
          to="/rewards/dashboard/$seasonId/streak"
          params={{ seasonId: mission.seasonId }}
          className={buttonClass('text')}
        >
          {t('checkIn.chain')}
        </Link>
      </div>
      <MissionMoment executed={done} moment={done && momentOf(done)} seasonId={mission.seasonId} />
    </MissionFrame>
  )
}

/**
 * Counts down until the window closes while it can be used, otherwise until it opens again in this
 * season.
 */
function WindowCountdown({ mission }: { mission: DetailOf<'CHECK_IN'> }) {
  const { t } = useTranslation('mission')
  const until = mission.available ? mission.closesAt : mission.nextCheckInAt
  const leftMs = useCountdown(Date.parse(until ?? ''))
  const { unit, values } = spanOf(leftMs)
  return (
    <div>
      <p className={classNames(text.small, text.soft)}>
        {t(
          mission.available
            ? 'checkIn.closes'
            : until === null
              ? 'checkIn.nextLabel'
              : 'checkIn.opens',
        )}
      </p>
      {until === null ? (
        <p className={text.title}>{t('checkIn.nextSeason')}</p>
      ) : (
        <p className={classNames(text.title, text.number)} role="timer">
          {unit === 'days' ? t('checkIn.inDays', values) : formatHours(leftMs)}
        </p>
      )}
    </div>
  )
}

/**
 * Shows the window in the programme's time zone and the member's own: today's, or the first of the
 * season.
 */
function WindowCard({ mission }: { mission: DetailOf<'CHECK_IN'> }) {
  const { t } = useTranslation('mission')
  const [nowMs] = useState(serverNow)
  const { unavailableReason, nextCheckInAt } = mission
  if (unavailableReason === 'SEASON_ENDED') return null
  const isUpcoming = unavailableReason === 'SEASON_UPCOMING' && nextCheckInAt !== null
  const window = checkInWindow(new Date(isUpcoming ? nextCheckInAt : nowMs))
  const lastMs = window.closesAt.getTime() - 1
  return (
    <Card variant="flush">
      <dl className={styles.window}>
        <div>
          <dt className={classNames(text.small, text.soft)}>
            {t('checkIn.programmeDay', { zone: PROGRAMME_OFFSET })}
          </dt>
          <dd className={classNames(text.strong, text.number)}>
            {t('checkIn.window', {
              day: formatLongProgrammeDay(window.opensAt.getTime()),
              from: formatProgrammeClock(window.opensAt.getTime()),
              to: formatProgrammeClock(lastMs),
            })}
          </dd>
        </div>
        <OwnWindow opensAtMs={window.opensAt.getTime()} lastMs={lastMs} />
      </dl>
    </Card>
  )
}

type DockProps = CheckInProps & { isBusy: boolean; onCheckIn: () => void }

function CheckInDock({ mission, standing, isBusy, onCheckIn }: DockProps) {
  const { t } = useTranslation('mission')
  const line = classNames(text.soft, styles.line)
  const next = mission.nextCheckInAt
    ? t('checkIn.next', { time: formatProgrammeMinute(mission.nextCheckInAt) })
    : t('checkIn.last')
  if (mission.available) {
    return (
      <>
        <p className={line}>
          <Sum mission={mission} standing={standing} />
        </p>
        <Button isBusy={isBusy} onClick={onCheckIn}>
          {t('checkIn.do', { xp: formatNumber(expectedXp(mission, standing)) })}
        </Button>
      </>
    )
  }
  if (
    mission.unavailableReason === 'SEASON_UPCOMING' ||
    mission.unavailableReason === 'SEASON_ENDED' ||
    mission.unavailableReason === 'SEASON_PAUSED' ||
    mission.unavailableReason === 'MISSION_OFF'
  ) {
    return (
      <>
        <p className={line}>{t(`reason.${mission.unavailableReason}`)}</p>
        <Button variant="quiet" disabled>
          {t('checkIn.short')}
        </Button>
      </>
    )
  }
  return (
    <>
      <p className={line} role="status">
        {!mission.open && <span className={styles.closed}>{t('checkIn.closed')}</span>}
        {next}
      </p>
      <Button variant="quiet" disabled>
        {mission.checkedInToday ? (
          <>
            <Icon name="check" size={20} />
            {t('checkIn.done')}
          </>
        ) : (
          t('checkIn.short')
        )}
      </Button>
    </>
  )
}

/** Shows the parts of the reward for the check-in. */
function Sum({ mission, standing }: CheckInProps) {
  const { t } = useTranslation('mission')
  const fifth = isBonusNext(mission) ? mission.bonusXp : 0
  const { levelBonusXp, tierBonusXp } = withBonuses(mission.baseXp + fifth, {
    levelPercent: standing?.levelBonusPercent ?? 0,
    tierPercent: standing?.tierBonusPercent ?? 0,
  })
  const parts = [t('checkIn.sumPlain', { base: mission.baseXp })]
  if (fifth > 0) {
    parts.push(
      t('checkIn.part.fifth', {
        xp: fifth,
        nth: t('checkIn.nth', { ordinal: mission.daysParticipated + 1 }),
      }),
    )
  }
  if (tierBonusXp > 0 && standing) {
    parts.push(t('checkIn.part.tier', { xp: tierBonusXp, tier: standing.tier }))
  }
  if (levelBonusXp > 0) parts.push(t('checkIn.part.level', { xp: levelBonusXp }))
  return <>{parts.join(' + ')}</>
}

/**
 * Refetches when the window opens or closes, so that the screen never offers what the server would
 * reject.
 */
function useRefreshAt(instant: string | null): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (instant === null) return undefined
    const waitMs = Date.parse(instant) - serverNow()
    // A timer cannot run for weeks, and data after a past instant is up to date already.
    if (waitMs <= 0 || waitMs > 86_400_000) return undefined
    const timer = setTimeout(() => void refreshProgramme(queries), waitMs + 300)
    return () => clearTimeout(timer)
  }, [instant, queries])
}
