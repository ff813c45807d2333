import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import art from '#/art/season-long-night.svg'
import { useTranslation } from '#/lib/i18n.ts'
import { usePreference } from '#/lib/preferences.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { EmptyState } from '#/ui/state-message.tsx'
import { missionsQuery } from './api.ts'
import type { Mission } from './api.ts'
import {
  MissionListHead,
  MissionRows,
  MissionRowsSkeleton,
  useShownMissions,
} from './mission-list.tsx'
import { StarlightSky } from './starlight-sky.tsx'

type StarlightScreenProps = {
  /** The query of the seasons; without them there is no constellation yet. */
  seasons: Parameters<typeof Loaded<readonly unknown[]>>[0]['query']
  /** Undefined between seasons. */
  seasonId: number | undefined
  /** Shows the season and lets the member choose another one. */
  picker: ReactNode
}

export function StarlightScreen({ seasons, seasonId, picker }: StarlightScreenProps) {
  const { t } = useTranslation('mission')
  return (
    <Screen header={<ScreenHeader title={t('starlight.title')} action={picker} />}>
      <Loaded query={seasons} skeleton={<StarlightSkeleton />} failed={t('loadFailed')}>
        {() =>
          seasonId === undefined ? (
            <EmptyState art={art} title={t('starlight.between')}>
              {t('starlight.betweenText')}
            </EmptyState>
          ) : (
            <Starlight key={seasonId} seasonId={seasonId} />
          )
        }
      </Loaded>
    </Screen>
  )
}

const isOfStarlight = ({ category }: Mission) => category === 'starlight'

function Starlight({ seasonId }: { seasonId: number }) {
  const { t } = useTranslation('mission')
  const query = useQuery(missionsQuery(seasonId))
  return (
    <Loaded query={query} skeleton={<StarlightSkeleton />} failed={t('loadFailed')}>
      {(missions) => <Sky seasonId={seasonId} missions={missions.filter(isOfStarlight)} />}
    </Loaded>
  )
}

function Sky({ seasonId, missions }: { seasonId: number; missions: readonly Mission[] }) {
  const { t } = useTranslation('mission')
  const [isAvailableOnly, setAvailableOnly] = usePreference('availableOnly', [false, true])
  const shown = useShownMissions(seasonId, isAvailableOnly)
  if (missions.length === 0) {
    return (
      <EmptyState art={art} title={t('starlight.none')}>
        {t('starlight.noneText')}
      </EmptyState>
    )
  }
  return (
    <>
      <StarlightSky seasonId={seasonId} missions={missions} />
      <MissionListHead isAvailableOnly={isAvailableOnly} onChange={setAvailableOnly} />
      <Loaded query={shown} skeleton={<MissionRowsSkeleton />} failed={t('loadFailed')}>
        {(list) => (
          <MissionRows missions={list.filter(isOfStarlight)} isAvailableOnly={isAvailableOnly} />
        )}
      </Loaded>
    </>
  )
}

function StarlightSkeleton() {
  return (
    <>
      <Skeleton isCard width="100%" height="280px" />
      <MissionRowsSkeleton />
    </>
  )
}
