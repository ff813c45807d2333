import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { orderEndpoints } from '@solstice/contract/order.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { memberAddress } from '#/lib/member-address.ts'
import { Instant } from '#/shell/instant.tsx'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Page } from '#/shell/page.tsx'
import { giftText, priceText } from '#/shell/price-text.ts'
import { Facts } from '#/ui/facts.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import { orderQuery } from './api.ts'
import { OrderState } from './orders-screen.tsx'
import { PaymentTable } from './payment-table.tsx'

type OneOrder = CallData<'order.show'>

/** Shows an order with the payments that were seen for it. */
export function OrderScreen() {
  const { t } = useTranslation('shop')
  const { orderId } = useParams({ from: '/app/shop/orders/$orderId' })
  const query = useQuery(orderQuery(Number(orderId)))
  const name = t('orderNumber', { id: orderId })
  return (
    <Page title={name} above={{ to: '/shop', title: t('title'), name }}>
      <Loaded
        query={query}
        endpoint={orderEndpoints['order.show']}
        failed={t('orderFailed', { id: orderId })}
      >
        {(order) => <OrderFacts order={order} />}
      </Loaded>
    </Page>
  )
}

function OrderFacts({ order }: { order: OneOrder }) {
  const { t } = useTranslation('shop')
  const may = useMay()
  const { givesXp: xp, givesTickets: tickets, givesCredit: credit } = order
  return (
    <>
      <Panel title={order.name} more={<OrderState state={order.state} />}>
        <Facts
          look="left"
          facts={[
            [
              t('member'),
              may('operator.showMember') ? (
                <Link key="member" {...memberAddress(order.userId)} className={text.link}>
                  {order.nickname}
                </Link>
              ) : (
                order.nickname
              ),
            ],
            [t('price'), priceText(order.price, order.unit)],
            [t('quantity'), formatNumber(order.quantity)],
            [t('gives'), giftText({ xp, tickets, credit })],
            [t('placedAt'), <Instant key="placed" at={order.createdAt} />],
            [
              t('creditedAt'),
              order.completedAt === null ? '–' : <Instant key="done" at={order.completedAt} />,
            ],
            [
              t('expiresAt'),
              order.expiresAt === null ? '–' : <Instant key="end" at={order.expiresAt} />,
            ],
            [t('payer'), order.payer === null ? '–' : <code key="payer">{order.payer}</code>],
            [
              t('refund'),
              order.refundId === null ? (
                '–'
              ) : (
                <Link
                  key="refund"
                  to="/refunds/$refundId"
                  params={{ refundId: String(order.refundId) }}
                  className={text.link}
                >
                  {t('refundNumber', { id: order.refundId })}
                </Link>
              ),
            ],
          ]}
        />
      </Panel>
      <Panel title={t('paymentsSeen')} isFlush>
        {order.payments.length === 0 ? (
          <Empty message={t(order.payType !== 'TOKEN' ? 'notOnChain' : 'noPayments')} />
        ) : (
          <PaymentTable list={order.payments} />
        )}
      </Panel>
    </>
  )
}
