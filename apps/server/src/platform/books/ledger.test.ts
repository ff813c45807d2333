import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { insertMember, insertMembers } from '#test/insert-members.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { at, credit, faultOf, freshKey, ISSUANCE, spend, xpOf } from '#test/test-ledger.ts'
import { rowsOf, violatedUnique, type Database, type Db } from '#/platform/process/db.ts'
import { checkLedger } from './ledger-check.ts'
import {
  AlreadyReversedError,
  balanceOf,
  InsufficientBalanceError,
  post,
  reverse,
  transfer,
  type Entry,
} from './ledger.ts'

let database: Database
let db: Db
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
afterAll(() => database.close())

const run = (statement: ReturnType<typeof sql>) => db.execute(statement).then(() => undefined)

describe('a post', () => {
  test('moves the amount and leaves the total at zero', async () => {
    const member = await insertMember(db)

    const { transactionId, fresh } = await credit(db, member, 10n)

    expect(fresh).toBe(true)
    expect(await xpOf(db, member)).toBe(10n)
    const entries = await rowsOf<{ amount: string; system_name: string | null }>(
      db,
      sql`select e.amount::text, a.system_name from ledger_entries e
        join ledger_accounts a on a.id = e.account_id
        where e.transaction_id = ${transactionId} order by e.amount`,
    )
    expect(entries).toEqual([
      { amount: '-10', system_name: 'ISSUANCE' },
      { amount: '10', system_name: null },
    ])
  })

  test('keeps the balances of two scopes and two assets separate', async () => {
    const member = await insertMember(db)
    const season = (n: number, amount: bigint): Entry[] => [
      { holder: ISSUANCE, asset: 'SEASON_XP', scope: `season:${n}`, amount: -amount },
      { holder: { member }, asset: 'SEASON_XP', scope: `season:${n}`, amount },
    ]

    await post(db, {
      kind: 'TWO',
      key: freshKey(),
      at,
      entries: [...season(1, 5n), ...season(2, 7n)],
    })
    await credit(db, member, 3n)

    const seasonXp = (n: number) =>
      balanceOf(db, { member, asset: 'SEASON_XP', scope: `season:${n}` })
    expect([await seasonXp(1), await seasonXp(2), await xpOf(db, member)]).toEqual([5n, 7n, 3n])
  })

  test('moves nothing when it would take more than the balance', async () => {
    const member = await insertMember(db)
    await credit(db, member, 10n)

    await expect(spend(db, member, 11n)).rejects.toThrow(InsufficientBalanceError)

    expect(await xpOf(db, member)).toBe(10n)
  })

  test('leaves its key unused when it is refused', async () => {
    const member = await insertMember(db)
    const key = freshKey()
    await expect(spend(db, member, 1n, key)).rejects.toThrow(InsufficientBalanceError)
    await credit(db, member, 1n)

    expect(await spend(db, member, 1n, key)).toMatchObject({ fresh: true })
  })

  test('sums several entries for one account', async () => {
    const member = await insertMember(db)
    const entries: Entry[] = [
      { holder: { member }, asset: 'XP', amount: 4n },
      { holder: { member }, asset: 'XP', amount: 5n },
      { holder: ISSUANCE, asset: 'XP', amount: -9n },
    ]

    await post(db, { kind: 'SUM', key: freshKey(), at, entries })

    expect(await xpOf(db, member)).toBe(9n)
  })

  test('is rolled back with its transaction', async () => {
    const member = await insertMember(db)
    const key = freshKey()
    const entries: Entry[] = [
      { holder: { member }, asset: 'XP', amount: 1n },
      { holder: ISSUANCE, asset: 'XP', amount: -1n },
    ]

    await expect(
      db.transaction(async (tx) => {
        await post(tx, { kind: 'CREDIT', key, at, entries })
        throw new Error('simulated failure')
      }),
    ).rejects.toThrow('simulated failure')

    expect(await xpOf(db, member)).toBe(0n)
    expect(await post(db, { kind: 'CREDIT', key, at, entries })).toMatchObject({ fresh: true })
  })

  test('is one statement, which is committed when it returns', async () => {
    const member = await insertMember(db)
    const execute = vi.spyOn(db, 'execute')
    const transaction = vi.spyOn(db, 'transaction')

    await credit(db, member, 1n)

    expect([execute.mock.calls.length, transaction.mock.calls.length]).toEqual([1, 0])
    vi.restoreAllMocks()
    expect(await xpOf(db, member)).toBe(1n)
  })
})

describe('an amount', () => {
  test.each([-1n, 0n, -(2n ** 256n)])('is rejected as a transfer when it is %d', async (amount) => {
    const [from = 0, to = 0] = await insertMembers(db, 2)
    await credit(db, to, 5n)

    await expect(
      transfer(db, {
        kind: 'T',
        key: freshKey(),
        at,
        from: { member: from },
        to: { member: to },
        asset: 'XP',
        amount,
      }),
    ).rejects.toThrow(RangeError)

    expect(await xpOf(db, to)).toBe(5n)
  })

  test.each([1n, 2n ** 63n, 2n ** 256n, 10n ** 78n - 1n])(
    'of %d is posted exactly',
    async (amount) => {
      const member = await insertMember(db)

      await credit(db, member, amount)
      await spend(db, member, amount - 1n === 0n ? 1n : amount - 1n)

      expect(await xpOf(db, member)).toBe(amount === 1n ? 0n : 1n)
    },
  )

  test('is rejected beyond 78 digits, alone and as a sum', async () => {
    const member = await insertMember(db)

    expect(await faultOf(credit(db, member, 10n ** 78n))).toMatch(/ledger_amount_whole/)
    await credit(db, member, 10n ** 78n - 1n)
    expect(await faultOf(credit(db, member, 1n))).toMatch(/numeric field overflow/)

    expect(await xpOf(db, member)).toBe(10n ** 78n - 1n)
  })

  test.each(['"1.5"', '1.5', '"NaN"', '"Infinity"', '"-Infinity"', '"one"', '""', 'null', 'true'])(
    'is rejected by the database when written as %s',
    async (written) => {
      const member = await insertMember(db)
      const entries = `[{"member":${member},"asset":"XP","scope":"","amount":${written}},
        {"system":"ISSUANCE","asset":"XP","scope":"","amount":"-1"}]`

      const fault = await faultOf(
        run(
          sql`select ledger_post('ODD', ${freshKey()}, ${at.toISOString()}::timestamptz, '{}', ${entries}::jsonb)`,
        ),
      )

      expect(fault).not.toBe('')
      expect(await xpOf(db, member)).toBe(0n)
    },
  )

  test.each(['1e3', '"1e3"', '"1000"', '1000.0'])(
    'is a thousand, not one, when written as %s',
    async (written) => {
      const member = await insertMember(db)
      const entries = `[{"member":${member},"asset":"XP","scope":"","amount":${written}},
        {"system":"ISSUANCE","asset":"XP","scope":"","amount":"-1000"}]`

      await db.execute(
        sql`select ledger_post('ODD', ${freshKey()}, ${at.toISOString()}::timestamptz, '{}', ${entries}::jsonb)`,
      )

      expect(await xpOf(db, member)).toBe(1000n)
    },
  )
})

describe('a posting key', () => {
  test('posts once, and returns the first result the second time', async () => {
    const member = await insertMember(db)
    const key = freshKey()

    const first = await credit(db, member, 10n, key)
    const second = await credit(db, member, 10n, key)

    expect(second).toEqual({ transactionId: first.transactionId, fresh: false })
    expect(await xpOf(db, member)).toBe(10n)
  })

  test('repeats a debit even when no balance is left', async () => {
    const member = await insertMember(db)
    const key = freshKey()
    await credit(db, member, 1n)
    await spend(db, member, 1n, key)

    expect(await spend(db, member, 1n, key)).toMatchObject({ fresh: false })
    expect(await xpOf(db, member)).toBe(0n)
  })

  const other: [string, (member: number, key: string) => Promise<unknown>][] = [
    ['another amount', (member, key) => credit(db, member, 11n, key)],
    ['another kind', (member, key) => spend(db, member, 10n, key)],
    ['another member', async (_, key) => credit(db, await insertMember(db), 10n, key)],
    [
      'another asset',
      (member, key) =>
        transfer(db, {
          kind: 'CREDIT',
          key,
          at,
          from: ISSUANCE,
          to: { member },
          asset: 'TICKET',
          amount: 10n,
        }),
    ],
    [
      'another scope',
      (member, key) =>
        transfer(db, {
          kind: 'CREDIT',
          key,
          at,
          from: ISSUANCE,
          to: { member },
          asset: 'XP',
          scope: 'season:1',
          amount: 10n,
        }),
    ],
    [
      'an additional entry',
      (member, key) =>
        post(db, {
          kind: 'CREDIT',
          key,
          at,
          entries: [
            { holder: ISSUANCE, asset: 'XP', amount: -10n },
            { holder: { member }, asset: 'XP', amount: 10n },
            { holder: { system: 'SHOP' }, asset: 'XP', amount: 1n },
          ],
        }),
    ],
  ]
  test.each(other)('is rejected for %s once it was used', async (_label, again) => {
    const member = await insertMember(db)
    const key = freshKey()
    await credit(db, member, 10n, key)

    const error = await again(member, key).catch((reason: unknown) => reason)

    expect(violatedUnique(error)).toBe('ledger_key_reused')
    expect(await xpOf(db, member)).toBe(10n)
  })
})

describe('a reversal', () => {
  test('reverses all entries, once', async () => {
    const [anna = 0, ben = 0] = await insertMembers(db, 2)
    await credit(db, anna, 10n)
    const moved = await transfer(db, {
      kind: 'GIFT',
      key: freshKey(),
      at,
      from: { member: anna },
      to: { member: ben },
      asset: 'XP',
      amount: 6n,
    })
    const back = { transactionId: moved.transactionId, kind: 'BACK', at }
    const key = freshKey()

    const first = await reverse(db, { ...back, key })
    const again = await reverse(db, { ...back, key })

    expect([await xpOf(db, anna), await xpOf(db, ben)]).toEqual([10n, 0n])
    expect(again).toEqual({ transactionId: first.transactionId, fresh: false })
    await expect(reverse(db, { ...back, key: freshKey() })).rejects.toThrow(AlreadyReversedError)
  })

  test('takes back only what is still in the account', async () => {
    const member = await insertMember(db)
    const { transactionId } = await credit(db, member, 10n)
    await spend(db, member, 1n)

    await expect(reverse(db, { transactionId, kind: 'BACK', key: freshKey(), at })).rejects.toThrow(
      InsufficientBalanceError,
    )

    expect(await xpOf(db, member)).toBe(9n)
  })

  test('can itself be reversed, which restores the first posting', async () => {
    const member = await insertMember(db)
    const { transactionId } = await credit(db, member, 10n)
    const back = await reverse(db, { transactionId, kind: 'BACK', key: freshKey(), at })

    await reverse(db, {
      transactionId: back.transactionId,
      kind: 'FORTH',
      key: freshKey(),
      at,
    })

    expect(await xpOf(db, member)).toBe(10n)
    await expect(reverse(db, { transactionId, kind: 'BACK', key: freshKey(), at })).rejects.toThrow(
      AlreadyReversedError,
    )
  })

  test('cannot use the key of another reversal', async () => {
    const member = await insertMember(db)
    const one = await credit(db, member, 10n)
    const two = await credit(db, member, 10n)
    const key = freshKey()
    await reverse(db, { transactionId: one.transactionId, kind: 'BACK', key, at })

    const error = await reverse(db, {
      transactionId: two.transactionId,
      kind: 'BACK',
      key,
      at,
    }).catch((reason: unknown) => reason)

    expect(violatedUnique(error)).toBe('ledger_key_reused')
    expect(await xpOf(db, member)).toBe(10n)
  })

  test('is rejected for an unknown transaction', async () => {
    const fault = await faultOf(
      reverse(db, { transactionId: 2 ** 40, kind: 'BACK', key: freshKey(), at }),
    )

    expect(fault).toMatch(/there is no transaction/)
    expect(fault).not.toMatch(/is archived/)
  })
})

test('the ledger is consistent after these tests', async () => {
  expect(await checkLedger(db)).toEqual([])
})
