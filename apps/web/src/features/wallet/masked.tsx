import { readableAmount } from '@solstice/rules/amount'
import { useTranslation } from '#/lib/i18n.ts'
import text from '#/ui/text.module.css'
import { useDisplay } from './display.ts'

/** Stands in for a hidden amount. A screen reader says that it is hidden instead of reading dots. */
export function Masked() {
  const { t } = useTranslation('wallet')
  return (
    <>
      <span aria-hidden="true">••••</span>
      <span className={text.unseen}>{t('display.hidden')}</span>
    </>
  )
}

type AmountProps = { amount: bigint; decimals: number; symbol: string; sign?: string | undefined }

/** Shows an amount of the member's funds, or that it is hidden. */
export function OwnAmount({ amount, decimals, symbol, sign = '' }: AmountProps) {
  const { isHidden } = useDisplay()
  if (isHidden) {
    return (
      <>
        <Masked /> {symbol}
      </>
    )
  }
  return (
    <>
      {sign}
      {readableAmount(amount, decimals)} {symbol}
    </>
  )
}
