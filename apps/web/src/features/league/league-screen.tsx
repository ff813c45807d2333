import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatLongProgrammeDay } from '@solstice/ui/programme-time.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { useState } from 'react'
import type { ReactNode } from 'react'
import art from '#/art/empty-history.svg'
import { useTranslation } from '#/lib/i18n.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { useBack } from '#/shell/use-back.ts'
import { Button, buttonClass } from '#/ui/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { iconButtonClass, Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { EmptyState } from '#/ui/state-message.tsx'
import text from '#/ui/text.module.css'
import { isDrawing, leagueQuery, type League, type Mine } from './api.ts'
import { distanceOf } from './distance.ts'
import { LeagueBoard } from './league-board.tsx'
import styles from './league-screen.module.css'
import { lastValues, LeagueSheet, useTakePart } from './league-sheet.tsx'

type LeagueScreenProps = {
  seasonId: number
  /** Leads to today's check-in; empty while it is closed or done. */
  checkIn: ReactNode
}

/** Shows the member's league of this week, or why there is none. */
export function LeagueScreen({ seasonId, checkIn }: LeagueScreenProps) {
  const { t } = useTranslation('league')
  const back = useBack()
  const query = useQuery(leagueQuery(seasonId))
  const [isOpen, setIsOpen] = useState(false)
  const mine = query.data
  const more = mine && (
    <button
      type="button"
      className={iconButtonClass}
      aria-label={t('about.title')}
      onClick={() => setIsOpen(true)}
    >
      <Icon name="help" />
    </button>
  )
  return (
    <Screen
      header={<ScreenHeader back={back} title={t('title')} action={more} />}
      dock={mine && <LeagueDock seasonId={seasonId} mine={mine} checkIn={checkIn} />}
    >
      <Loaded query={query} skeleton={<LeagueSkeleton />} failed={t('failed')}>
        {(loaded) => (
          <div className={styles.page}>
            <LeagueContent mine={loaded} />
            <LeagueSheet
              seasonId={seasonId}
              mine={loaded}
              isOpen={isOpen}
              onClose={() => setIsOpen(false)}
            />
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

function LeagueContent({ mine }: { mine: Mine }) {
  const { t } = useTranslation('league')
  const { state, league, week, last, nextDrawAt } = mine
  if (league && week) {
    return (
      <>
        {last && <LastResult mine={mine} last={last} />}
        <LeagueBoard league={league} endAt={week.endAt} />
      </>
    )
  }
  const day = nextDrawAt ? formatLongProgrammeDay(nextDrawAt) : undefined
  const isTooShort = day === undefined && (state === 'BEFORE_SEASON' || state === 'FIRST_WEEK')
  const waits = isDrawing(mine) || state === 'PLAYING' ? 'DRAWING' : state
  const shown = isTooShort ? 'TOO_SHORT' : waits
  return (
    <>
      {last && <LastResult mine={mine} last={last} />}
      <EmptyState art={art} title={t(`state.${shown}.title`, { day: day ?? '' })}>
        {day === undefined && shown === 'NEXT_WEEK'
          ? t('state.lastWeek')
          : t(`state.${shown}.text`, { day: day ?? '' })}
      </EmptyState>
    </>
  )
}

function LastResult({ mine, last }: { mine: Mine; last: NonNullable<Mine['last']> }) {
  const { t } = useTranslation('league')
  return (
    <p className={classNames(text.small, text.number, styles.last)}>
      {t(`last.${last.isApart ? 'apart' : last.outcome}`, lastValues(mine, last, t))}
    </p>
  )
}

type DockProps = { seasonId: number; mine: Mine; checkIn: ReactNode }

function LeagueDock({ seasonId, mine, checkIn }: DockProps) {
  const { t } = useTranslation('league')
  const turn = useTakePart(seasonId)
  const { state, league } = mine
  const params = { seasonId }
  if (state === 'OPTED_OUT') return <Button onClick={() => void turn(true)}>{t('join')}</Button>
  if (state === 'RANKED') {
    return (
      <Link
        to="/rewards/dashboard/$seasonId/ranking"
        params={params}
        className={buttonClass('lit')}
      >
        {t('toRanking')}
      </Link>
    )
  }
  if (state === 'BEFORE_SEASON' || state === 'ENDED') return null
  return (
    <div className={styles.dock}>
      {league && <DistanceText league={league} />}
      {checkIn}
    </div>
  )
}

function DistanceText({ league }: { league: League }) {
  const { t } = useTranslation('league')
  const distance = distanceOf(league)
  if (distance.kind === 'apart') return null
  const values = 'xp' in distance ? { ...distance, xp: formatNumber(distance.xp) } : distance
  return (
    <p className={classNames(text.small, text.number, styles.distance)}>
      {t(`distance.${distance.kind}`, values)}
    </p>
  )
}

function LeagueSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Skeleton isCard width="100%" height="190px" />
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} width="100%" height="40px" />
      ))}
    </div>
  )
}
