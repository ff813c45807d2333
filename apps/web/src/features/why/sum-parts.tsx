import { amountText } from '@solstice/contract/explanation-texts/fill'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import text from '#/ui/text.module.css'
import type { Explanation } from './api.ts'
import styles from './why-sheet.module.css'

type Sum = Explanation['sums'][number]
type SumPartsProps = {
  sum: Sum
  labels: readonly string[]
  total: string
  /** Whether the member has received the sum. */
  isCredited: boolean
}

/** Shows the parts of a sum, drawn to scale if there are several, and the total. */
export function SumParts({ sum, labels, total, isCredited }: SumPartsProps) {
  const { t } = useTranslation('why')
  const { parts } = sum
  const isTaken = sum.total.startsWith('-')
  const moved = t(isTaken ? 'taken' : 'credited')
  const calculated = parts.length === 1 ? labels[0] : undefined
  return (
    <div>
      {parts.length > 1 && (
        <>
          <div className={styles.bar} aria-hidden="true">
            {parts.map(({ part, amount }, at) => (
              <i
                key={part}
                data-part={at % COLOURS}
                style={{ flexGrow: Math.abs(Number(amount)) }}
              />
            ))}
          </div>
          <dl className={styles.rows}>
            {parts.map(({ part, amount }, at) => (
              <div key={part}>
                <dt className={styles.part}>
                  <i data-part={at % COLOURS} aria-hidden="true" />
                  {labels[at]}
                </dt>
                <dd className={text.number}>{signed(amount, at === 0)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <p className={classNames(text.strong, text.number, styles.total)}>
        <span>{isCredited ? moved : (calculated ?? t('sum'))}</span>
        {/* The label says that it was deducted. */}
        <span>{total.replace('−', '')}</span>
      </p>
    </div>
  )
}

const COLOURS = 4

/** The first part starts the sum, and each of the others has its sign. */
function signed(amount: string, isFirst: boolean): string {
  if (amount.startsWith('-')) return amountText(amount).replace('−', '− ')
  return isFirst ? amountText(amount) : `+ ${amountText(amount)}`
}
