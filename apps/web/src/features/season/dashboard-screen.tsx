import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { useBack } from '#/shell/use-back.ts'
import { Icon } from '#/ui/icon.tsx'
import { Notice } from '#/ui/notice.tsx'
import { Screen, ScreenHeader, iconButtonClass } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import { seasonQuery, seasonsQuery } from './api.ts'
import type { Season, SeasonCard } from './api.ts'
import { Banners } from './banners.tsx'
import styles from './dashboard-screen.module.css'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { FirstReward } from './first-reward.tsx'
import { RecapLink } from './recap-banner.tsx'
import { RoundCard } from './round-card.tsx'
import { SeasonHero } from './season-hero.tsx'
import { SeasonSheet } from './season-sheet.tsx'
import { StandingCard, StandingHero } from './standing.tsx'

type DashboardScreenProps = {
  seasonId: number
  memberId: string
  onChoose: (season: SeasonCard) => void
  missions: ReactNode
}

export function DashboardScreen({ seasonId, memberId, onChoose, missions }: DashboardScreenProps) {
  const { t } = useTranslation('season')
  const back = useBack()
  const query = useQuery(seasonQuery(seasonId))
  const { data: seasons = [] } = useQuery(seasonsQuery())
  const [isChoosing, setChoosing] = useState(false)
  const title = query.data?.title ?? seasons.find((each) => each.seasonId === seasonId)?.title
  return (
    <Screen
      header={
        <ScreenHeader
          back={back}
          title={
            <button
              type="button"
              className={styles.choose}
              aria-haspopup="dialog"
              onClick={() => setChoosing(true)}
            >
              <span className={text.twoLines}>{title ?? t('selector.title')}</span>
              <Icon name="down" size={20} />
            </button>
          }
          action={
            <Link
              to="/rewards/dashboard/rules/"
              search={{ season: seasonId }}
              className={iconButtonClass}
              aria-label={t('dashboard.rules')}
            >
              <Icon name="book" />
            </Link>
          }
        />
      }
    >
      <Loaded query={query} skeleton={<DashboardSkeleton />} failed={t('seasonFailed')}>
        {(season) => (
          <Dashboard
            season={season}
            missions={missions}
            hasRecap={seasons.some((each) => each.seasonId === seasonId && each.hasRecap)}
          />
        )}
      </Loaded>
      <FirstReward key={seasonId} seasonId={seasonId} memberId={memberId} />
      <SeasonSheet
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
        seasons={seasons}
        current={seasonId}
        onChoose={(season) => {
          setChoosing(false)
          onChoose(season)
        }}
      />
    </Screen>
  )
}

type DashboardProps = { season: Season; missions: ReactNode; hasRecap: boolean }

function Dashboard({ season, missions, hasRecap }: DashboardProps) {
  const { t } = useTranslation('season')
  const isUpcoming = season.status === 'UPCOMING'
  return (
    <div className={styles.dashboard}>
      {season.paused && (
        <Notice role="status" title={t('dashboard.paused')}>
          {t('dashboard.pausedText')}
        </Notice>
      )}
      {isUpcoming ? <SeasonHero season={season} /> : <StandingHero season={season} />}
      {hasRecap && <RecapLink seasonId={season.seasonId} />}
      {!isUpcoming && (
        <>
          <StandingCard season={season} />
          <RoundCard season={season} />
        </>
      )}
      <Banners seasonId={season.seasonId} />
      <div className={styles.missions}>{missions}</div>
    </div>
  )
}
