import type { PayParts } from '#/features/shop/order-flow.tsx'
import { Payment } from '#/features/wallet/payment/payment.tsx'
import { WithWallet, useOwnWallet } from '#/features/wallet/device/with-wallet.tsx'
import { walletOpener } from './-open-wallet.ts'

/** Connects an order to the wallet that pays it. */
export function PayOrder({ progress, ...parts }: PayParts) {
  const wallet = useOwnWallet()
  // A paid order can be followed from a device without the wallet.
  if (!wallet && !parts.isPayable()) return progress(undefined, undefined)
  return (
    <WithWallet back={parts.back} title="pay.title" about={parts.about} dock={parts.otherwise}>
      {(own) => (
        <Payment key={parts.payable.order} {...parts} wallet={own} opener={walletOpener}>
          {progress}
        </Payment>
      )}
    </WithWallet>
  )
}
