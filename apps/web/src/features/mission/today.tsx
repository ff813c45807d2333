import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatProgrammeClock, formatProgrammeDay, spanOf } from '@solstice/ui/programme-time.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { buttonClass } from '#/ui/button.tsx'
import { Card, cardClass } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import type { ScreenIconName } from '#/ui/screen-icon.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { ErrorState } from '#/ui/state-message.tsx'
import text from '#/ui/text.module.css'
import { MISSION_ID, missionQuery } from './api.ts'
import type { DetailOf, MissionDetail, MissionType } from './api.ts'
import { checkInSteps } from './check-in/check-in-steps.ts'
import { ProgrammeTile } from './programme-tile.tsx'
import styles from './today.module.css'
import { Track } from './track.tsx'

/** Shows what can be done today: check in, spin, claim tickets. */
export function Today({ seasonId }: { seasonId: number }) {
  const { t } = useTranslation('mission')
  const queries = useQueries({
    queries: [MISSION_ID.CHECK_IN, MISSION_ID.SPIN, MISSION_ID.TICKET].map((missionId) =>
      missionQuery(seasonId, missionId),
    ),
  })
  const details = queries.flatMap(({ data }) => data ?? [])
  const isMissing = ({ data, error, fetchStatus }: (typeof queries)[number]) =>
    !data && (error !== null || fetchStatus === 'paused')
  if (queries.every(isMissing)) return <TodayFailed queries={queries} />
  const checkIn = ofType(details, 'CHECK_IN')
  const spin = ofType(details, 'SPIN')
  const ticket = ofType(details, 'TICKET')
  const isWaiting = (index: number) => {
    const query = queries[index]
    return query && !query.data && !isMissing(query)
  }
  return (
    <div className={styles.today}>
      {checkIn ? (
        <CheckInCard mission={checkIn} />
      ) : (
        isWaiting(0) && <Skeleton isCard width="100%" height="92px" />
      )}
      <div className={styles.pair}>
        {spin ? (
          <TodayLink mission={spin} icon="wheel" title={t('today.spin')}>
            <SpinNote mission={spin} />
          </TodayLink>
        ) : (
          isWaiting(1) && <Skeleton isCard width="100%" height="66px" />
        )}
        {ticket ? (
          <TodayLink mission={ticket} icon="ticket" title={t('today.tickets')}>
            {ticket.available
              ? t('today.claim', { count: ticket.ticketRatePerDay })
              : ticket.claimedToday
                ? t('today.claimed')
                : t(`state.${ticket.unavailableReason ?? 'NOT_EXECUTABLE'}`)}
          </TodayLink>
        ) : (
          isWaiting(2) && <Skeleton isCard width="100%" height="66px" />
        )}
      </div>
    </div>
  )
}

type TodayFailedProps = {
  queries: readonly { isFetching: boolean; refetch: () => Promise<unknown> }[]
}

/** Shown when today's missions could not be loaded. */
export function TodayFailed({ queries }: TodayFailedProps) {
  const { t } = useTranslation('mission')
  return (
    <ErrorState
      message={t('today.failed')}
      retryLabel={t('common:retry')}
      isRetrying={queries.some(({ isFetching }) => isFetching)}
      onRetry={() => {
        for (const { refetch } of queries) void refetch()
      }}
    />
  )
}

function ofType<Type extends MissionType>(
  details: readonly MissionDetail[],
  type: Type,
): DetailOf<Type> | undefined {
  return details.find((each): each is DetailOf<Type> => each.type === type)
}

function CheckInCard({ mission }: { mission: DetailOf<'CHECK_IN'> }) {
  const { t } = useTranslation('mission')
  const { done } = checkInSteps(
    mission.daysParticipated,
    mission.bonusEvery,
    mission.checkedInToday,
  )
  const content = (
    <span className={styles.checkIn}>
      <span className={styles.text}>
        <span className={text.strong}>{t('today.checkIn')}</span>
        <span className={classNames(text.small, text.soft, text.number)}>
          <CheckInNote mission={mission} />
        </span>
        <Track
          done={done}
          steps={mission.bonusEvery}
          label={t('today.track', { done, every: mission.bonusEvery })}
        />
      </span>
      {mission.available && <span className={buttonClass('lit', true)}>{t('today.do')}</span>}
    </span>
  )
  return (
    <Link
      to="/rewards/dashboard/$seasonId/missions/$missionId/"
      params={{ seasonId: mission.seasonId, missionId: mission.missionId }}
      className={cardClass}
    >
      {content}
    </Link>
  )
}

function CheckInNote({ mission }: { mission: DetailOf<'CHECK_IN'> }) {
  const { t } = useTranslation('mission')
  const nowMs = useNow()
  if (mission.available) {
    const isBonus = (mission.daysParticipated + 1) % mission.bonusEvery === 0
    const { unit, values } = spanOf(Date.parse(mission.closesAt) - nowMs)
    return t(`today.xpCloses.${unit}`, {
      xp: formatNumber(mission.baseXp + (isBonus ? mission.bonusXp : 0)),
      ...values,
    })
  }
  if (mission.checkedInToday) return t('today.doneToday')
  return mission.unavailableReason === 'CHECK_IN_CLOSED' && mission.nextCheckInAt
    ? t('today.opens', { time: formatProgrammeClock(mission.nextCheckInAt) })
    : t(`state.${mission.unavailableReason ?? 'NOT_EXECUTABLE'}`)
}

function SpinNote({ mission }: { mission: DetailOf<'SPIN'> }) {
  const { t } = useTranslation('mission')
  if (mission.freeSpinsLeft > 0 && mission.available) {
    return t('today.freeSpins', { count: mission.freeSpinsLeft })
  }
  if (mission.available) return t('today.ticketSpins', { count: mission.tickets })
  return mission.unavailableReason === 'NO_SPINS_LEFT'
    ? t('today.noSpins')
    : t(`state.${mission.unavailableReason ?? 'NOT_EXECUTABLE'}`)
}

type TodayLinkProps = {
  mission: MissionDetail
  icon: ScreenIconName
  title: string
  children: ReactNode
}

function TodayLink({ mission, icon, title, children }: TodayLinkProps) {
  return (
    <Link
      to="/rewards/dashboard/$seasonId/missions/$missionId/"
      params={{ seasonId: mission.seasonId, missionId: mission.missionId }}
      className={classNames(cardClass, styles.small)}
    >
      <ProgrammeTile name={icon} isFaint={!mission.available} />
      <span className={styles.text}>
        <span className={text.strong}>{title}</span>
        <span className={classNames(text.small, text.soft, text.number)}>{children}</span>
      </span>
    </Link>
  )
}

/** Shows between seasons the three daily missions and when they start. */
export function TodayWaiting() {
  const { t } = useTranslation('mission')
  return (
    <Card>
      <ul className={styles.waiting}>
        {(
          [
            ['checkIn', 'sun'],
            ['spin', 'wheel'],
            ['tickets', 'ticket'],
          ] as const
        ).map(([name, icon]) => (
          <li key={name}>
            <ProgrammeTile name={icon} isFaint />
            <span className={classNames(text.small, text.soft)}>{t(`today.${name}`)}</span>
          </li>
        ))}
      </ul>
      <p className={classNames(text.small, text.faint, styles.when)}>{t('today.withSeason')}</p>
    </Card>
  )
}

/** Shows the programme day beside the heading. */
export function TodayDate() {
  const { t } = useTranslation('mission')
  const nowMs = useNow()
  return (
    <span className={classNames(text.small, text.faint, text.number)}>
      {t('today.day', { day: formatProgrammeDay(nowMs) })}
    </span>
  )
}
