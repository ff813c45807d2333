import { createFileRoute } from '@tanstack/react-router'
import { HoldsScreen } from '#/features/hold/holds-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { holdSearch } from '#/routes/-search.ts'

export const Route = createFileRoute('/_member/more/holds')({
  validateSearch: holdSearch,
  loader: () => loadTexts('hold'),
  component: Holds,
})

function Holds() {
  const { hold, write } = Route.useSearch()
  return <HoldsScreen holdId={hold} isWriting={write === true} />
}
