import text from '#/ui/text.module.css'
import { formatUsd } from './amounts.ts'

/** The cents stand back. */
export function Money({ worth }: { worth: number }) {
  const [whole = '', cents] = formatUsd(worth).split('.')
  return (
    <>
      {whole}
      {cents !== undefined && <span className={text.faint}>.{cents}</span>}
    </>
  )
}
