import { useQuery } from '@tanstack/react-query'
import { memberEndpoints } from '@solstice/contract/member.endpoints'
import { PROGRAMME_OFFSET } from '@solstice/ui/programme-time.ts'
import { findTextOf, useTranslation } from '#/lib/i18n.ts'
import { formatColumnMinute } from '#/lib/times.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Pager } from '#/shell/pager.tsx'
import { Badge } from '#/ui/badge.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import { amountText } from '#/features/member/amount-text.ts'
import { ordersQuery } from '#/features/member/api.ts'
import { WhyButton } from '#/features/member/why/why-button.tsx'
import type { ListTabProps } from './list-tab.ts'
import { stateTone } from './state-tone.ts'

/** Lists what the member bought, newest first. */
export function OrdersTab({ userId, page, onPage, why }: ListTabProps) {
  const { t } = useTranslation('member')
  const query = useQuery(ordersQuery(userId, page))
  return (
    <Panel isFlush>
      <Loaded query={query} endpoint={memberEndpoints['member.orders']} failed={t('orders.failed')}>
        {({ list, size, totalCount }) =>
          list.length === 0 ? (
            <Empty message={t('orders.none')} />
          ) : (
            <>
              <Table
                label={t('tabs.orders')}
                columns={[
                  t('orders.order'),
                  t('orders.product'),
                  { right: t('orders.price') },
                  t('orders.state'),
                  t('orders.at', { offset: PROGRAMME_OFFSET }),
                  { unseen: t('why:ask') },
                ]}
              >
                {list.map((order) => (
                  <tr key={order.orderId} aria-current={why.entry === `order:${order.orderId}`}>
                    <td>{order.orderId}</td>
                    <td>{order.name}</td>
                    <td className={table.right}>{amountText(order.price, order.unit)}</td>
                    <td>
                      <Badge tone={stateTone(order.state)}>
                        {findTextOf('member', `orders.states.${order.state}`) ?? order.state}
                      </Badge>
                    </td>
                    <td className={text.unbroken}>{formatColumnMinute(order.createdAt)}</td>
                    <td>
                      <div className={table.actions}>
                        {order.refundId !== null && (
                          <WhyButton
                            entry={`refund:${order.refundId}`}
                            name={t('orders.refundNamed', { id: order.refundId })}
                            label={t('orders.refund')}
                            why={why}
                          />
                        )}
                        <WhyButton
                          entry={`order:${order.orderId}`}
                          name={t('orders.named', { id: order.orderId, name: order.name })}
                          why={why}
                        />
                      </div>
                    </td>
                  </tr>
                ))}
              </Table>
              <Pager
                page={page}
                size={size}
                shown={list.length}
                totalCount={totalCount ?? list.length}
                onPage={onPage}
              />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}
