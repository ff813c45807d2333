import { createFileRoute } from '@tanstack/react-router'
import { WithdrawalScreen } from '#/features/invite/withdrawal-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { idSearch } from '#/routes/-search.ts'

export const Route = createFileRoute('/_member/more/withdraw-confirmed')({
  validateSearch: idSearch,
  loader: () => loadTexts('invite'),
  component: Withdrawal,
})

function Withdrawal() {
  const { id } = Route.useSearch()
  return <WithdrawalScreen withdrawalId={id} />
}
