import type { ExplanationText } from '@solstice/contract/explanation-texts'
import { classNames } from '@solstice/ui/class-names.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import { plainAmount, signedAmount, unitName } from '#/features/member/amount-text.ts'
import type { OperatorExplanation } from '#/features/member/api.ts'
import { originText } from './origin-text.ts'
import styles from './why.module.css'

type StepTableProps = { explanation: OperatorExplanation; words: ExplanationText }

/** Shows the conditions in the order in which the rule checked them, and how each sum adds up. */
export function StepTable({ explanation, words }: StepTableProps) {
  const { t } = useTranslation('why')
  const { steps, sums } = explanation
  if (steps.length === 0 && sums.length === 0) return null
  const [first] = sums
  return (
    <table className={styles.steps}>
      <thead>
        <tr>
          <th scope="col" colSpan={first ? 1 : 2}>
            {t('step')}
          </th>
          {first && <th scope="col">{t('from')}</th>}
          <th scope="col" className={styles.right}>
            {first ? unitName(first.unit) : t('result')}
          </th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ check, passed }, at) => (
          <tr key={check}>
            <td colSpan={2}>{words.steps[at]}</td>
            <td className={classNames(styles.right, passed ? styles.ok : styles.failed)}>
              <span className={text.unseen}>{t(passed ? 'passed' : 'notPassed')}</span>
              <Icon name={passed ? 'check' : 'close'} />
            </td>
          </tr>
        ))}
      </tbody>
      {sums.map((sum, at) => (
        <tbody key={`${sum.unit} ${at}`} className={styles.sum}>
          {sum.parts.map(({ part, amount }, place) => (
            <tr key={`${part} ${place}`}>
              <td>{t(`parts.${part}`)}</td>
              <td className={classNames(text.small, text.soft)}>
                {originText(explanation, part) ?? words.parts[at]?.[place]}
              </td>
              <td className={styles.right}>
                {place === 0 ? plainOrNegative(amount, sum.unit) : signedAmount(amount, sum.unit)}
              </td>
            </tr>
          ))}
          <tr className={styles.total}>
            <th scope="row">{t('total')}</th>
            <td className={classNames(text.small, text.faint)}>
              {originText(explanation, 'TOTAL')}
            </td>
            <td className={styles.right}>
              {plainOrNegative(sum.total, sum.unit)}
              {at > 0 && ` ${unitName(sum.unit)}`}
            </td>
          </tr>
        </tbody>
      ))}
    </table>
  )
}

/** The first part begins the sum, so it has a sign only if it is taken. */
const plainOrNegative = (amount: string, unit: string) =>
  amount.startsWith('-') ? signedAmount(amount, unit) : plainAmount(amount, unit)
