import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { holdQuery } from '#/features/freeze/api.ts'
import { HoldNotice } from '#/features/freeze/hold-notice.tsx'
import { WithdrawScreen } from '#/features/invite/withdraw-screen.tsx'
import { promptForPin } from '#/features/pin/prompt-for-pin.ts'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_member/more/withdraw')({
  loader: () => loadTexts('invite', 'pin', 'freeze'),
  component: Withdraw,
})

function Withdraw() {
  const navigate = useNavigate()
  const { data: hold } = useQuery(holdQuery)
  return (
    <WithdrawScreen
      hold={hold ? <HoldNotice /> : undefined}
      promptForPin={() => promptForPin('WITHDRAW')}
      onWithdrawn={({ withdrawalId }) =>
        void navigate({ to: '/more/withdraw-confirmed', search: { id: withdrawalId } })
      }
    />
  )
}
