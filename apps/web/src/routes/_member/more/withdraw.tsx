import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { WithdrawScreen } from '#/features/invite/withdraw-screen.tsx'
import { askPin } from '#/features/pin/ask-pin.ts'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_member/more/withdraw')({
  loader: () => loadTexts('invite', 'pin'),
  component: Withdraw,
})

function Withdraw() {
  const navigate = useNavigate()
  return (
    <WithdrawScreen
      askPin={() => askPin('WITHDRAW')}
      onWithdrawn={({ withdrawalId }) =>
        void navigate({ to: '/more/withdraw-confirmed', search: { id: withdrawalId } })
      }
    />
  )
}
