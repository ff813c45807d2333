import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { useNow } from '#/lib/use-now.ts'
import { Button, buttonClass } from '#/ui/button.tsx'
import { classNames } from '#/ui/class-names.ts'
import { Notice } from '#/ui/notice.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { StepList } from '#/ui/step-list.tsx'
import text from '#/ui/text.module.css'
import { depthOf, phaseOf, stepsOf } from './order.ts'
import type { Order, Phase, SeenPayment } from './order.ts'
import { OrderArt } from './order-art.tsx'
import styles from './order-progress.module.css'
import { refusalText } from './refusal.ts'
import { useTellPayment } from './use-tell-payment.ts'

type OrderProgressProps = {
  order: Order
  /** What this device sees of its own payment. */
  seen: SeenPayment | undefined
  back: { label: string; onPress: () => void }
  /** What is bought, in a line. */
  name: string
  /** What will be credited. */
  gives: string
  tell: (hash: string) => Promise<unknown>
  /** For a payment that can no longer happen. */
  payAgain: (() => void) | undefined
  /** Closes this order and begins anew. */
  onRestart: () => void
  isRestarting: boolean
  /** Where to look at it later. */
  later: ReactNode
}

/** Phases in which nothing can come of this order any more. */
const OVER: readonly Phase[] = [
  'expired',
  'reverted',
  'replaced',
  'failed',
  'cancelled',
  'refunded',
]
const CAN_RESTART: readonly Phase[] = ['expired', 'cancelled', 'failed']

/** Ordered, sent, confirming, credited: where a purchase is, while people wait for it. */
export function OrderProgress(props: OrderProgressProps) {
  const { t } = useTranslation('shop')
  const { order, seen, back, gives, payAgain } = props
  const phase = phaseOf(order, seen, useNow(1000))
  const isDead = seen?.kind === 'failed' || seen?.kind === 'replaced'
  const toTell = order.standing === 'open' && !isDead && seen?.hash !== order.payment.txHash
  const refusal = useTellPayment(toTell ? seen?.hash : undefined, props.tell)
  const { done, needed } = depthOf(order, seen)
  const steps = stepsOf(phase)
  const isSent = steps.some(({ name, state }) => name === 'sent' && state === 'done')
  const labels = {
    ordered: t('steps.ordered'),
    sent: t(isSent ? 'steps.sent' : 'steps.sending'),
    confirming:
      done > 0 || phase === 'crediting' || phase === 'credited'
        ? t('steps.confirming', { done: phase === 'confirming' ? done : needed, needed })
        : t('steps.waiting'),
    credited: t('steps.credited', { gives }),
  }
  return (
    <Screen
      header={<ScreenHeader back={back} title={t('order')} />}
      dock={
        <>
          {payAgain && !CAN_RESTART.includes(phase) && (
            <Button onClick={payAgain}>{t('payAgain')}</Button>
          )}
          {CAN_RESTART.includes(phase) && (
            <Button isBusy={props.isRestarting} onClick={props.onRestart}>
              {t('startAgain')}
            </Button>
          )}
          {props.later}
        </>
      }
    >
      <div className={styles.page}>
        <div className={styles.scene}>
          <OrderArt isDone={phase === 'credited'} isOver={OVER.includes(phase)} />
          <h2 className={text.headline}>{t(`phase.${phase}`)}</h2>
          <p className={classNames(text.soft, text.number, text.pretty)}>
            {t(`phaseText.${phase}`, { name: props.name, gives })}
          </p>
        </div>
        {seen?.wasTakenBack && <Notice role="alert">{t('takenBack')}</Notice>}
        {refusal !== undefined && <Notice role="alert">{refusalText(refusal, t)}</Notice>}
        <StepList steps={steps.map(({ name, state }) => ({ name, state, label: labels[name] }))} />
        <Transaction hash={seen?.hash ?? order.payment.txHash} chainId={order.payment.chainId} />
      </div>
    </Screen>
  )
}

/** The way to the transaction itself, with its fee, block and what can be done about it. */
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
