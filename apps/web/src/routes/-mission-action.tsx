import type { ActionParts } from '#/features/mission/action-signing.ts'
import { ActionScreen } from '#/features/wallet/action/action-screen.tsx'
import { WithWallet } from '#/features/wallet/device/with-wallet.tsx'
import { useBack } from '#/shell/use-back.ts'
import { actionOrder } from './-action-order.ts'
import { walletOpener } from './-open-wallet.ts'

/** Connects a mission to the wallet that makes its call. */
export function MissionAction({ onBack, ...parts }: ActionParts) {
  const back = { ...useBack(), onPress: onBack }
  return (
    <WithWallet back={back} title="send.review">
      {(wallet) => (
        <ActionScreen
          {...parts}
          order={actionOrder(parts)}
          back={back}
          wallet={wallet}
          opener={walletOpener}
        />
      )}
    </WithWallet>
  )
}
