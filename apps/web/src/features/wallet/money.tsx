import text from '#/ui/text.module.css'
import { formatUsd, moneyParts } from './amounts.ts'
import { useDisplay } from './display.ts'
import { Masked } from './masked.tsx'

type MoneyProps = {
  usd: number
  /** Shows the minor units as prominently as the rest. */
  isPlain?: boolean
}

/** Shows a value of the member's funds, or that it is hidden. */
export function Money({ usd, isPlain = false }: MoneyProps) {
  const { isHidden } = useDisplay()
  if (isHidden) return <Masked />
  if (isPlain) return formatUsd(usd)
  const { whole, minor } = moneyParts(usd)
  return (
    <>
      {whole}
      {minor !== '' && <span className={text.faint}>{minor}</span>}
    </>
  )
}
