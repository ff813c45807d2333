import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMeasuredDatabase } from '#test/measured-database.ts'
import {
  findCoinOnItsWay,
  findNextQueued,
  lockNextQueued,
  lowestOpenNonce,
} from './payout-attempt.queries.ts'
import { findPayoutPage, sumPayouts } from './payout-list.queries.ts'
import {
  assignChain,
  findInFlight,
  findLow,
  findTokenWithoutChain,
  hasOpenPayouts,
} from './payout.queries.ts'

const FEW = 100
const MANY = 20_000
const CHAIN = 1
/** Deeper indexes add a page per lookup. */
const DEEPER = 10

let measured: Awaited<ReturnType<typeof openMeasuredDatabase>>
beforeAll(async () => {
  measured = await openMeasuredDatabase()
})
afterAll(() => measured.close())

/** Inserts rewards of a settlement, some in flight, and as many of a token without a network. */
function queuedUpTo(last: number, first: number): string[] {
  const ids = `generate_series(${first}, ${last}) i`
  const columns = `insert into payouts (purpose, key, member_id, address, symbol, decimals, amount,
      chain_id, state, nonce, account, created_at)`
  return [
    `insert into members (id, email, password_hash, nickname, referral_code, terms_agreed_at,
        privacy_agreed_at, created_at)
      overriding system value select i, i || '@harbor.example', 'none', 'm' || i, 'm' || i, now(),
        now(), now() from ${ids}`,
    `${columns} select 'REWARD', 'paid:' || i, i, '0x01', 'USDS', 6, 1, ${CHAIN},
        case when i <= 5 then 'SENT' else 'QUEUED' end, case when i <= 5 then i end,
        case when i <= 5 then '0x02' end, now() from ${ids}`,
    `${columns} select 'REWARD', 'waiting:' || i, i, '0x01', 'NONE', 6, 1, null, 'QUEUED', null,
        null, now() from ${ids}`,
  ]
}

const now = new Date('2026-06-23T12:00:00.000Z')
const token = { symbol: 'NONE', decimals: 6 }
const queries = {
  'the next payout': () => findNextQueued(measured.db, CHAIN, now),
  'its lock': () => lockNextQueued(measured.db, CHAIN, now),
  'payouts in flight': () => findInFlight(measured.db, CHAIN),
  'coins in flight': () => findCoinOnItsWay(measured.db, CHAIN),
  'the lowest nonce': () => lowestOpenNonce(measured.db, CHAIN, '0x02'),
  'tokens with a low balance': () => findLow(measured.db, CHAIN),
  'the existence of open payouts': () => hasOpenPayouts(measured.db, CHAIN),
  'the token of payouts without a network': () => findTokenWithoutChain(measured.db, undefined),
  'the next such token': () => findTokenWithoutChain(measured.db, token),
  'the assignment of a network': () =>
    assignChain(measured.db, { ...token, count: 1 }, { chainId: 2, contract: null }),
}

const lists = {
  'the newest': {},
  'those of a state': { state: 'SENT' },
  'those of a purpose': { purpose: 'WITHDRAWAL' },
  'those that are held': { heldFor: 'ANY' },
  'those of a member': { memberId: 7 },
  'those of a day': { from: new Date('2020-01-01'), to: new Date('2020-01-02') },
} as const

/** The list adds up at most this many, instead of thousands. */
const COUNTED = 50

async function measureLists(): Promise<Record<string, number>> {
  const buffers: Record<string, number> = {}
  for (const [name, filter] of Object.entries(lists)) {
    const list = async () => {
      await findPayoutPage(measured.db, filter, { page: 1, size: 20 })
      await sumPayouts(measured.db, filter, COUNTED)
    }
    await measured.buffersOf(list)
    buffers[name] = await measured.buffersOf(list)
  }
  return buffers
}

async function measureAll(): Promise<Record<string, number>> {
  const buffers: Record<string, number> = {}
  for (const [name, query] of Object.entries(queries)) {
    await measured.buffersOf(query)
    buffers[name] = await measured.buffersOf(query)
  }
  return buffers
}

test('paying and listing read as many buffers with 20,000 queued payouts as with 100', async () => {
  await measured.fill(...queuedUpTo(FEW, 1))
  const few = { ...(await measureAll()), ...(await measureLists()) }
  await measured.fill(...queuedUpTo(MANY, FEW + 1))

  const many = { ...(await measureAll()), ...(await measureLists()) }

  const grown = Object.entries(many).filter(([name, buffers]) => {
    const before = few[name] ?? 0
    return buffers > 1.5 * before + DEEPER
  })
  expect(grown).toEqual([])
})
