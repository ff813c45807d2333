import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import art from '#/art/empty-history.svg'
import { useTranslation } from '#/lib/i18n.ts'
import { readPreference } from '#/lib/preferences.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { Icon } from '#/ui/icon.tsx'
import picture from '#/ui/picture-card.module.css'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import { Screen, ScreenHeader, iconButtonClass } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { EmptyState } from '#/ui/state-message.tsx'
import { Tabs } from '#/ui/tabs.tsx'
import { seasonsQuery } from './api.ts'
import type { SeasonCard as Card } from './api.ts'
import { BetweenSeasons } from './between-seasons.tsx'
import { chooseSeason } from './choose-season.ts'
import { RecapLink } from './recap-banner.tsx'
import styles from './rewards-screen.module.css'
import { SeasonCard } from './season-card.tsx'
import { SeasonSheet } from './season-sheet.tsx'

const TABS = ['ongoing', 'ended'] as const

type RewardsScreenProps = {
  onChoose: (season: Card) => void
  /** Leads to rewards that can be claimed. */
  claims: ReactNode
  missions: (seasonId: number) => ReactNode
}

export function RewardsScreen({ onChoose, claims, missions }: RewardsScreenProps) {
  const { t } = useTranslation('season')
  const query = useQuery(seasonsQuery())
  // Not stored, because a member who comes to check in must not see the cards of ended seasons.
  const [tab, setTab] = useState<(typeof TABS)[number]>('ongoing')
  const [isChoosing, setChoosing] = useState(false)
  const seasons = query.data ?? []
  const chosen = chooseSeason(seasons, undefined, readPreference('season'))
  return (
    <Screen
      header={
        <ScreenHeader
          title={t('rewards.title')}
          action={
            <>
              <button
                type="button"
                className={iconButtonClass}
                aria-label={t('rewards.choose')}
                onClick={() => setChoosing(true)}
              >
                <ScreenIcon name="swap" />
              </button>
              <Link
                to="/rewards/alert-setting/"
                className={iconButtonClass}
                aria-label={t('rewards.alerts')}
              >
                <Icon name="bell" />
              </Link>
            </>
          }
        />
      }
    >
      {claims}
      <Tabs
        variant="segments"
        label={t('rewards.tabs')}
        tabs={TABS.map((name) => ({ name, label: t(`rewards.${name}`) }))}
        current={tab}
        onChange={setTab}
      >
        <div className={styles.cards}>
          <Loaded
            query={query}
            skeleton={<Skeleton isCard width="100%" height="188px" />}
            failed={t('loadFailed')}
          >
            {(all) => <Cards seasons={all} isEnded={tab === 'ended'} />}
          </Loaded>
        </div>
        {chosen && tab === 'ongoing' && <div>{missions(chosen.seasonId)}</div>}
      </Tabs>
      <SeasonSheet
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
        seasons={seasons}
        current={chosen?.seasonId}
        onChoose={(season) => {
          setChoosing(false)
          onChoose(season)
        }}
      />
    </Screen>
  )
}

function Cards({ seasons, isEnded }: { seasons: readonly Card[]; isEnded: boolean }) {
  const { t } = useTranslation('season')
  const nowMs = useNow()
  const shown = seasons.filter(({ status }) => (status === 'ENDED') === isEnded)
  if (isEnded && shown.length === 0) {
    return (
      <EmptyState art={art} title={t('rewards.noneEnded')}>
        {t('rewards.noneEndedText')}
      </EmptyState>
    )
  }
  if (isEnded) {
    return (
      <ul className={styles.list}>
        {shown.map((season) => (
          <li key={season.seasonId}>
            <SeasonCard season={season} nowMs={nowMs} />
            {season.hasRecap && <RecapLink seasonId={season.seasonId} />}
          </li>
        ))}
      </ul>
    )
  }
  if (!shown.some(({ status }) => status === 'ONGOING')) {
    return <BetweenSeasons seasons={seasons} />
  }
  return (
    <ul className={picture.carousel}>
      {shown.map((season) => (
        <li key={season.seasonId}>
          <SeasonCard season={season} nowMs={nowMs} />
        </li>
      ))}
    </ul>
  )
}
