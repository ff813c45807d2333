import { createFileRoute } from '@tanstack/react-router'
import { TierScreen } from '#/features/season/tier-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { idParams } from '#/routes/-ids.ts'

export const Route = createFileRoute('/_member/rewards/tier/$seasonId')({
  params: idParams('seasonId'),
  loader: () => loadTexts('season'),
  component: Tier,
})

function Tier() {
  const { seasonId } = Route.useParams()
  return <TierScreen seasonId={seasonId} />
}
