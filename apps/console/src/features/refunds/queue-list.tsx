import { Link } from '@tanstack/react-router'
import { refundAge } from '@solstice/rules/refund-claim'
import { classNames } from '@solstice/ui/class-names.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatYearMinute } from '#/lib/times.ts'
import { priceText } from '#/shell/price-text.ts'
import { useSpanText } from '#/shell/span-text.ts'
import { Badge } from '#/ui/badge.tsx'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import type { Refund } from './api.ts'
import type { RefundsFilter } from './filter.ts'
import styles from './refunds.module.css'

type QueueListProps = {
  list: readonly Refund[]
  filter: RefundsFilter
  shownId: number | undefined
}

/** Lists refunds as rows that open beside the list. */
export function QueueList({ list, filter, shownId }: QueueListProps) {
  const { t } = useTranslation('refunds')
  return (
    <ul className={styles.rows} aria-label={t('title')}>
      {list.map((refund) => (
        <li key={refund.refundId}>
          <Link
            to="/refunds/$refundId"
            params={{ refundId: String(refund.refundId) }}
            search={filter}
            className={styles.row}
            aria-current={refund.refundId === shownId ? 'true' : undefined}
          >
            <span className={styles.line}>
              <span className={styles.who}>
                <b className={text.strong}>{refund.nickname}</b>
                <Claim refund={refund} />
              </span>
              <b className={classNames(text.strong, text.numbers, text.unbroken)}>
                {priceText(refund.amount, refund.symbol)}
              </b>
            </span>
            <span className={classNames(styles.line, text.small, text.soft)}>
              <span>
                {[refund.refundId, productText(refund), t(`types.${refund.type}`)]
                  .filter(Boolean)
                  .join(', ')}
              </span>
              <Age refund={refund} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Writes `Grand XP pack ×2`. */
export const productText = ({ product, quantity }: Pick<Refund, 'product' | 'quantity'>) =>
  product === null ? null : quantity > 1 ? `${product} ×${quantity}` : product

function Claim({ refund: { claimedBy, isMine, approvalId } }: { refund: Refund }) {
  const { t } = useTranslation('refunds')
  if (approvalId !== null) {
    return <Badge icon="people">{t('waitsForSecond', { id: approvalId })}</Badge>
  }
  if (isMine) {
    return (
      <Badge tone="accent" icon="check">
        {t('you')}
      </Badge>
    )
  }
  return claimedBy === null ? null : (
    <Badge icon="user">{t('claimedBy', { name: claimedBy })}</Badge>
  )
}

/** A waiting refund shows its age, amber after a day and red after two; a decided one its day. */
function Age({ refund: { state, requestedAt, decidedAt } }: { refund: Refund }) {
  const { t } = useTranslation('refunds')
  const spanText = useSpanText()
  const now = useNow()
  if (state !== 'REQUESTED' && decidedAt !== null) {
    return <time dateTime={decidedAt}>{formatYearMinute(decidedAt)}</time>
  }
  const waited = now - Date.parse(requestedAt)
  const age = refundAge(waited)
  const tone = { fresh: undefined, late: text.warn, overdue: text.bad }[age]
  return (
    <time
      dateTime={requestedAt}
      title={formatYearMinute(requestedAt)}
      className={classNames(styles.age, tone)}
    >
      {age !== 'fresh' && <Icon name="alert" />}
      {age !== 'fresh' && <span className={text.unseen}>{t(`ages.${age}`)}</span>}
      {spanText(waited)}
    </time>
  )
}
