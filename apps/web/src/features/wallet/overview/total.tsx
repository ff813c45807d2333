import { formatPercentChange, formatUsd } from '#/features/wallet/amounts.ts'
import { dayChangeUsd } from '#/features/wallet/chain/assets.ts'
import type { Holding } from '#/features/wallet/chain/assets.ts'
import { hideBalances, useDisplay } from '#/features/wallet/display.ts'
import { Money } from '#/features/wallet/money.tsx'
import { useRates } from '#/features/wallet/rates.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnClock } from '@solstice/ui/programme-time.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { lazyPart } from '#/shell/lazy-part.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import text from '#/ui/text.module.css'
import styles from './total.module.css'

const CurrencyChoice = lazyPart(
  async () => (await import('./currency-choice.tsx')).CurrencyChoice,
  { texts: ['wallet-reach'], meanwhile: <div className={styles.currency} /> },
)

type TotalProps = {
  holdings: readonly Holding[]
  totalUsd: number | undefined
  asOfMs: number | undefined
  isLoading: boolean
}

/** Shows the total value, its change and the age of the balances. */
export function Total({ holdings, totalUsd, asOfMs, isLoading }: TotalProps) {
  const { t } = useTranslation('wallet')
  const { isHidden } = useDisplay()
  useRates()
  if (isLoading) {
    return (
      <div className={styles.total}>
        <Skeleton width="12rem" height="3rem" />
        <Skeleton width="9rem" height="1.125rem" />
      </div>
    )
  }
  const change = dayChangeUsd(holdings)
  const before = (totalUsd ?? 0) - change
  const percent = before > 0 ? (change / before) * 100 : 0
  return (
    <div className={styles.total}>
      <button
        type="button"
        className={styles.hide}
        aria-pressed={isHidden}
        onClick={() => hideBalances(!isHidden)}
      >
        <span className={text.unseen}>{t('home.total')} </span>
        <span className={classNames(text.display, styles.amount)}>
          {totalUsd === undefined ? t('none') : <Money usd={totalUsd} />}
        </span>
        <span className={text.faint}>
          <Icon name={isHidden ? 'eye-off' : 'eye'} size={20} />
        </span>
        <span className={text.unseen}> {t('display.hide')}</span>
      </button>
      <p className={classNames(text.small, text.soft, text.number, styles.note)}>
        {!isHidden && <Trend percent={percent} />}
        {!isHidden && totalUsd !== undefined && totalUsd > 0 && (
          <span>
            {t('home.day', {
              amount: formatUsd(Math.abs(change)),
              percent: formatPercentChange(percent),
            })}
          </span>
        )}
        {asOfMs !== undefined && (
          <span className={text.faint}>{t('home.asOf', { time: formatOwnClock(asOfMs) })}</span>
        )}
      </p>
      <CurrencyChoice />
    </div>
  )
}

/** Shows the direction without the colours of incoming and outgoing money. */
export function Trend({ percent }: { percent: number }) {
  if (Math.abs(percent) < 0.005) return null
  return (
    <svg viewBox="0 0 8 6" width="8" height="6" aria-hidden="true">
      <path d={percent > 0 ? 'M4 0l4 6H0z' : 'M4 6 0 0h8z'} fill="currentColor" />
    </svg>
  )
}
