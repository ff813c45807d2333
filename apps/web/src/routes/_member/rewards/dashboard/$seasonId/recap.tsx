import { createFileRoute } from '@tanstack/react-router'
import { useAuth } from '#/features/auth/store.ts'
import { RecapScreen } from '#/features/recap/recap-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { idParams } from '#/routes/-ids.ts'

export const Route = createFileRoute('/_member/rewards/dashboard/$seasonId/recap')({
  params: idParams('seasonId'),
  validateSearch: ({ share }: Record<string, unknown>): { share?: true | undefined } => ({
    share: share === true || undefined,
  }),
  loader: () => loadTexts('recap'),
  component: Recap,
})

function Recap() {
  const { seasonId } = Route.useParams()
  const { share } = Route.useSearch()
  const navigate = Route.useNavigate()
  const memberId = useAuth((state) => state.user?.id ?? '')
  return (
    <RecapScreen
      seasonId={seasonId}
      memberId={memberId}
      isSharing={share === true}
      onShare={() => void navigate({ search: { share: true } })}
      onStopSharing={() => void navigate({ search: {}, replace: true })}
    />
  )
}
