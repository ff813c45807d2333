import { readableAmount } from '@solstice/rules/amount'
import type { ReactNode } from 'react'
import { shortAddress } from '#/features/wallet/address.ts'
import { formatUsd, valueUsd } from '#/features/wallet/amounts.ts'
import { NetworkDot } from '#/features/wallet/chain/asset-icon.tsx'
import type { Progress } from '#/features/wallet/chain/follow.ts'
import type { Movement } from '#/features/wallet/chain/movements.ts'
import type { Asset } from '#/features/wallet/chain/networks.ts'
import type { TransactionDetail } from '#/features/wallet/chain/transaction.ts'
import { copyWithToast } from '#/features/wallet/clipboard.ts'
import type { useNames } from '#/features/wallet/names.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnMinute } from '@solstice/ui/programme-time.ts'
import type { Translate } from '#/lib/texts.ts'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { iconButtonClass } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import styles from './detail-screen.module.css'

type DetailFactsProps = {
  hash: string
  detail: TransactionDetail
  shown: Movement
  /** The network's own coin, in which the fee is paid. */
  coin: Asset | undefined
  nameOf: ReturnType<typeof useNames>
}

export function DetailFacts({ hash, detail, shown, coin, nameOf }: DetailFactsProps) {
  const { t } = useTranslation('wallet')
  const { network } = detail
  return (
    <Card variant="flush">
      <dl className={styles.facts}>
        <Fact name={t('detail.status')}>
          <span role="status">{statusText(detail.progress, t)}</span>
        </Fact>
        {detail.atMs !== undefined && (
          <Fact name={t('detail.time')}>{formatOwnMinute(detail.atMs)}</Fact>
        )}
        <Fact name={t('detail.from')}>
          <Party address={shown.from} name={nameOf(shown.from)} />
        </Fact>
        <Fact name={t('detail.to')}>
          <Party address={shown.to} name={nameOf(shown.to)} />
        </Fact>
        <Fact name={t('detail.network')}>
          <span className={styles.network}>
            <NetworkDot network={network} />
            {network.name}
          </span>
        </Fact>
        {detail.fee !== undefined && (
          <Fact name={t('detail.fee')}>
            {readableAmount(detail.fee, network.decimals, 8)} {network.symbol}
            {coin && ` · ${formatUsd(valueUsd(detail.fee, 18, coin.priceUsd) ?? 0)}`}
          </Fact>
        )}
        {detail.block !== undefined && (
          <>
            <Fact name={t('detail.block')}>{String(detail.block)}</Fact>
            <Fact name={t('detail.confirmations')}>{String(detail.confirmations)}</Fact>
          </>
        )}
        <Fact name={t('detail.nonce')}>{String(detail.transaction.nonce)}</Fact>
        <Fact name={t('detail.hash')}>
          <span className={styles.hash}>
            <span>{`${hash.slice(0, 10)}…${hash.slice(-8)}`}</span>
            <button
              type="button"
              className={iconButtonClass}
              aria-label={t('detail.copyHash')}
              onClick={() => void copyWithToast(hash, t('copied'))}
            >
              <Icon name="copy" size={20} />
            </button>
          </span>
        </Fact>
      </dl>
    </Card>
  )
}

function statusText(progress: Progress, t: Translate<'wallet'>): string {
  switch (progress.kind) {
    case 'waiting':
    case 'lost':
      return t('detail.pending')
    case 'confirming':
      return t('detail.confirming', { done: progress.confirmations, needed: progress.needed })
    case 'failed':
      return t('detail.failed')
    case 'replaced':
      return t('detail.replaced')
    case 'done':
      return t('detail.done')
  }
}

function Party({ address, name }: { address: string; name: string | undefined }) {
  return (
    <span className={styles.who}>
      {name && <span>{name}</span>}
      <span className={name ? text.soft : undefined}>{shortAddress(address)}</span>
    </span>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={classNames(text.small, text.soft)}>{name}</dt>
      <dd className={text.number}>{children}</dd>
    </div>
  )
}
