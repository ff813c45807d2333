import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { LiveSteps } from '#/shell/live-steps.tsx'
import { Button, buttonClass } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Notice } from '#/ui/notice.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import { canRestart, confirmationsOf, isOver, phaseOf, stepsOf } from './order.ts'
import type { Order } from './order.ts'
import type { PaymentProgress } from '#/lib/payment-progress.ts'
import { OrderArt } from './order-art.tsx'
import styles from './order-progress.module.css'
import { refusalText } from './refusal.ts'
import { useReportPayment } from './use-report-payment.ts'

type OrderProgressProps = {
  order: Order
  /** The payment's progress as this device observes it. */
  seen: PaymentProgress | undefined
  back: { label: string; onPress: () => void }
  /** The item being bought, in one line. */
  name: string
  /** The items that will be credited. */
  gives: string
  reportPayment: (hash: string) => Promise<unknown>
  /** Offered when the earlier payment can no longer happen. */
  payAgain: (() => void) | undefined
  /** Closes this order and starts a new one. */
  onRestart: () => void
  /** Closes an order whose payment can no longer happen. */
  onClose: () => void
  isClosing: boolean
  /** A link to the place where the member can check the order later. */
  later: ReactNode
}

/** Shows the steps of a purchase: ordered, sent, confirming, credited. */
export function OrderProgress(props: OrderProgressProps) {
  const { t } = useTranslation('shop')
  const { order, seen, back, gives, payAgain } = props
  const phase = phaseOf(order, seen, useNow(1000))
  const shouldReport =
    order.standing === 'open' && isAlive(seen) && seen?.hash !== order.payment.txHash
  const isRestart = canRestart(phase, order)
  const refusal = useReportPayment(shouldReport ? seen?.hash : undefined, props.reportPayment)
  const { done, needed } = confirmationsOf(order, seen)
  const steps = stepsOf(phase)
  const isSent = steps.some(({ name, state }) => name === 'sent' && state === 'done')
  const labels = {
    ordered: t('steps.ordered'),
    sent: t(isSent ? 'steps.sent' : 'steps.sending'),
    confirming: confirmingLabel(),
    credited: t('steps.credited', { gives }),
  }
  return (
    <Screen
      header={<ScreenHeader back={back} title={t('order')} />}
      dock={
        <>
          {isRestart && (
            <Button isBusy={props.isClosing} onClick={props.onRestart}>
              {t('startAgain')}
            </Button>
          )}
          {payAgain && !isRestart && (
            <>
              <Button onClick={payAgain}>{t('payAgain')}</Button>
              <Button variant="quiet" isBusy={props.isClosing} onClick={props.onClose}>
                {t('cancelOrder')}
              </Button>
            </>
          )}
          {(isRestart || !payAgain) && props.later}
        </>
      }
    >
      <div className={styles.page}>
        <div className={styles.illustration}>
          <OrderArt isDone={phase === 'credited'} isOver={isOver(phase)} />
          <h2 className={text.headline}>{t(`phase.${phase}`)}</h2>
          <p className={classNames(text.soft, text.number)}>
            {t(`phaseText.${phase}`, { name: props.name, gives })}
          </p>
        </div>
        {seen?.wasReorged && <Notice role="alert">{t('takenBack')}</Notice>}
        {refusal !== undefined && <Notice role="alert">{refusalText(refusal, t)}</Notice>}
        <LiveSteps steps={steps.map(({ name, state }) => ({ name, state, label: labels[name] }))} />
        <Transaction hash={seen?.hash ?? order.payment.txHash} chainId={order.payment.chainId} />
      </div>
    </Screen>
  )

  function confirmingLabel(): string {
    if (phase === 'reverted') return t('steps.reverted')
    const deep =
      phase === 'crediting' || phase === 'checking' || phase === 'credited' ? needed : done
    return deep > 0 ? t('steps.confirming', { done: deep, needed }) : t('steps.waiting')
  }
}

/**
 * Returns true while the payment may still succeed; other payments are not reported to the server.
 */
function isAlive(seen: PaymentProgress | undefined): boolean {
  switch (seen?.kind) {
    case 'unsure':
    case 'waiting':
    case 'confirming':
    case 'done':
      return true
    case 'failing':
    case 'failed':
    case 'cancelled':
    case 'replaced':
    case undefined:
      return false
  }
}

/** Links to the transaction with its fee, block and available actions. */
function Transaction({ hash, chainId }: { hash: string | null; chainId: number }) {
  const { t } = useTranslation('shop')
  if (hash === null) return null
  return (
    <Link
      to="/wallet/history/$txId/"
      params={{ txId: hash }}
      search={{ chainId }}
      className={buttonClass('text')}
    >
      {t('transaction')}
    </Link>
  )
}
