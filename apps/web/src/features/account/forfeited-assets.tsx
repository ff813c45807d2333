import { Link } from '@tanstack/react-router'
import { formatAmount, formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { buttonClass } from '#/ui/button.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Notice } from '#/ui/notice.tsx'
import styles from './delete-account.module.css'

/**
 * The assets that a member loses with the account. It is undefined when it could not be determined.
 */
export type ForfeitedAssets = {
  symbol: string
  withdrawable: string
  /** Earned with friends and not claimed. */
  unclaimed: string
  credit: number
  /** Paid and not credited yet. */
  paidOrders: number
}

function hasForfeited({ withdrawable, unclaimed, credit, paidOrders }: ForfeitedAssets): boolean {
  return Number(withdrawable) > 0 || Number(unclaimed) > 0 || credit > 0 || paidOrders > 0
}

/** Shows the amounts that would be lost, with a link to withdraw them first. */
export function ForfeitNotice({ forfeited }: { forfeited: ForfeitedAssets | undefined }) {
  const { t } = useTranslation('account')
  if (!forfeited || !hasForfeited(forfeited)) return null
  const { symbol, withdrawable, unclaimed, credit, paidOrders } = forfeited
  return (
    <div className={styles.forfeited}>
      <Notice title={t('delete.losses.title')}>{t('delete.losses.text')}</Notice>
      <Facts
        facts={[
          Number(withdrawable) > 0 && [
            t('delete.losses.withdrawable'),
            `${formatAmount(withdrawable)} ${symbol}`,
          ],
          Number(unclaimed) > 0 && [
            t('delete.losses.unclaimed'),
            `${formatAmount(unclaimed)} ${symbol}`,
          ],
          credit > 0 && [t('delete.losses.credit'), formatNumber(credit)],
          paidOrders > 0 && [t('delete.losses.paidOrders'), formatNumber(paidOrders)],
        ]}
      />
      {Number(withdrawable) > 0 && (
        <Link to="/more/withdraw" className={buttonClass('quiet')}>
          {t('delete.losses.withdraw')}
        </Link>
      )}
    </div>
  )
}
