import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { orderEndpoints } from '@solstice/contract/order.endpoints'
import { PROGRAMME_OFFSET } from '@solstice/ui/programme-time.ts'
import { findTextOf, useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { memberAddress } from '#/lib/member-address.ts'
import { formatColumnMinute } from '#/lib/times.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Page } from '#/shell/page.tsx'
import { priceText } from '#/shell/price-text.ts'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { SelectField } from '#/ui/field.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import { ordersQuery } from './api.ts'
import type { Order } from './api.ts'
import { parseOrdersFilter } from './filter.ts'
import type { OrdersFilter } from './filter.ts'
import { NumberFilter } from './number-filter.tsx'
import { OlderPager } from './older-pager.tsx'
import { ORDER_STATES } from './order-states.ts'
import styles from './shop.module.css'
import { ShopTabs } from './shop-tabs.tsx'

/** Lists the orders of all members, newest first. The filters stand in the address. */
export function OrdersScreen() {
  const { t } = useTranslation('shop')
  const filter = useSearch({ from: '/app/shop/orders' })
  const navigate = useNavigate({ from: '/shop/orders' })
  const { state, product, member, before } = filter
  const query = useQuery(
    ordersQuery({
      ...(state && { state }),
      ...(product && { productId: product }),
      ...(member && { userId: member }),
      ...(before && { before: String(before) }),
    }),
  )
  const show = (next: OrdersFilter) => void navigate({ search: next })
  const set = (change: Record<string, unknown>) =>
    show(parseOrdersFilter({ ...filter, before: undefined, ...change }))
  const isFiltered = state !== undefined || product !== undefined || member !== undefined
  return (
    <Page
      title={t('tabs.orders')}
      above={{ to: '/shop', title: t('title'), name: t('tabs.orders') }}
    >
      <ShopTabs />
      <Panel isFlush>
        <div className={styles.filters} role="search" aria-label={t('filters')}>
          <SelectField
            label={t('state')}
            value={state ?? ''}
            options={[
              ['', t('allStates')],
              ...ORDER_STATES.map((each) => [each, orderStateText(each)] as const),
            ]}
            onValue={(value) => set({ state: value || undefined })}
          />
          <NumberFilter
            label={t('memberNumber')}
            value={member}
            onValue={(value) => set({ member: value })}
          />
          <NumberFilter
            label={t('productFilter')}
            value={product}
            onValue={(value) => set({ product: value })}
          />
          {isFiltered && (
            <Button tone="plain" size="small" icon="close" onClick={() => show({})}>
              {t('clear')}
            </Button>
          )}
        </div>
        <Loaded query={query} endpoint={orderEndpoints['order.listAll']} failed={t('ordersFailed')}>
          {(page) => (
            <>
              {page.list.length === 0 ? (
                <Empty message={t(isFiltered ? 'noOrderMatches' : 'noOrders')} />
              ) : (
                <OrderTable list={page.list} />
              )}
              <OlderPager
                page={page}
                isFirst={before === undefined}
                onBefore={(next) => show(parseOrdersFilter({ ...filter, before: next }))}
              />
            </>
          )}
        </Loaded>
      </Panel>
    </Page>
  )
}

export const orderStateText = (state: string) =>
  findTextOf('member', `orders.states.${state}`) ?? state

function OrderTable({ list }: { list: readonly Order[] }) {
  const { t } = useTranslation('shop')
  const may = useMay()
  return (
    <Table
      label={t('tabs.orders')}
      columns={[
        t('orderColumn'),
        t('member'),
        t('product'),
        { right: t('price') },
        t('state'),
        t('placed', { offset: PROGRAMME_OFFSET }),
        t('refund'),
      ]}
    >
      {list.map((order) => (
        <tr key={order.orderId}>
          <td>
            <Link
              to="/shop/orders/$orderId"
              params={{ orderId: String(order.orderId) }}
              className={text.link}
            >
              {order.orderId}
            </Link>
          </td>
          <td>
            {may('operator.showMember') ? (
              <Link {...memberAddress(order.userId)} className={text.link}>
                {order.nickname}
              </Link>
            ) : (
              order.nickname
            )}
          </td>
          <td>{order.quantity > 1 ? `${order.name} ×${order.quantity}` : order.name}</td>
          <td className={table.right}>{priceText(order.price, order.unit)}</td>
          <td>
            <OrderState state={order.state} />
          </td>
          <td className={text.unbroken}>{formatColumnMinute(order.createdAt)}</td>
          <td>
            {order.refundId === null ? (
              '–'
            ) : (
              <Link
                to="/refunds/$refundId"
                params={{ refundId: String(order.refundId) }}
                className={text.link}
              >
                {t('refundNumber', { id: order.refundId })}
              </Link>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}

export function OrderState({ state }: Pick<Order, 'state'>) {
  const tone =
    state === 'COMPLETED'
      ? 'ok'
      : state === 'OPEN' || state === 'SUBMITTED'
        ? 'warn'
        : state === 'FAILED' || state === 'REVERSED'
          ? 'bad'
          : 'plain'
  return <Badge tone={tone}>{orderStateText(state)}</Badge>
}
