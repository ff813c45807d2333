import { QueryClientContext } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useAuth } from '#/features/auth/store.ts'
import { FairPlayScreen } from '#/features/hold/fair-play-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { loadQueries, useLoadedQueries } from '#/lib/loaded-queries.ts'

/** Public, because the numbers concern everybody. */
export const Route = createFileRoute('/fair-play')({
  loader: () => Promise.all([loadQueries(), loadTexts('hold')]),
  component: FairPlay,
})

function FairPlay() {
  const isMember = useAuth(({ status }) => status === 'auth')
  return (
    <QueryClientContext value={useLoadedQueries()}>
      <FairPlayScreen isMember={isMember} />
    </QueryClientContext>
  )
}
