import { isSameAddress } from '@solstice/rules/address'
import { unitsOf } from '@solstice/rules/amount'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { shortAddress } from '#/features/wallet/address.ts'
import { useHoldings } from '#/features/wallet/chain/assets.ts'
import type { Holding } from '#/features/wallet/chain/assets.ts'
import { findOrderPayment, keepOrderPayment } from '#/features/wallet/chain/order-payment.ts'
import type { Payable } from '#/features/wallet/chain/order-payment.ts'
import type { Sent } from '#/features/wallet/chain/sent.ts'
import type { Opener } from '#/features/wallet/device/opener.ts'
import type { OwnWallet } from '#/features/wallet/device/with-wallet.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import type { PaymentProgress } from '#/lib/payment-progress.ts'
import { Waiting } from '#/shell/waiting.tsx'
import { Notice } from '#/ui/notice.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { ErrorState } from '#/ui/state-message.tsx'
import { Followed } from './followed.tsx'
import { PaymentReview } from './payment-review.tsx'

type PaymentProps = {
  wallet: OwnWallet
  back: { label: string; onPress: () => void }
  opener: Opener
  payable: Payable
  /**
   * Returns true while the order is open, in time and unpaid; a payment that can no longer happen
   * does not count.
   */
  isPayable: (dead?: string) => boolean
  /** Checks the same with the server just before signing. */
  isStillPayable: (dead?: string) => Promise<boolean>
  title: string
  about: ReactNode
  /** Rendered at the end of the review. */
  otherwise: ReactNode
  /**
   * `progress` is undefined for a payment from another device. `payAgain` is set when the payment
   * can no longer happen.
   */
  children: (progress: PaymentProgress | undefined, payAgain: (() => void) | undefined) => ReactNode
}

/**
 * Pays an order from the member's wallet and follows the payment. An order with a transaction known
 * to this device or the server cannot be paid again.
 */
export function Payment(props: PaymentProps) {
  const { t } = useTranslation('wallet')
  const { wallet, payable, isPayable, back, title, children } = props
  const { holdings, networks, isLoading, refresh } = useHoldings(wallet.address)
  const [own, setOwn] = useState(() => findOrderPayment(wallet.userId, payable.order))
  const [isUnsure, setUnsure] = useState(false)
  /** The failed payment that is being repeated; it is stored until another payment replaces it. */
  const [failed, setFailed] = useState<Sent>()
  const holding = holdings.find(({ asset }) => isRequestedAsset(asset, payable))
  const amount = holding && unitsOf(payable.price, holding.asset.decimals)

  if (own && !(own === failed && isPayable(own.hash))) {
    return (
      <Followed
        key={own.hash}
        wallet={wallet}
        order={payable.order}
        networks={networks}
        sent={own}
        isUnsure={isUnsure}
        onReplaced={(by) => {
          keepOrderPayment(wallet.userId, payable.order, by)
          setOwn(by)
        }}
        onPayAgain={isPayable(own.hash) ? () => setFailed(own) : undefined}
      >
        {children}
      </Followed>
    )
  }
  if (!own && !isPayable()) return children(undefined, undefined)
  if (!isSameAddress(wallet.address, payable.payFrom)) {
    return (
      <Screen header={<ScreenHeader back={back} title={title} />} dock={props.otherwise}>
        <Notice role="alert" title={t('pay.otherWallet')}>
          {t('pay.otherWalletText', { address: shortAddress(payable.payFrom) })}
        </Notice>
      </Screen>
    )
  }
  if (!holding || amount === undefined) {
    return (
      <Screen header={<ScreenHeader back={back} title={title} />} dock={props.otherwise}>
        {isLoading ? (
          <Waiting>
            <Skeleton isCard width="100%" height="16rem" />
          </Waiting>
        ) : (
          <ErrorState message={t('pay.unknownToken')} retryLabel={t('retry')} onRetry={refresh} />
        )}
      </Screen>
    )
  }
  return (
    <PaymentReview
      {...props}
      holding={holding}
      coin={holdings.find((each) => each.network === holding.network && !each.asset.address)?.asset}
      amount={amount}
      failedHash={failed?.hash}
      onPaid={(sent, unsure) => {
        setUnsure(unsure)
        setOwn(sent)
      }}
    />
  )
}

function isRequestedAsset(asset: Holding['asset'], { chainId, contract }: Payable): boolean {
  if (asset.chainId !== chainId) return false
  if (contract === null || asset.address === null) return contract === asset.address
  return isSameAddress(asset.address, contract)
}
