import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatMinute } from '#/lib/times.ts'
import { giftText, priceText } from '#/shell/price-text.ts'
import { Icon } from '#/ui/icon.tsx'
import type { IconName } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import type { RefundDetail } from './api.ts'
import styles from './refunds.module.css'
import { shortened } from './shortened.ts'

type Event = RefundDetail['events'][number]

const LOOKS: Record<Event['kind'], { icon: IconName; tone?: 'ok' | 'warn' | 'accent' }> = {
  ORDER_PLACED: { icon: 'bag' },
  PAYMENT_SEEN: { icon: 'link', tone: 'ok' },
  PAYMENT_SETTLED: { icon: 'link' },
  CREDITED: { icon: 'check', tone: 'ok' },
  SPENT: { icon: 'money', tone: 'accent' },
  REQUESTED: { icon: 'refund', tone: 'warn' },
  DECIDED: { icon: 'stamp', tone: 'accent' },
  PAYOUT_SENT: { icon: 'upload', tone: 'accent' },
  PAYOUT_CONFIRMED: { icon: 'check', tone: 'ok' },
}

/** Lists what happened around the refund, oldest first. */
export function Events({ refund }: { refund: RefundDetail }) {
  return (
    <ol className={styles.events}>
      {refund.events.map((event) => (
        <li key={`${event.kind} ${event.at} ${event.reference}`}>
          <span className={classNames(styles.dot, styles[LOOKS[event.kind].tone ?? 'plain'])}>
            <Icon name={LOOKS[event.kind].icon} />
          </span>
          <span>
            <EventName event={event} refund={refund} />
            <br />
            <span className={classNames(text.small, text.soft)}>
              {formatMinute(event.at)}
              <EventNote event={event} />
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}

function EventName({ event, refund }: { event: Event; refund: RefundDetail }) {
  const { t } = useTranslation('refunds')
  const { kind, xp, tickets, network, reference } = event
  const gift = giftText({ xp: Math.abs(xp), tickets: Math.abs(tickets), credit: 0 })
  return t(`events.${kind}`, {
    id: reference ?? '',
    gift: gift || t('nothing'),
    price: priceText(refund.payment?.amount ?? refund.amount, refund.symbol),
    network: network ?? '',
    type: t(`types.${refund.type}`),
  })
}

function EventNote({ event: { kind, reference, txHash } }: { event: Event }) {
  const { t } = useTranslation('refunds')
  if (kind === 'PAYMENT_SEEN' && reference !== null) {
    return <>, {t('block', { block: formatNumber(reference) })}</>
  }
  if (kind === 'CREDITED' && reference !== null) {
    return <>, {t('ledger', { id: formatNumber(reference) })}</>
  }
  return txHash === null ? null : (
    <>
      , <code>{shortened(txHash)}</code>
    </>
  )
}
