import { Link } from '@tanstack/react-router'
import { formatPercentChange, formatUsd } from '#/features/wallet/amounts.ts'
import { dayChangeUsd, useHoldings } from '#/features/wallet/chain/assets.ts'
import { useDisplay } from '#/features/wallet/display.ts'
import { Money } from '#/features/wallet/money.tsx'
import { useRates } from '#/features/wallet/rates.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnClock } from '@solstice/ui/programme-time.ts'
import { cardClass } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Skeleton } from '#/ui/skeleton.tsx'
import text from '#/ui/text.module.css'
import styles from './home-card.module.css'
import { Trend } from './total.tsx'

/** Shows the wallet on the home screen: its value, the change and the networks. */
export function HomeCard({ address }: { address: string }) {
  const { t } = useTranslation('wallet')
  const { holdings, networks, totalUsd, isLoading, asOfMs } = useHoldings(address)
  const { isHidden } = useDisplay()
  useRates()
  const change = dayChangeUsd(holdings)
  const before = (totalUsd ?? 0) - change
  return (
    <Link to="/wallet/" className={classNames(cardClass, styles.card)}>
      <span className={styles.head}>
        <span className={classNames(text.small, text.soft)}>{t('home.total')}</span>
        <span className={classNames(text.small, text.soft, text.number)}>
          {asOfMs !== undefined && t('home.asOf', { time: formatOwnClock(asOfMs) })}
        </span>
      </span>
      <span className={classNames(text.display, styles.total)}>
        {isLoading ? (
          <Skeleton width="11rem" height="3rem" />
        ) : totalUsd === undefined ? (
          t('none')
        ) : (
          <Money usd={totalUsd} />
        )}
      </span>
      <span className={styles.foot}>
        <span className={classNames(text.small, text.soft, text.number, styles.day)}>
          {!isHidden && before > 0 && <Trend percent={change / before} />}
          {!isHidden &&
            before > 0 &&
            t('home.day', {
              amount: formatUsd(Math.abs(change)),
              percent: formatPercentChange((change / before) * 100),
            })}
        </span>
        <Shares holdings={holdings} networks={networks} />
      </span>
    </Link>
  )
}

/** Shows each network's share of the total in its colour. */
function Shares({
  networks,
  holdings,
}: Pick<ReturnType<typeof useHoldings>, 'networks' | 'holdings'>) {
  const held = networks.filter((network) =>
    holdings.some((holding) => holding.network === network && holding.amount),
  )
  return (
    <svg className={styles.dots} width={held.length * 16} height="12" aria-hidden="true">
      {held.map((network, at) => (
        <circle key={network.chainId} cx={6 + at * 16} cy="6" r="6" fill={network.colour} />
      ))}
    </svg>
  )
}
