import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnClock } from '@solstice/ui/programme-time.ts'
import { formatCountdown, serverNow } from '@solstice/ui/time.ts'
import { showToast } from '#/lib/toast.ts'
import { useCountdown } from '#/lib/use-countdown.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import text from '#/ui/text.module.css'
import { canBePaid, canStillBePaid } from './order.ts'
import type { Order } from './order.ts'
import type { PaymentProgress } from '#/lib/payment-progress.ts'
import styles from './order-flow.module.css'
import { OrderProgress } from './order-progress.tsx'
import { refusalText } from './refusal.ts'

/**
 * The data and elements that the wallet needs to pay an order. The route renders the wallet,
 * because features do not import each other.
 */
export type PayParts = {
  payable: {
    order: string
    chainId: number
    contract: string | null
    payFrom: string
    payTo: string
    price: string
  }
  /**
   * Returns true while the order is open, in time and unpaid as far as the server knows; a payment
   * that can no longer happen does not count.
   */
  isPayable: (dead?: string) => boolean
  /** Checks the same against a fresh server response and requires enough time to sign and send. */
  isStillPayable: (dead?: string) => Promise<boolean>
  back: { label: string; onPress: () => void }
  title: string
  about: ReactNode
  otherwise: ReactNode
  progress: (seen: PaymentProgress | undefined, payAgain: (() => void) | undefined) => ReactNode
}

type OrderFlowProps = {
  order: Order
  name: string
  gives: string
  art: ReactNode
  back: { label: string; onPress: () => void }
  pay: (parts: PayParts) => ReactNode
  reportPayment: (hash: string) => Promise<unknown>
  cancel: () => Promise<unknown>
  /** Fetches the current order from the server. */
  fetchOrder: () => Promise<Order | undefined>
  /** Runs after the order is closed and leads to the screen that opens a new one. */
  onClosed: () => void
  later: ReactNode
}

/** Shows an order from payment to credit, whichever device pays it. */
export function OrderFlow(props: OrderFlowProps) {
  const { t } = useTranslation('shop')
  const { order, name, gives, back, pay } = props
  const { payment } = order
  const { isBusy: isClosing, run } = useBusy()
  const nowMs = useNow(1000)

  async function close(): Promise<void> {
    try {
      await props.cancel()
      props.onClosed()
    } catch (error) {
      showToast(refusalText(error, t), { tone: 'attention' })
    }
  }

  /** Ignores a failed cancellation, because the old order may be closed already. */
  async function restart(): Promise<void> {
    if (order.standing === 'open') await props.cancel().catch(() => undefined)
    props.onClosed()
  }

  const progress: PayParts['progress'] = (seen, payAgain) => (
    <OrderProgress
      order={order}
      seen={seen}
      back={back}
      name={name}
      gives={gives}
      reportPayment={props.reportPayment}
      payAgain={payAgain}
      onRestart={() => void run(restart)}
      onClose={() => void run(close)}
      isClosing={isClosing}
      later={props.later}
    />
  )
  const { chainId, contractAddress: contract, payFrom, payTo, price } = payment
  return pay({
    payable: { order: order.key, chainId, contract, payFrom, payTo, price },
    isPayable: (dead) => canBePaid(order, nowMs, dead),
    isStillPayable: async (dead) => {
      const now = await props.fetchOrder()
      return now !== undefined && canStillBePaid(now, serverNow(), dead)
    },
    back,
    title: t('payTitle'),
    about: <About order={order} name={name} gives={gives} art={props.art} />,
    otherwise: (
      <div>
        {payment.expiresAt !== null && (
          <p className={classNames(text.small, text.faint, styles.note)}>
            {t('payUntil', { time: formatOwnClock(payment.expiresAt) })}
          </p>
        )}
        <Button variant="text" isBusy={isClosing} onClick={() => void run(close)}>
          {t('cancelOrder')}
        </Button>
      </div>
    ),
    progress,
  })
}

type AboutProps = { order: Order; name: string; gives: string; art: ReactNode }

/** Shows the item being paid for and how long its price is valid. */
function About({ order, name, gives, art }: AboutProps) {
  const { expiresAt } = order.payment
  return (
    <Card>
      <div className={styles.about}>
        {art}
        <div className={styles.text}>
          <p className={text.strong}>{name}</p>
          <p className={classNames(text.soft, text.number)}>{gives}</p>
        </div>
        {expiresAt !== null && <Remaining until={expiresAt} />}
      </div>
    </Card>
  )
}

function Remaining({ until }: { until: string }) {
  const { t } = useTranslation('shop')
  const leftMs = useCountdown(Date.parse(until))
  return (
    <p className={styles.remaining}>
      <span className={classNames(text.small, text.soft)}>{t('remaining')}</span>
      <span className={classNames(text.strong, text.number)} role="timer">
        {formatCountdown(leftMs)}
      </span>
    </p>
  )
}
