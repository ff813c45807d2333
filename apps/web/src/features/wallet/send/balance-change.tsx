import { readableAmount } from '@solstice/rules/amount'
import type { Asset } from '#/features/wallet/chain/networks.ts'
import { useDisplay } from '#/features/wallet/display.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import text from '#/ui/text.module.css'

type BalanceChangeProps = { asset: Asset; before: bigint; leaves: bigint }

/** Shows the balance before and after a send, unless the member hides balances. */
export function BalanceChange({ asset, before, leaves }: BalanceChangeProps) {
  const { isHidden } = useDisplay()
  if (isHidden) return null
  const { decimals, symbol } = asset
  return (
    <span className={classNames(text.small, text.soft, text.number)}>
      {readableAmount(before, decimals)} →{' '}
      {readableAmount(before > leaves ? before - leaves : 0n, decimals)} {symbol}
    </span>
  )
}

/** Says that a balance is too small; a hidden one is not named. */
export function useShortageText({ decimals, symbol }: Asset, balance: bigint): string {
  const { t } = useTranslation('wallet')
  const { isHidden } = useDisplay()
  if (isHidden) return t('send.amountOver')
  return t('send.amountTooMuch', { amount: readableAmount(balance, decimals), symbol })
}
