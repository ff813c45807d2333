import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertMember, insertMembers } from '#test/insert-members.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { waitingSessions } from '#test/waiting-sessions.ts'
import { rowsOf, type Database, type Db } from '#/platform/process/db.ts'
import { checkLedger } from './ledger-check.ts'
import {
  AlreadyReversedError,
  balanceOf,
  InsufficientBalanceError,
  postAll,
  reverse,
  transfer,
  type Holder,
} from './ledger.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const ISSUANCE = { system: 'ISSUANCE' } as const
const SHOP = { system: 'SHOP' } as const
let keys = 0
const freshKey = () => `race:${(keys += 1)}`

function move(
  db: Db,
  from: Holder,
  to: Holder,
  { amount = 1n, key = freshKey(), scope = '' } = {},
) {
  const at = new Date('2026-06-23T08:00:00.000Z')
  return transfer(db, { kind: 'MOVE', key, at, from, to, asset: 'XP', scope, amount })
}

const xpOf = (member: number, scope = '') => balanceOf(database.db, { member, asset: 'XP', scope })

const times = <Item>(count: number, make: (at: number) => Promise<Item>) =>
  Promise.allSettled(Array.from({ length: count }, (_, at) => make(at)))

const reasonsOf = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))

test('a hundred concurrent identical posts have one effect and one result', async () => {
  const member = await insertMember(database.db)
  const key = freshKey()

  const outcomes = await times(100, () =>
    move(database.db, ISSUANCE, { member }, { amount: 7n, key }),
  )

  const answers = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(answers).toHaveLength(100)
  expect(new Set(answers.map(({ transactionId }) => transactionId)).size).toBe(1)
  expect(answers.filter(({ fresh }) => fresh)).toHaveLength(1)
  expect(await xpOf(member)).toBe(7n)
})

test('a hundred concurrent attempts to spend the same unit spend it once', async () => {
  const member = await insertMember(database.db)
  await move(database.db, ISSUANCE, { member })

  const outcomes = await times(100, () => move(database.db, { member }, SHOP))

  const reasons = reasonsOf(outcomes)
  expect(reasons).toHaveLength(99)
  expect(reasons.every((reason) => reason instanceof InsufficientBalanceError)).toBe(true)
  expect(await xpOf(member)).toBe(0n)
})

test('a hundred concurrent first credits of a member open one account', async () => {
  const member = await insertMember(database.db)

  const outcomes = await times(100, () => move(database.db, ISSUANCE, { member }))

  expect(reasonsOf(outcomes)).toEqual([])
  expect(await xpOf(member)).toBe(100n)
})

test('two hundred concurrent opposite transfers never deadlock', async () => {
  const [anna = 0, ben = 0] = await insertMembers(database.db, 2)
  await move(database.db, ISSUANCE, { member: anna }, { amount: 20_000n })
  await move(database.db, ISSUANCE, { member: ben }, { amount: 20_000n })

  const outcomes = await times(200, (at) => {
    const [from, to] = at % 2 === 0 ? [anna, ben] : [ben, anna]
    return move(database.db, { member: from }, { member: to }, { amount: BigInt(at + 1) })
  })

  expect(reasonsOf(outcomes)).toEqual([])
  const even = Array.from({ length: 100 }, (_, at) => BigInt(2 * at + 1))
  const odd = Array.from({ length: 100 }, (_, at) => BigInt(2 * at + 2))
  const sum = (list: bigint[]) => list.reduce((total, each) => total + each, 0n)
  expect(await xpOf(anna)).toBe(20_000n - sum(even) + sum(odd))
  expect(await xpOf(ben)).toBe(20_000n - sum(odd) + sum(even))
})

test('concurrent opposite first transfers, which still have to open their accounts, never deadlock', async () => {
  const members = await insertMembers(database.db, 20)
  const scopeOf = (pair: number) => `pair:${pair}`

  const outcomes = await times(100, async (at) => {
    const pair = at % 10
    const [one = 0, two = 0] = members.slice(2 * pair, 2 * pair + 2)
    const [from, to] = at % 20 < 10 ? [one, two] : [two, one]
    return move(database.db, { member: from }, { member: to }, { scope: scopeOf(pair) })
  })

  // No account has a balance, so every transfer is refused; a deadlock would be another error.
  const reasons = reasonsOf(outcomes)
  expect(reasons).toHaveLength(100)
  expect(reasons.filter((reason) => !(reason instanceof InsufficientBalanceError))).toEqual([])
})

test('concurrent batches with the same keys and members in opposite orders never deadlock', async () => {
  const members = await insertMembers(database.db, 30)
  const at = new Date('2026-06-23T08:00:00.000Z')
  // Half of the batches share their keys, so that they also wait for each other's transactions.
  const batchOf = (batch: number) =>
    members.map((member) => ({
      kind: 'BATCH',
      key: `batch:${batch % 4 < 2 ? 'shared' : batch}:${member}`,
      at,
      entries: [
        { holder: ISSUANCE, asset: 'XP' as const, amount: -1n },
        { holder: { member }, asset: 'XP' as const, amount: 1n },
      ],
    }))

  const outcomes = await times(40, (at) =>
    postAll(database.db, at % 2 === 0 ? batchOf(at) : batchOf(at).toReversed()),
  )

  expect(reasonsOf(outcomes)).toEqual([])
  const balances = await Promise.all(members.map((member) => xpOf(member)))
  expect(balances).toEqual(members.map(() => 21n))
})

test('twenty concurrent reversals of one posting reverse it once', async () => {
  const member = await insertMember(database.db)
  const { transactionId } = await move(database.db, ISSUANCE, { member }, { amount: 9n })
  await move(database.db, ISSUANCE, { member }, { amount: 100n })

  const outcomes = await times(20, () =>
    reverse(database.db, { transactionId, kind: 'BACK', key: freshKey(), at: new Date(0) }),
  )

  const reasons = reasonsOf(outcomes)
  expect(reasons).toHaveLength(19)
  expect(reasons.every((reason) => reason instanceof AlreadyReversedError)).toBe(true)
  expect(await xpOf(member)).toBe(100n)
})

describe('an uncommitted post of another member', () => {
  test('does not block a post to the same system account', async () => {
    const [anna = 0, ben = 0] = await insertMembers(database.db, 2)
    await move(database.db, ISSUANCE, { member: anna })

    await database.db.transaction(async (tx) => {
      await move(tx, ISSUANCE, { member: anna })
      // If this touched the same row, it would wait for the commit, which waits for it.
      await move(database.db, ISSUANCE, { member: ben })
      await move(database.db, { member: ben }, SHOP)
    })

    expect([await xpOf(anna), await xpOf(ben)]).toEqual([2n, 0n])
  })

  test('does not lock the row of the system account', async () => {
    const member = await insertMember(database.db)
    await times(50, () => move(database.db, ISSUANCE, { member }))

    const rows = await rowsOf<{ touched_by: string }>(
      database.db,
      sql`select distinct xmax::text as touched_by from ledger_accounts where system_name is not null`,
    )

    expect(rows).toEqual([{ touched_by: '0' }])
  })
})

test('a repeated key waits for the first post, and proceeds when that one is rolled back', async () => {
  const member = await insertMember(database.db)
  const key = freshKey()
  let second: ReturnType<typeof move> | undefined

  await database.db
    .transaction(async (tx) => {
      await move(tx, ISSUANCE, { member }, { key })
      second = move(database.db, ISSUANCE, { member }, { key })
      await expect.poll(() => waitingSessions(database.db), { timeout: 15_000 }).toBe(1)
      throw new Error('given up')
    })
    .catch(() => {})

  expect(await second).toMatchObject({ fresh: true })
  expect(await xpOf(member)).toBe(1n)
})

test('the ledger is consistent after these tests', async () => {
  expect(await checkLedger(database.db)).toEqual([])
})
