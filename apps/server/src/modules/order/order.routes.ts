import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { listOrders, listUnmatched, showOrder } from './order-list.service.ts'

export function orderRoutes(ctx: AppContext, mount: Mount): void {
  mount('order.listAll', ({ query, language }) => listOrders(ctx, { ...query, language }))
  mount('order.show', ({ params, language }) => showOrder(ctx, { ...params, language }))
  mount('order.unmatched', ({ query }) => listUnmatched(ctx, query))
}
