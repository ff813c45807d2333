import text from '#/ui/text.module.css'
import { formatUsd } from './amounts.ts'

/** Shows the cents less prominently. */
export function Money({ usd }: { usd: number }) {
  const [whole = '', cents] = formatUsd(usd).split('.')
  return (
    <>
      {whole}
      {cents !== undefined && <span className={text.faint}>.{cents}</span>}
    </>
  )
}
