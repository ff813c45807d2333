import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { holdQuery } from '#/features/freeze/api.ts'
import { holdsQuery } from '#/features/hold/api.ts'
import { isActive } from '#/features/hold/hold-view.ts'
import { WithdrawScreen } from '#/features/invite/withdraw-screen.tsx'
import { promptForPin } from '#/features/pin/prompt-for-pin.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { PayoutNotices } from '#/routes/-payout-notices.tsx'

export const Route = createFileRoute('/_member/more/withdraw')({
  loader: () => loadTexts('invite', 'pin', 'freeze'),
  component: Withdraw,
})

function Withdraw() {
  const navigate = useNavigate()
  const { data: hold } = useQuery(holdQuery)
  const { data: holds = [] } = useQuery(holdsQuery())
  const isHeld = hold != null || holds.some(isActive)
  return (
    <WithdrawScreen
      hold={isHeld ? <PayoutNotices /> : undefined}
      promptForPin={() => promptForPin('WITHDRAW')}
      onWithdrawn={({ withdrawalId }) =>
        void navigate({ to: '/more/withdraw-confirmed', search: { id: withdrawalId } })
      }
    />
  )
}
