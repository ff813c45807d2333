import type { ExplanationText } from '@solstice/contract/explanation-texts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#/lib/i18n.ts'
import { WhyButton } from '#/shell/why-button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import text from '#/ui/text.module.css'
import type { Explanation } from './api.ts'
import { DayDots } from './day-dots.tsx'
import { HoldBar } from './hold-bar.tsx'
import { holdOf } from './hold.ts'
import { SumParts } from './sum-parts.tsx'
import styles from './why-sheet.module.css'

/** These rules give something that the member can try for again. */
const CHANCES: ReadonlySet<Explanation['rule']> = new Set([
  'check-in',
  'spin',
  'ticket',
  'mission',
  'round',
])

/** These have a sum that the member has not received. */
const NOT_CREDITED: ReadonlySet<string> = new Set([
  'WAITING_FOR_WALLET',
  'EXPIRED',
  'WAITING',
  'PENDING',
  'FAILED',
  'CANCELLED',
])

/** States of a reward that is granted and not in the wallet yet. */
const UNPAID: ReadonlySet<unknown> = new Set(['PENDING', 'OWED', 'CLAIMABLE'])

function isCredited({ outcome, inputs }: Explanation): boolean {
  // A reward whose payout is under way is not in the wallet yet.
  return !NOT_CREDITED.has(outcome) && !UNPAID.has(inputs['state'])
}

type WhyBodyProps = { explanation: Explanation; texts: ExplanationText }

export function WhyBody({ explanation, texts }: WhyBodyProps) {
  const { t } = useTranslation('why')
  const { sums, days } = explanation
  return (
    <div className={styles.body}>
      <p className={text.soft}>{texts.sentence}</p>
      <HoldBar explanation={explanation} />
      {days.length > 0 && <DayDots days={days} />}
      {sums.map((sum, at) => (
        <SumParts
          key={sum.unit}
          sum={sum}
          labels={texts.parts[at] ?? []}
          total={texts.totals[at] ?? ''}
          isCredited={isCredited(explanation)}
        />
      ))}
      {texts.rows.length > 0 && (
        <dl className={styles.rows}>
          {texts.rows.map(({ label, value }) => (
            <div key={label}>
              <dt className={text.soft}>{label}</dt>
              <dd className={classNames(text.strong, text.number)}>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <Assurances texts={texts.assurances} />
      {/* The bar of a hold shows its end already. */}
      {texts.next !== null && !holdOf(explanation) && (
        <div className={styles.next}>
          <p className={classNames(text.small, text.soft)}>
            {t(CHANCES.has(explanation.rule) ? 'chance' : 'next')}
          </p>
          <p>{texts.next}</p>
        </div>
      )}
      <PayoutLink explanation={explanation} />
      <Record explanation={explanation} />
    </div>
  )
}

function Assurances({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <ul className={styles.assurances}>
      {texts.map((assurance) => (
        <li key={assurance}>
          <Icon name="check" size={20} />
          <span className={text.soft}>{assurance}</span>
        </li>
      ))}
    </ul>
  )
}

/** A reward whose payout is under way leads to the explanation of the payout. */
function PayoutLink({ explanation: { inputs } }: Pick<WhyBodyProps, 'explanation'>) {
  const { t } = useTranslation('why')
  const { payoutEntryId } = inputs
  if (typeof payoutEntryId !== 'string') return null
  return (
    <p>
      <WhyButton entryId={payoutEntryId} isReplacing>
        {t('payout')}
      </WhyButton>
    </p>
  )
}

/** Names the entry in the ledger and leads to the rules of the season. */
function Record({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation('why')
  const { ledgerTransactionId, seasonId, seasonVersion } = explanation
  if (ledgerTransactionId === null && seasonId === null) return null
  return (
    <div className={classNames(text.small, text.number, styles.record)}>
      {ledgerTransactionId !== null && (
        <span className={classNames(text.soft, styles.recorded)}>
          <ScreenIcon name="check" size={16} />
          {t('recorded', { number: ledgerTransactionId })}
        </span>
      )}
      {seasonId !== null && (
        <Link
          to="/rewards/dashboard/rules/"
          search={{ season: seasonId }}
          className={classNames(text.strong, styles.rule)}
        >
          {seasonVersion === null ? t('rule') : t('ruleVersion', { version: seasonVersion })}
        </Link>
      )}
    </div>
  )
}
