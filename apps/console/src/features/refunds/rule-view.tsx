import { classNames } from '@solstice/ui/class-names.ts'
import { findTextOf, useTranslation } from '#/lib/i18n.ts'
import { formatYearMinute } from '#/lib/times.ts'
import { giftText } from '#/shell/price-text.ts'
import { Note } from '#/ui/note.tsx'
import text from '#/ui/text.module.css'
import type { RefundDetail } from './api.ts'
import styles from './refunds.module.css'

type RefundFact = RefundDetail['facts'][number]

/** Says what the rule would decide, and from which facts. The operator may decide otherwise. */
export function RuleView({ refund }: { refund: RefundDetail }) {
  const { t } = useTranslation('refunds')
  const { expectedOutcome, state, facts, type } = refund
  if (state !== 'REQUESTED') return null
  if (expectedOutcome === null) {
    return <Note icon="info">{t(type === 'UNMATCHED' ? 'noRuleUnmatched' : 'noRule')}</Note>
  }
  const isGrant = expectedOutcome === 'REFUNDED'
  return (
    <Note tone={isGrant ? 'ok' : 'warn'} icon={isGrant ? 'check' : 'alert'}>
      <b>{t(`expected.${expectedOutcome}`)}</b> {reasonOf(refund, t)}
      <details className={styles.trace}>
        <summary className={text.small}>{t('trace')}</summary>
        <dl className={classNames(styles.facts, text.small)}>
          {facts.map((fact) => (
            <div key={fact.name}>
              <dt>{t(`facts.${fact.name}`)}</dt>
              <dd>{valueText(fact, t)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Note>
  )
}

type T = ReturnType<typeof useTranslation<'refunds'>>['t']

function reasonOf({ expectedOutcome, given, recoverable }: RefundDetail, t: T): string {
  if (expectedOutcome !== 'SPENT') return t('mayDiffer')
  const spent = {
    xp: given.xp - recoverable.xp,
    tickets: given.tickets - recoverable.tickets,
    credit: given.credit - recoverable.credit,
  }
  return t('spentOf', { spent: giftText(spent), given: giftText(given) })
}

function valueText({ name, value }: RefundFact, t: T): string {
  if (value === null) return '–'
  if (typeof value === 'boolean') return t(value ? 'common:yes' : 'common:no')
  switch (name) {
    case 'COMPLETED_AT':
    case 'REQUESTED_AT':
      return formatYearMinute(value)
    case 'ORDER_STATE':
      return findTextOf('member', `orders.states.${value}`) ?? value
    case 'TYPE':
      return findTextOf('refunds', `types.${value}`) ?? value
    case 'PAYMENT':
      return findTextOf('refunds', `factPayments.${value}`) ?? value
    case 'COVERS_GIFT':
    case 'NAMED_UNSEEN':
      return value
  }
}
