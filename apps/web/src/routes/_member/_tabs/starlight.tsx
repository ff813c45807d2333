import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { StarlightScreen } from '#/features/mission/starlight-screen.tsx'
import { seasonsQuery } from '#/features/season/api.ts'
import { chooseSeason } from '#/features/season/choose-season.ts'
import { SeasonPicker } from '#/features/season/season-picker.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { readPreference } from '#/lib/preferences.ts'
import { seasonSearch } from '#/routes/-search.ts'

export const Route = createFileRoute('/_member/_tabs/starlight')({
  validateSearch: seasonSearch,
  loader: () => loadTexts('season', 'mission'),
  component: Starlight,
})

function Starlight() {
  const { season: requestedId } = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useQuery(seasonsQuery())
  const seasons = query.data ?? []
  const chosen = chooseSeason(seasons, requestedId, readPreference('season'))
  return (
    <StarlightScreen
      seasons={query}
      seasonId={chosen?.seasonId}
      picker={
        <SeasonPicker
          seasons={seasons}
          current={chosen}
          onChoose={({ seasonId }) =>
            void navigate({ search: { season: seasonId }, replace: true })
          }
        />
      }
    />
  )
}
