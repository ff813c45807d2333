import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import art from '#/art/empty-history.svg'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { itemPollInterval, itemQuery } from '#/shell/item-query.ts'
import { useBack } from '#/shell/use-back.ts'
import { buttonClass } from '#/ui/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { EmptyState } from '#/ui/state-message.tsx'
import { creditQuery, pollAgainMs, updateCreditOrder } from './api.ts'
import type { CreditOrder } from './api.ts'
import { OrderFlow } from './order-flow.tsx'
import type { PayParts } from './order-flow.tsx'
import styles from './order-flow.module.css'
import { creditOrder } from './order.ts'
import { OrderSkeleton } from './product-order-screen.tsx'
import { useOrderChange } from './use-order-change.ts'

type CreditOrderScreenProps = {
  orderId: number
  pay: (parts: PayParts) => ReactNode
  onClosed: () => void
}

/** Shows a credit order: the member pays it here and can follow it on any device. */
export function CreditOrderScreen({ orderId, pay, onClosed }: CreditOrderScreenProps) {
  const { t } = useTranslation('shop')
  const back = useBack()
  const [sinceMs] = useState(() => Date.now())
  const query = useQuery({
    ...creditQuery(),
    refetchInterval: ({ state }) => {
      const shown = state.data?.orders.find((each) => each.orderId === orderId)
      return shown ? pollAgainMs(shown.status) : itemPollInterval(sinceMs)
    },
  })
  const order = query.data?.orders.find((each) => each.orderId === orderId)
  if (order) return <Ordered order={order} pay={pay} onClosed={onClosed} />
  return (
    <Screen header={<ScreenHeader back={back} title={t('order')} />}>
      <Loaded
        query={itemQuery(query, order)}
        skeleton={<OrderSkeleton />}
        failed={t('orderFailed')}
      >
        {() => (
          <EmptyState art={art} title={t('credit.unknownOrder')}>
            {t('credit.unknownOrderText')}
          </EmptyState>
        )}
      </Loaded>
    </Screen>
  )
}

type OrderedProps = Omit<CreditOrderScreenProps, 'orderId'> & { order: CreditOrder }

function Ordered({ order, pay, onClosed }: OrderedProps) {
  const { t } = useTranslation('shop')
  const back = useBack()
  const queries = useQueryClient()
  const { orderId } = order
  const amount = t('credit.amount', { count: order.credit, number: formatNumber(order.credit) })

  const change = useOrderChange({
    label: 'Reporting a credit payment',
    about: { orderId },
    send: (body: Parameters<typeof updateCreditOrder>[1], key) =>
      updateCreditOrder(orderId, body, key),
    refresh: () => queries.invalidateQueries({ queryKey: creditQuery().queryKey }),
  })

  return (
    <OrderFlow
      order={creditOrder(order)}
      name={t('credit.name')}
      gives={`+${amount}`}
      art={
        <span className={styles.thumb}>
          <Icon name="credit" />
        </span>
      }
      back={back}
      pay={pay}
      reportPayment={(txHash) => change({ txHash })}
      cancel={() => change({ status: 'CANCELLED' })}
      fetchOrder={async () => {
        const { orders } = await queries.fetchQuery({ ...creditQuery(), staleTime: 0 })
        const now = orders.find((each) => each.orderId === orderId)
        return now && creditOrder(now)
      }}
      onClosed={onClosed}
      later={
        <Link
          to="/home/buy-credit/"
          search={{}}
          replace
          className={buttonClass(order.status === 'COMPLETED' ? 'lit' : 'quiet')}
        >
          {t('credit.toCredit')}
        </Link>
      }
    />
  )
}
