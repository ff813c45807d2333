import { createFileRoute } from '@tanstack/react-router'
import { MissionRules } from '#/features/mission/mission-rules.tsx'
import { RulesScreen } from '#/features/season/rules-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { seasonSearch } from '#/routes/-search.ts'

export const Route = createFileRoute('/_member/rewards/dashboard/rules')({
  validateSearch: seasonSearch,
  loader: () => loadTexts('season'),
  component: Rules,
})

function Rules() {
  const { season } = Route.useSearch()
  return (
    <RulesScreen
      requestedId={season}
      missionRules={(seasonId) => <MissionRules seasonId={seasonId} />}
    />
  )
}
