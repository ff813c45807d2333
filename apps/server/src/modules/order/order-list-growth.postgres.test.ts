import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  findEarlier,
  findQueueBehind,
  findQueuePage,
  findQueueRow,
} from '#/modules/refund/refund-queue.queries.ts'
import { openMeasuredDatabase } from '#test/measured-database.ts'
import { grownBuffers } from '#test/statement-buffers.ts'
import {
  countOrders,
  findOrders,
  findPaymentsOfOrder,
  findUnmatched,
} from './order-list.queries.ts'

let measured: Awaited<ReturnType<typeof openMeasuredDatabase>>
beforeAll(async () => {
  measured = await openMeasuredDatabase()
})
afterAll(() => measured.close())

/** Above the number at which counting stops. */
const FEW = 12_000
const MANY = 36_000
/** Refunds and payments of this many members wait at both sizes; all others are decided. */
const WAITING = 60
const NOW = new Date('2026-06-23T12:00:00.000Z')
const AT = `timestamptz '2026-06-01'`

const setUp = [
  `insert into credit_packages (id, position, credit, price, chain_id, on_sale, created_at)
     overriding system value values (1, 1, 100, 1, 1, true, ${AT})`,
]

/** Inserts members with an order, a refund of it, a returned payment and an unknown one each. */
function membersUpTo(last: number, first: number): string[] {
  const ids = `from generate_series(${first}, ${last}) i`
  const isWaiting = `i <= ${WAITING}`
  return [
    `insert into members (id, email, password_hash, nickname, referral_code, terms_agreed_at,
        privacy_agreed_at, created_at)
      overriding system value
      select i, i || '@harbor.example', 'none', 'm' || i, 'm' || i, ${AT}, ${AT}, ${AT} ${ids}`,
    `insert into orders (id, member_id, package_id, quantity, pay_type, price, gives_credit, state,
        created_at) overriding system value
      select i, i, 1, 1, 'XP', 5, 5, case when i % 3 = 0 then 'OPEN' else 'EXPIRED' end, ${AT} ${ids}`,
    `insert into payments (id, chain_id, tx_hash, log_index, block_number, block_hash, payer, pay_to,
        amount, state, seen_at, settled_at, paid_at) overriding system value
      select i, 1, '0x' || i, 0, i, '0x1', '0x' || i, '0x2', 5,
        'REFUNDED', ${AT}, ${AT}, ${AT} ${ids}`,
    `insert into payments (id, chain_id, tx_hash, log_index, block_number, block_hash, payer, pay_to,
        amount, state, seen_at, settled_at, paid_at) overriding system value
      select 1000000 + i, 1, '1x' || i, 0, i, '0x1', '0x' || i, '0x2', 5,
        'FOREIGN', ${AT}, ${AT}, ${AT} ${ids}`,
    `insert into refunds (id, order_id, payment_id, member_id, type, state, outcome, for_operator,
        due_at, requested_at, decided_at) overriding system value
      select i, i, i, i, 'UNMATCHED', case when ${isWaiting} then 'REQUESTED' else 'COMPLETED' end,
        case when ${isWaiting} then null else 'REFUNDED' end, true, ${AT}, ${AT},
        case when ${isWaiting} then null else ${AT} end ${ids}`,
  ]
}

const some = Array.from({ length: 20 }, (_none, at) => at + 1)
const page = { beforeId: undefined, size: 20, offset: 0 }
const everything = {
  state: undefined,
  type: undefined,
  userId: undefined,
  forOperator: undefined,
  claimedBy: undefined,
}
const moment = { now: NOW, overdueBefore: NOW, operatorId: 1 }
const queue = () => findQueuePage(measured.db, { page: 1, size: 20 }, everything, moment)
const behind = (state: 'COMPLETED' | undefined, id: number) => () =>
  findQueueBehind(
    measured.db,
    { size: 20, cursor: { id, value: Date.parse('2026-06-01') } },
    { ...everything, state },
    moment,
  )

const queries: Readonly<Record<string, () => Promise<unknown>>> = {
  'the queue of refunds': queue,
  'the queue of refunds behind one of them': behind(undefined, 20),
  'decided refunds behind one of them': behind('COMPLETED', 5000),
  'one refund': () => findQueueRow(measured.db, 7),
  'the earlier refunds of members': () => findEarlier(measured.db, some),
  'orders of all members': () => findOrders(measured.db, {}, page),
  'orders in a state': () => findOrders(measured.db, { state: 'OPEN' }, page),
  'orders of a package': () => findOrders(measured.db, { packageId: 1 }, page),
  'orders of a member': () => findOrders(measured.db, { userId: 9 }, page),
  'the next page of orders': () => findOrders(measured.db, {}, { ...page, beforeId: 5000 }),
  'the count of orders': () => countOrders(measured.db, { state: 'EXPIRED' }),
  'the payments of an order': () => findPaymentsOfOrder(measured.db, 9),
  'payments of unknown wallets': () => findUnmatched(measured.db, 'unknown', page),
  'payments that are returned': () => findUnmatched(measured.db, 'waiting', page),
  'payments that were returned': () => findUnmatched(measured.db, 'done', page),
}

async function measureAll(): Promise<Map<string, number>> {
  const buffers = new Map<string, number>()
  for (const [name, query] of Object.entries(queries)) {
    await measured.buffersOf(query)
    buffers.set(name, await measured.buffersOf(query))
  }
  return buffers
}

test('the queue of refunds, orders and payments read as many buffers among many rows as among few', async () => {
  await measured.fill(...setUp, ...membersUpTo(FEW, 1))
  const few = await measureAll()
  await measured.fill(...membersUpTo(MANY, FEW + 1))
  const many = await measureAll()

  expect(grownBuffers(few, many)).toEqual([])
})
