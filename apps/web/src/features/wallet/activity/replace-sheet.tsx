import { readableAmount } from '@solstice/rules/amount'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AddressInFull } from '#/features/wallet/address-in-full.tsx'
import { formatUsd, valueUsd } from '#/features/wallet/amounts.ts'
import { UnsureError } from '#/features/wallet/chain/broadcast.ts'
import { feeCeilingOf, readReplacementFee } from '#/features/wallet/chain/fees.ts'
import type { Asset } from '#/features/wallet/chain/networks.ts'
import { problemText } from '#/features/wallet/chain/problem-text.ts'
import { RpcError } from '#/features/wallet/chain/rpc-error.ts'
import { NODE_QUERY } from '#/features/wallet/chain/rpc.ts'
import type { SignedTransfer } from '#/features/wallet/chain/signed-transfer.ts'
import type { TransactionDetail } from '#/features/wallet/chain/transaction.ts'
import { gasOf, replaceSent } from '#/features/wallet/chain/transfer.ts'
import type { Replacement } from '#/features/wallet/chain/transfer.ts'
import type { Opener } from '#/features/wallet/device/opener.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Notice } from '#/ui/notice.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import text from '#/ui/text.module.css'
import styles from './replace-sheet.module.css'

type ReplaceSheetProps = {
  replacement: Replacement
  /** The pending transaction as this device signed it; undefined if another device sent it. */
  signed: SignedTransfer | undefined
  /** The recipient's name in the address book. */
  name: string | undefined
  userId: string
  detail: TransactionDetail
  coin: Asset | undefined
  opener: Opener
  onClose: () => void
  onReplaced: (hash: string) => void
}

/** Sends a second transaction with the same nonce, so that only one of the two can be mined. */
export function ReplaceSheet(props: ReplaceSheetProps) {
  const { t } = useTranslation('wallet')
  const { replacement, detail, signed, coin, opener } = props
  const { kind } = replacement
  const { network, transaction } = detail
  const { isBusy, run } = useBusy()
  const [problem, setProblem] = useState<string>()
  const { data: fee } = useQuery({
    ...NODE_QUERY,
    queryKey: ['replacement-fee', transaction.hash],
    queryFn: () => readReplacementFee(network, signed ?? feeCeilingOf(transaction)),
    retry: 1,
  })
  const most = fee && gasOf(replacement) * fee.maxFeePerGas

  async function replace(): Promise<void> {
    // Sign only the fee that is shown on the screen.
    if (!fee) return
    setProblem(undefined)
    try {
      const opening = await opener.byPin()
      if (!opening) return
      const owner = { userId: props.userId, opening }
      props.onReplaced((await replaceSent(network, replacement, fee, owner)).hash)
    } catch (cause) {
      if (cause instanceof UnsureError) return props.onReplaced(cause.sent.hash)
      const isTooLate = cause instanceof RpcError && /nonce/i.test(cause.detail)
      setProblem(isTooLate ? t('detail.tooLate') : problemText(cause, t, network.name))
    }
  }

  return (
    <Sheet
      isOpen
      onClose={props.onClose}
      title={t(kind === 'cancel' ? 'detail.cancelTitle' : 'detail.speedUpTitle')}
      actions={
        <>
          <Button
            variant={kind === 'cancel' ? 'quiet' : 'lit'}
            isBusy={isBusy}
            disabled={fee === undefined}
            onClick={() => void run(replace)}
          >
            <Icon name="lock" size={20} />
            {t('send.confirmPin')}
          </Button>
          <Button variant="text" onClick={props.onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <div className={styles.text}>
        <p className={text.soft}>
          {t(kind === 'cancel' ? 'detail.cancelText' : 'detail.speedUpText')}
        </p>
        {replacement.kind === 'speed-up' && (
          <SentAgain signed={replacement.signed} name={props.name} />
        )}
        <p className={styles.fee}>
          <span className={classNames(text.small, text.soft)}>{t('detail.newFee')}</span>
          <span className={text.number}>
            {most === undefined
              ? t('none')
              : `${readableAmount(most, network.decimals)} ${network.symbol}`}
            {most !== undefined &&
              coin &&
              ` · ${formatUsd(valueUsd(most, network.decimals, coin.priceUsd) ?? 0)}`}
          </span>
        </p>
        {problem && <Notice role="alert">{problem}</Notice>}
      </div>
    </Sheet>
  )
}

/** Shows the recipient and amount of the transfer to sign, decoded from the bytes signed before. */
function SentAgain({ signed, name }: { signed: SignedTransfer; name: string | undefined }) {
  const { t } = useTranslation('wallet')
  const { asset, amount, to } = signed
  const usdValue = valueUsd(amount, asset.decimals, asset.priceUsd)
  return (
    <Card>
      <dl className={styles.again}>
        <div className={styles.fee}>
          <dt className={classNames(text.small, text.soft)}>{t('send.amount')}</dt>
          <dd className={classNames(text.strong, text.number)}>
            {readableAmount(amount, asset.decimals)} {asset.symbol}
            {usdValue !== undefined && <span className={text.soft}> · {formatUsd(usdValue)}</span>}
          </dd>
        </div>
        <div>
          <dt className={classNames(text.small, text.soft)}>
            {t('send.to')} {name}
          </dt>
          <dd>
            <AddressInFull address={to} />
          </dd>
        </div>
      </dl>
    </Card>
  )
}
