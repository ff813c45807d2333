import type { ActionParts, ActionSigning } from '#/features/mission/action-signing.ts'
import { findPaymentBy } from '#/features/wallet/chain/order-payment.ts'
import { useWallet } from '#/features/wallet/device/store.ts'
import { lazyPart } from '#/shell/lazy-part.tsx'
import { Screen } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { actionOrder } from './-action-order.ts'

const SignAction = lazyPart<ActionParts>(
  async () => (await import('./-mission-action.tsx')).MissionAction,
  {
    texts: ['wallet', 'review'],
    meanwhile: (
      <Screen>
        <Skeleton isCard width="100%" height="16rem" />
      </Screen>
    ),
  },
)

/** Loads the wallet only when a member is about to sign. */
export const actionSigning: ActionSigning = {
  render: (parts) => <SignAction {...parts} />,
  isUnderWay: (memberId, of) => {
    const { local } = useWallet.getState()
    if (local?.state !== 'active') return false
    return (
      findPaymentBy({ userId: memberId, address: local.address }, actionOrder(of)) !== undefined
    )
  },
}
