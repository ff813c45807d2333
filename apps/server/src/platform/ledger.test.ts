import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bareMember, bareMembers } from '#/testing/bare-members.ts'
import { openTestDatabase } from '#/testing/test-database.ts'
import { rowsOf, violatedCheck, violatedUnique, type Database, type Db } from './db.ts'
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

const at = new Date('2026-06-23T08:00:00.000Z')
const ISSUANCE = { system: 'ISSUANCE' } as const

let keys = 0
const freshKey = () => `test:${(keys += 1)}`

function credit(member: number, amount: bigint, key = freshKey()) {
  const to = { member }
  return transfer(db, { kind: 'CREDIT', key, at, from: ISSUANCE, to, asset: 'XP', amount })
}

function spend(member: number, amount: bigint, key = freshKey()) {
  const from = { member }
  const to = { system: 'SHOP' } as const
  return transfer(db, { kind: 'SPEND', key, at, from, to, asset: 'XP', amount })
}

const xpOf = (member: number) => balanceOf(db, { member, asset: 'XP' })

/** What went wrong, down to the words of the database. */
async function faultOf(promise: Promise<unknown>): Promise<string> {
  let text = ''
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  for (let cause = error; cause instanceof Error; cause = cause.cause) text += `${cause.message}\n`
  return text
}

const run = (statement: ReturnType<typeof sql>) => db.execute(statement).then(() => undefined)

describe('a post', () => {
  test('moves what it says and leaves the sum of everything at zero', async () => {
    const member = await bareMember(db)

    const { transactionId, fresh } = await credit(member, 10n)

    expect(fresh).toBe(true)
    expect(await xpOf(member)).toBe(10n)
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

  test('keeps the balances of two scopes and two assets apart', async () => {
    const member = await bareMember(db)
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
    await credit(member, 3n)

    const seasonXp = (n: number) =>
      balanceOf(db, { member, asset: 'SEASON_XP', scope: `season:${n}` })
    expect([await seasonXp(1), await seasonXp(2), await xpOf(member)]).toEqual([5n, 7n, 3n])
  })

  test('that takes more than is there takes nothing', async () => {
    const member = await bareMember(db)
    await credit(member, 10n)

    await expect(spend(member, 11n)).rejects.toThrow(InsufficientBalanceError)

    expect(await xpOf(member)).toBe(10n)
  })

  test('that was refused leaves its key free', async () => {
    const member = await bareMember(db)
    const key = freshKey()
    await expect(spend(member, 1n, key)).rejects.toThrow(InsufficientBalanceError)
    await credit(member, 1n)

    expect(await spend(member, 1n, key)).toMatchObject({ fresh: true })
  })

  test('of several entries for one account counts their sum', async () => {
    const member = await bareMember(db)
    const entries: Entry[] = [
      { holder: { member }, asset: 'XP', amount: 4n },
      { holder: { member }, asset: 'XP', amount: 5n },
      { holder: ISSUANCE, asset: 'XP', amount: -9n },
    ]

    await post(db, { kind: 'SUM', key: freshKey(), at, entries })

    expect(await xpOf(member)).toBe(9n)
  })

  test('is gone with the transaction it was part of', async () => {
    const member = await bareMember(db)
    const key = freshKey()
    const entries: Entry[] = [
      { holder: { member }, asset: 'XP', amount: 1n },
      { holder: ISSUANCE, asset: 'XP', amount: -1n },
    ]

    await expect(
      db.transaction(async (tx) => {
        await post(tx, { kind: 'CREDIT', key, at, entries })
        throw new Error('the fact did not happen')
      }),
    ).rejects.toThrow('the fact did not happen')

    expect(await xpOf(member)).toBe(0n)
    expect(await post(db, { kind: 'CREDIT', key, at, entries })).toMatchObject({ fresh: true })
  })

  test('is one statement: what it answered is committed', async () => {
    const member = await bareMember(db)
    const execute = vi.spyOn(db, 'execute')
    const transaction = vi.spyOn(db, 'transaction')

    await credit(member, 1n)

    expect([execute.mock.calls.length, transaction.mock.calls.length]).toEqual([1, 0])
    vi.restoreAllMocks()
    expect(await xpOf(member)).toBe(1n)
  })
})

describe('an amount', () => {
  test.each([-1n, 0n, -(2n ** 256n)])('of %d is no transfer', async (amount) => {
    const [from = 0, to = 0] = await bareMembers(db, 2)
    await credit(to, 5n)

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

    expect(await xpOf(to)).toBe(5n)
  })

  test.each([1n, 2n ** 63n, 2n ** 256n, 10n ** 78n - 1n])(
    'of %d arrives exactly',
    async (amount) => {
      const member = await bareMember(db)

      await credit(member, amount)
      await spend(member, amount - 1n === 0n ? 1n : amount - 1n)

      expect(await xpOf(member)).toBe(amount === 1n ? 0n : 1n)
    },
  )

  test('beyond 78 digits is refused, alone and as a sum', async () => {
    const member = await bareMember(db)

    expect(await faultOf(credit(member, 10n ** 78n))).toMatch(/ledger_amount_whole/)
    await credit(member, 10n ** 78n - 1n)
    expect(await faultOf(credit(member, 1n))).toMatch(/numeric field overflow/)

    expect(await xpOf(member)).toBe(10n ** 78n - 1n)
  })

  test.each(['"1.5"', '1.5', '"NaN"', '"Infinity"', '"-Infinity"', '"one"', '""', 'null', 'true'])(
    'written as %s never gets past the database',
    async (written) => {
      const member = await bareMember(db)
      const entries = `[{"member":${member},"asset":"XP","scope":"","amount":${written}},
        {"system":"ISSUANCE","asset":"XP","scope":"","amount":"-1"}]`

      const fault = await faultOf(
        run(
          sql`select ledger_post('ODD', ${freshKey()}, ${at.toISOString()}::timestamptz, '{}', ${entries}::jsonb)`,
        ),
      )

      expect(fault).not.toBe('')
      expect(await xpOf(member)).toBe(0n)
    },
  )

  test.each(['1e3', '"1e3"', '"1000"', '1000.0'])(
    'written as %s is a thousand, and not one',
    async (written) => {
      const member = await bareMember(db)
      const entries = `[{"member":${member},"asset":"XP","scope":"","amount":${written}},
        {"system":"ISSUANCE","asset":"XP","scope":"","amount":"-1000"}]`

      await db.execute(
        sql`select ledger_post('ODD', ${freshKey()}, ${at.toISOString()}::timestamptz, '{}', ${entries}::jsonb)`,
      )

      expect(await xpOf(member)).toBe(1000n)
    },
  )
})

describe('a key', () => {
  test('posts once; the second time answers with the first', async () => {
    const member = await bareMember(db)
    const key = freshKey()

    const first = await credit(member, 10n, key)
    const second = await credit(member, 10n, key)

    expect(second).toEqual({ transactionId: first.transactionId, fresh: false })
    expect(await xpOf(member)).toBe(10n)
  })

  test('repeats a spending even when nothing is left', async () => {
    const member = await bareMember(db)
    const key = freshKey()
    await credit(member, 1n)
    await spend(member, 1n, key)

    expect(await spend(member, 1n, key)).toMatchObject({ fresh: false })
    expect(await xpOf(member)).toBe(0n)
  })

  const other: [string, (member: number, key: string) => Promise<unknown>][] = [
    ['another amount', (member, key) => credit(member, 11n, key)],
    ['another kind', (member, key) => spend(member, 10n, key)],
    ['another member', async (_, key) => credit(await bareMember(db), 10n, key)],
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
      'one more entry',
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
  test.each(other)('that was used is refused for %s', async (_what, again) => {
    const member = await bareMember(db)
    const key = freshKey()
    await credit(member, 10n, key)

    const error = await again(member, key).catch((reason: unknown) => reason)

    expect(violatedUnique(error)).toBe('ledger_key_reused')
    expect(await xpOf(member)).toBe(10n)
  })
})

describe('a reversal', () => {
  test('gives everything back, once', async () => {
    const [anna = 0, ben = 0] = await bareMembers(db, 2)
    await credit(anna, 10n)
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

    expect([await xpOf(anna), await xpOf(ben)]).toEqual([10n, 0n])
    expect(again).toEqual({ transactionId: first.transactionId, fresh: false })
    await expect(reverse(db, { ...back, key: freshKey() })).rejects.toThrow(AlreadyReversedError)
  })

  test('takes back only what is still there', async () => {
    const member = await bareMember(db)
    const { transactionId } = await credit(member, 10n)
    await spend(member, 1n)

    await expect(reverse(db, { transactionId, kind: 'BACK', key: freshKey(), at })).rejects.toThrow(
      InsufficientBalanceError,
    )

    expect(await xpOf(member)).toBe(9n)
  })

  test('can itself be reversed: then the first posting holds again', async () => {
    const member = await bareMember(db)
    const { transactionId } = await credit(member, 10n)
    const back = await reverse(db, { transactionId, kind: 'BACK', key: freshKey(), at })

    await reverse(db, {
      transactionId: back.transactionId,
      kind: 'FORTH',
      key: freshKey(),
      at,
    })

    expect(await xpOf(member)).toBe(10n)
    await expect(reverse(db, { transactionId, kind: 'BACK', key: freshKey(), at })).rejects.toThrow(
      AlreadyReversedError,
    )
  })

  test('of another transaction cannot use the same key', async () => {
    const member = await bareMember(db)
    const one = await credit(member, 10n)
    const two = await credit(member, 10n)
    const key = freshKey()
    await reverse(db, { transactionId: one.transactionId, kind: 'BACK', key, at })

    const error = await reverse(db, {
      transactionId: two.transactionId,
      kind: 'BACK',
      key,
      at,
    }).catch((reason: unknown) => reason)

    expect(violatedUnique(error)).toBe('ledger_key_reused')
    expect(await xpOf(member)).toBe(10n)
  })

  test('of what never was is refused', async () => {
    const fault = faultOf(
      reverse(db, { transactionId: 2 ** 40, kind: 'BACK', key: freshKey(), at }),
    )

    expect(await fault).toMatch(/there is no transaction/)
  })
})

describe('the database itself refuses', () => {
  test('a transaction that does not sum to zero', async () => {
    const member = await bareMember(db)
    const entries: Entry[] = [
      { holder: ISSUANCE, asset: 'XP', amount: -9n },
      { holder: { member }, asset: 'XP', amount: 10n },
    ]

    const error = await post(db, { kind: 'ODD', key: freshKey(), at, entries }).catch(
      (reason: unknown) => reason,
    )

    expect(violatedCheck(error)).toBe('ledger_transactions_balance')
    expect(await xpOf(member)).toBe(0n)
  })

  test('one asset paid with another, although the numbers sum to zero', async () => {
    const member = await bareMember(db)
    const entries: Entry[] = [
      { holder: ISSUANCE, asset: 'TICKET', amount: -10n },
      { holder: { member }, asset: 'XP', amount: 10n },
    ]

    const error = await post(db, { kind: 'ODD', key: freshKey(), at, entries }).catch(
      (reason: unknown) => reason,
    )

    expect(violatedCheck(error)).toBe('ledger_transactions_balance')
  })

  test('a transaction without entries', async () => {
    const error = await post(db, { kind: 'ODD', key: freshKey(), at, entries: [] }).catch(
      (reason: unknown) => reason,
    )

    expect(violatedCheck(error)).toBe('ledger_transactions_balance')
  })

  test('an entry of nothing: from a member to the same member', async () => {
    const member = await bareMember(db)
    await credit(member, 5n)
    const entries: Entry[] = [
      { holder: { member }, asset: 'XP', amount: -5n },
      { holder: { member }, asset: 'XP', amount: 5n },
    ]

    const error = await post(db, { kind: 'ODD', key: freshKey(), at, entries }).catch(
      (reason: unknown) => reason,
    )

    expect(violatedCheck(error)).toBe('ledger_entries_not_zero')
  })

  test('a member nobody knows', async () => {
    expect(await faultOf(credit(2 ** 40, 1n))).toMatch(/foreign key/)
  })

  const direct: [
    string,
    (posted: { transactionId: number; member: number }) => ReturnType<typeof sql>,
    RegExp,
  ][] = [
    [
      'a changed entry',
      ({ transactionId }) =>
        sql`update ledger_entries set amount = amount * 2 where transaction_id = ${transactionId}`,
      /append-only/,
    ],
    [
      'a deleted entry',
      ({ transactionId }) =>
        sql`delete from ledger_entries where transaction_id = ${transactionId}`,
      /append-only/,
    ],
    ['emptied entries', () => sql`truncate ledger_entries`, /append-only/],
    [
      'a changed transaction',
      ({ transactionId }) =>
        sql`update ledger_transactions set kind = 'X' where id = ${transactionId}`,
      /append-only/,
    ],
    [
      'a deleted transaction',
      ({ transactionId }) => sql`delete from ledger_transactions where id = ${transactionId}`,
      /append-only/,
    ],
    ['emptied transactions', () => sql`truncate ledger_transactions cascade`, /append-only/],
    [
      'a changed balance',
      ({ member }) => sql`update ledger_accounts set balance = 99 where member_id = ${member}`,
      /moves by entries only/,
    ],
    [
      'an account that changes hands',
      ({ member }) => sql`update ledger_accounts set asset = 'CREDIT' where member_id = ${member}`,
      /moves by entries only/,
    ],
    [
      'a deleted account',
      ({ member }) => sql`delete from ledger_accounts where member_id = ${member}`,
      /moves by entries only/,
    ],
    ['emptied accounts', () => sql`truncate ledger_accounts cascade`, /moves by entries only/],
    [
      'entries that come later',
      ({ transactionId }) => sql`insert into ledger_entries (transaction_id, account_id, amount)
        select ${transactionId}::bigint, a.id, n.amount
        from (values ('SHOP', 1), ('TREASURY', -1)) as n(name, amount)
        join ledger_accounts a on a.system_name = n.name and a.asset = 'XP' and a.scope = ''`,
      /written at once/,
    ],
    [
      'an entry of an account that does not exist',
      ({ transactionId }) => sql`insert into ledger_entries (transaction_id, account_id, amount)
        values (${transactionId}, 9876543210, 1)`,
      /accounts that exist/,
    ],
    [
      'an entry of a transaction that does not exist',
      ({ member }) => sql`insert into ledger_entries (transaction_id, account_id, amount)
        select 9876543210, id, 1 from ledger_accounts where member_id = ${member}`,
      /written at once/,
    ],
  ]
  test.each(direct)('%s, written past the functions', async (_what, statement, message) => {
    const member = await bareMember(db)
    for (const system of ['SHOP', 'TREASURY'] as const) {
      await post(db, {
        kind: 'OPEN',
        key: `open:${system}`,
        at,
        entries: [
          { holder: { system }, asset: 'XP', amount: 1n },
          { holder: ISSUANCE, asset: 'XP', amount: -1n },
        ],
      })
    }
    const { transactionId } = await credit(member, 10n)

    expect(await faultOf(run(statement({ transactionId, member })))).toMatch(message)
    expect(await xpOf(member)).toBe(10n)
  })

  test('an account that is born with a balance: it starts at zero', async () => {
    const member = await bareMember(db)

    await db.execute(
      sql`insert into ledger_accounts (member_id, asset, balance) values (${member}, 'XP', 50)`,
    )

    expect(await xpOf(member)).toBe(0n)
  })
})

test('after all of this the ledger holds', async () => {
  expect(await checkLedger(db)).toEqual([])
})
