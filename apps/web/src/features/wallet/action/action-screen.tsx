import { encodeAction, isOfferable, wrongArgument } from '@solstice/rules/signing/contract-action'
import type { GivenValues } from '@solstice/rules/signing/contract-action'
import { useState } from 'react'
import { useAssets } from '#/features/wallet/chain/added-tokens.ts'
import { useNetworks } from '#/features/wallet/chain/networks.ts'
import { findPaymentBy, keepOrderPayment } from '#/features/wallet/chain/order-payment.ts'
import type { Sent } from '#/features/wallet/chain/sent.ts'
import type { Opener } from '#/features/wallet/device/opener.ts'
import type { OwnWallet } from '#/features/wallet/device/with-wallet.tsx'
import { Followed } from '#/features/wallet/payment/followed.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { Waiting } from '#/shell/waiting.tsx'
import { Notice } from '#/ui/notice.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { ActionForm } from './action-form.tsx'
import type { ActionParts } from './action-parts.ts'
import { ActionProgress } from './action-progress.tsx'
import { ActionReview } from './action-review.tsx'

type ActionScreenProps = ActionParts & { wallet: OwnWallet; opener: Opener }

/**
 * Makes the call of a mission: the member's values, the review, the signature and the progress. A
 * stored transaction is followed instead of being signed again.
 */
export function ActionScreen(props: ActionScreenProps) {
  const { t } = useTranslation('review')
  const { wallet, order, action, chainId, back, title } = props
  const { networks, isLoading } = useNetworks()
  const assets = useAssets(wallet.userId)
  const [own, setOwn] = useState(() => findPaymentBy(wallet, order))
  const [isUnsure, setUnsure] = useState(false)
  /** The failed transaction that is being repeated. */
  const [failed, setFailed] = useState<Sent>()
  const needsValues = action.arguments.some(({ kind }) => kind === 'TEXT' || kind === 'NUMBER')
  const [given, setGiven] = useState<GivenValues>({})
  const [isReviewing, setReviewing] = useState(!needsValues)
  const network = networks.find((each) => each.chainId === chainId)
  const header = <ScreenHeader back={back} title={title} />

  if (own && own !== failed) {
    return (
      <Followed
        key={own.hash}
        wallet={wallet}
        order={order}
        networks={networks}
        sent={own}
        isUnsure={isUnsure}
        onReplaced={(by) => {
          keepOrderPayment(wallet.userId, order, by)
          setOwn(by)
        }}
        onPayAgain={() => setFailed(own)}
      >
        {(progress, signAgain) => (
          <ActionProgress {...props} progress={progress} signAgain={signAgain} chainId={chainId} />
        )}
      </Followed>
    )
  }
  if (!isOfferable(action)) {
    return (
      <Screen header={header}>
        <Notice role="alert" title={t('action.refused')}>
          {t('action.stoppedText')}
        </Notice>
      </Screen>
    )
  }
  if (!network || !assets) {
    return (
      <Screen header={header}>
        {isLoading || network ? (
          <Waiting>
            <Skeleton isCard width="100%" height="16rem" />
          </Waiting>
        ) : (
          <Notice role="alert">{t('action.noNetwork')}</Notice>
        )}
      </Screen>
    )
  }
  if (!isReviewing || wrongArgument(action, given) !== undefined) {
    return (
      <ActionForm
        header={header}
        action={action}
        initial={given}
        onGiven={(values) => {
          setGiven(values)
          setReviewing(true)
        }}
      />
    )
  }
  return (
    <ActionReview
      {...props}
      back={needsValues ? { ...back, onPress: () => setReviewing(false) } : back}
      network={network}
      assets={assets}
      values={given}
      data={encodeAction(action, wallet.address, given)}
      failedHash={failed?.hash}
      onSent={(sent, unsure) => {
        setUnsure(unsure)
        setFailed(undefined)
        setOwn(sent)
      }}
    />
  )
}
