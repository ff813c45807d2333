import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertMember } from '#test/insert-members.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { at, credit, faultOf, freshKey, ISSUANCE, xpOf } from '#test/test-ledger.ts'
import { violatedCheck, type Database, type Db } from '#/platform/process/db.ts'
import { checkLedger } from './ledger-check.ts'
import { post, type Entry } from './ledger.ts'

let database: Database
let db: Db
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
afterAll(() => database.close())

const run = (statement: ReturnType<typeof sql>) => db.execute(statement).then(() => undefined)

describe('the database', () => {
  test('rejects a transaction that does not sum to zero', async () => {
    const member = await insertMember(db)
    const entries: Entry[] = [
      { holder: ISSUANCE, asset: 'XP', amount: -9n },
      { holder: { member }, asset: 'XP', amount: 10n },
    ]

    const error = await post(db, { kind: 'ODD', key: freshKey(), at, entries }).catch(
      (reason: unknown) => reason,
    )

    expect(violatedCheck(error)).toBe('ledger_transactions_balance')
    expect(await xpOf(db, member)).toBe(0n)
  })

  test('rejects one asset paid with another, although the amounts sum to zero', async () => {
    const member = await insertMember(db)
    const entries: Entry[] = [
      { holder: ISSUANCE, asset: 'TICKET', amount: -10n },
      { holder: { member }, asset: 'XP', amount: 10n },
    ]

    const error = await post(db, { kind: 'ODD', key: freshKey(), at, entries }).catch(
      (reason: unknown) => reason,
    )

    expect(violatedCheck(error)).toBe('ledger_transactions_balance')
  })

  test('rejects a transaction without entries', async () => {
    const error = await post(db, { kind: 'ODD', key: freshKey(), at, entries: [] }).catch(
      (reason: unknown) => reason,
    )

    expect(violatedCheck(error)).toBe('ledger_transactions_balance')
  })

  test('rejects an entry of zero: from a member to the same member', async () => {
    const member = await insertMember(db)
    await credit(db, member, 5n)
    const entries: Entry[] = [
      { holder: { member }, asset: 'XP', amount: -5n },
      { holder: { member }, asset: 'XP', amount: 5n },
    ]

    const error = await post(db, { kind: 'ODD', key: freshKey(), at, entries }).catch(
      (reason: unknown) => reason,
    )

    expect(violatedCheck(error)).toBe('ledger_entries_not_zero')
  })

  test('rejects an unknown member', async () => {
    expect(await faultOf(credit(db, 2 ** 40, 1n))).toMatch(/foreign key/)
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
      'a changed account asset',
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
      'entries added later to a transaction',
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
        select 987654321, id, 1 from ledger_accounts where member_id = ${member}`,
      /written at once/,
    ],
  ]
  test.each(direct)(
    'rejects %s, written without the ledger functions',
    async (_label, statement, message) => {
      const member = await insertMember(db)
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
      const { transactionId } = await credit(db, member, 10n)

      expect(await faultOf(run(statement({ transactionId, member })))).toMatch(message)
      expect(await xpOf(db, member)).toBe(10n)
    },
  )

  test('rejects an account that is created with a balance', async () => {
    const member = await insertMember(db)

    await db.execute(
      sql`insert into ledger_accounts (member_id, asset, balance) values (${member}, 'XP', 50)`,
    )

    expect(await xpOf(db, member)).toBe(0n)
  })
})

test('the ledger is consistent after these tests', async () => {
  expect(await checkLedger(db)).toEqual([])
})
