import type { Language } from '@solstice/contract/messages'
import type { CallData } from '@solstice/contract/wire'
import type { AppContext } from '#/platform/process/context.ts'
import {
  cursorOf,
  idCursor,
  offsetOf,
  pageBefore,
  pageOf,
  splitPage,
  withCursor,
  type CursorQuery,
} from '#/platform/process/page.ts'
import { requireMember } from './header.service.ts'
import { orderName, priceOf } from './order-name.ts'
import { countOrdersOf, findOrdersOf, type OrderRow } from './orders.queries.ts'

type OrderView = CallData<'member.orders'>['list'][number]

export async function listMemberOrders(
  ctx: Pick<AppContext, 'db'>,
  { userId, language, ...query }: CursorQuery & { userId: number; language: Language },
): Promise<CallData<'member.orders'>> {
  await requireMember(ctx, userId)
  const { size, before } = query
  const view = (row: OrderRow) => orderView(row, language)
  if (before === undefined) {
    const totalCount = await countOrdersOf(ctx.db, userId)
    const range = { beforeId: undefined, size, offset: offsetOf(query) }
    const rows = await findOrdersOf(ctx.db, userId, range)
    return withCursor(pageOf(query, rows.map(view), totalCount), idCursor(rows.at(-1)))
  }
  const range = { beforeId: cursorOf(before)?.id, size: size + 1, offset: 0 }
  const { shown, last } = splitPage(await findOrdersOf(ctx.db, userId, range), size)
  return pageBefore(query, shown.map(view), idCursor(last))
}

function orderView(row: OrderRow, language: Language): OrderView {
  const { amount: price, unit } = priceOf(row)
  return {
    orderId: row.id,
    seasonId: row.seasonId,
    name: orderName(row, language),
    price,
    unit,
    state: row.state,
    refundId: row.refundId,
    txHash: row.txHash,
    createdAt: row.createdAt.toISOString(),
  }
}
