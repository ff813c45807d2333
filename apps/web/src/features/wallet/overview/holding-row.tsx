import { shortAddress } from '#/features/wallet/address.ts'
import { formatPercentChange, formatUsd, valueUsd } from '#/features/wallet/amounts.ts'
import { AssetIcon } from '#/features/wallet/chain/asset-icon.tsx'
import type { Holding } from '#/features/wallet/chain/assets.ts'
import styles from '#/features/wallet/lists.module.css'
import { OwnAmount } from '#/features/wallet/masked.tsx'
import { Money } from '#/features/wallet/money.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import text from '#/ui/text.module.css'
import { PriceChart } from './price-chart.tsx'
import { Trend } from './total.tsx'

/** Shows a coin or token with its price, price change, value and amount. */
export function HoldingRow({ holding: { asset, network, amount } }: { holding: Holding }) {
  const { t } = useTranslation('wallet')
  const usdValue =
    amount === undefined ? undefined : valueUsd(amount, asset.decimals, asset.priceUsd)
  return (
    <li className={styles.row}>
      <AssetIcon asset={asset} network={network} />
      <span className={styles.grow}>
        <span className={text.strong}>{asset.name}</span>
        <span className={classNames(text.small, text.soft, text.number, styles.price)}>
          {asset.priceUsd === null ? (
            <span>
              {asset.contractId < 0 ? shortAddress(asset.address ?? '') : t('none')}
              <span className={text.unseen}>{t('home.noPrice')}</span>
            </span>
          ) : (
            formatUsd(Number(asset.priceUsd))
          )}
          {asset.priceChange24h !== null && <Change percent={asset.priceChange24h} />}
        </span>
      </span>
      {asset.priceUsd !== null && <PriceChart name={asset.name} symbol={asset.symbol} />}
      <span className={styles.end}>
        <span className={classNames(text.strong, text.number)}>
          {usdValue === undefined ? t('none') : <Money usd={usdValue} isPlain />}
        </span>
        <span className={classNames(text.small, text.soft, text.number)}>
          {amount === undefined ? t('none') : <OwnAmount amount={amount} {...asset} />}
        </span>
      </span>
    </li>
  )
}

/** Uses neither green nor red, which mark incoming and outgoing money. */
function Change({ percent }: { percent: number }) {
  const { t } = useTranslation('wallet')
  const isFlat = Math.abs(percent) < 0.005
  return (
    <span className={styles.change}>
      <Trend percent={percent} />
      {!isFlat && <span className={text.unseen}>{t(percent > 0 ? 'home.up' : 'home.down')} </span>}
      {formatPercentChange(percent)}
    </span>
  )
}
