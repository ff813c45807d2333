import { afterAll, beforeAll, expect, test } from 'vitest'
import { countInvitedAt, findInvited } from '#/modules/users/invited.queries.ts'
import { findTransactionsBefore } from '#/modules/wallet/wallet-transactions.queries.ts'
import { openMeasuredDatabase } from '#test/measured-database.ts'
import { grownBuffers } from '#test/statement-buffers.ts'
import { findFriends } from './friends.queries.ts'
import { findWithdrawalsBefore } from './withdrawal.queries.ts'

let measured: Awaited<ReturnType<typeof openMeasuredDatabase>>
beforeAll(async () => {
  measured = await openMeasuredDatabase()
})
afterAll(() => measured.close())

const FEW = 2_000
const MANY = 40_000
const SIZE = 20
const REFERRER = 1_000_000
const BEGINNING_MS = Date.parse('2026-06-01T00:00:00.000Z')

/** Inserts friends, withdrawals and transactions of one member up to the given id. */
function entriesUpTo(last: number, first: number): string[] {
  const entries = `generate_series(${first}, ${last}) i`
  const at = `timestamptz '2026-06-01T00:00:00Z' + i * interval '1 second'`
  return [
    // The rows need no referrer, network or payout here.
    'set session_replication_role = replica',
    `insert into members (id, email, password_hash, nickname, referral_code, referred_by,
        referred_at, terms_agreed_at, privacy_agreed_at, created_at)
      overriding system value
      select i, i || '@harbor.example', 'none', 'm' || i, 'm' || i, ${REFERRER}, ${at}, ${at},
        ${at}, ${at} from ${entries}`,
    `insert into invite_withdrawals (id, member_id, amount, symbol, chain_id, address, day, status,
        created_at)
      overriding system value
      select i, ${REFERRER}, 1, 'USDS', 1, '0x01', '2026-06-01', 'CONFIRMED', ${at}
      from ${entries}`,
    `insert into wallet_transactions (id, member_id, chain_id, tx_hash, from_address, to_address,
        value, symbol, status, final, created_at)
      overriding system value
      select i, ${REFERRER}, 1 + i % 2, i::text, '0x01', '0x02', '1', 'ETH', 'SUCCESS', true, ${at}
      from ${entries}`,
  ]
}

test('a page of friends, withdrawals or transactions reads as many buffers in the middle of many as of few', async () => {
  const { db, buffersOf, fill } = measured
  const timeOf = (id: number) => new Date(BEGINNING_MS + id * 1000)
  const rangeBefore = (id: number | undefined) => ({
    until: id === undefined ? undefined : timeOf(id),
    offset: id === undefined ? 0 : 1,
    size: SIZE,
  })
  const pages = {
    friends: (id: number | undefined) => findFriends(db, REFERRER, rangeBefore(id)),
    'members in the invite history': (id: number | undefined) =>
      findInvited(db, REFERRER, rangeBefore(id)),
    'friends of one instant': (id = FEW) =>
      countInvitedAt(db, REFERRER, { id, referredAt: timeOf(id) }),
    withdrawals: (beforeId: number | undefined) =>
      findWithdrawalsBefore(db, { memberId: REFERRER, beforeId, size: SIZE }),
    transactions: (beforeId: number | undefined) =>
      findTransactionsBefore(
        db,
        { memberId: REFERRER, chainIds: undefined },
        { beforeId, size: SIZE },
      ),
    'transactions of a network': (beforeId: number | undefined) =>
      findTransactionsBefore(db, { memberId: REFERRER, chainIds: [2] }, { beforeId, size: SIZE }),
  }
  const measureAt = async (total: number) => {
    const buffers = new Map<string, number>()
    for (const [name, read] of Object.entries(pages)) {
      buffers.set(`the newest ${name}`, await buffersOf(() => read(undefined)))
      buffers.set(`the ${name} in the middle`, await buffersOf(() => read(total / 2)))
    }
    return buffers
  }

  await fill(...entriesUpTo(FEW, 1))
  const few = await measureAt(FEW)
  await fill(...entriesUpTo(MANY, FEW + 1))
  const many = await measureAt(MANY)

  expect(grownBuffers(few, many)).toEqual([])
})
