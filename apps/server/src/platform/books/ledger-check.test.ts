import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertMember } from '#test/insert-members.ts'
import { openTestDatabase } from '#test/test-database.ts'
import type { Database } from '#/platform/process/db.ts'
import { checkLedger } from './ledger-check.ts'
import { reverse, transfer } from './ledger.ts'

let database: Database
let member: number
let transactionId: number
let reversalId: number
beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  member = await insertMember(db)
  const at = new Date('2026-06-23T08:00:00.000Z')
  const issued = { kind: 'CREDIT', at, from: { system: 'ISSUANCE' }, to: { member } } as const
  const first = await transfer(db, { ...issued, key: 'one', asset: 'XP', amount: 10n })
  const second = await transfer(db, { ...issued, key: 'two', asset: 'XP', amount: 5n })
  transactionId = first.transactionId
  const taken = { transactionId: second.transactionId, kind: 'BACK', key: 'three', at }
  reversalId = (await reverse(db, taken)).transactionId
})
afterAll(() => database.close())

class Undo extends Error {}

/**
 * Returns the rules that the check finds violated after a superuser ran these statements with all
 * triggers disabled.
 */
async function foundAfter(...tampering: SQL[]): Promise<string[]> {
  let rules: string[] = []
  await database.db
    .transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      for (const statement of tampering) await tx.execute(statement)
      const problems = await checkLedger(tx)
      rules = Array.from(new Set(problems.map(({ rule }) => rule))).toSorted()
      throw new Undo()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
  return rules
}

const SUM = 'the entries of a transaction sum to zero'
const BALANCE = "a member's balance is the sum of its entries"
const SWITCHED_ON = 'the ledger constraints and triggers are enabled'

const memberEntry = () =>
  sql`account_id = (select id from ledger_accounts where member_id = ${member})`
const systemEntry = () =>
  sql`account_id = (select id from ledger_accounts where system_name = 'ISSUANCE')`

test('finds nothing in an untouched ledger', async () => {
  expect(await checkLedger(database.db)).toEqual([])
})

describe('checkLedger', () => {
  const tampered: [string, () => SQL[], string[]][] = [
    [
      "a changed amount of a member's entry",
      () => [
        sql`update ledger_entries set amount = 11 where transaction_id = ${transactionId} and ${memberEntry()}`,
      ],
      [SUM, BALANCE],
    ],
    [
      "a changed amount of the programme's entry",
      () => [
        sql`update ledger_entries set amount = -11 where transaction_id = ${transactionId} and ${systemEntry()}`,
      ],
      [SUM],
    ],
    [
      'both amounts of a transaction doubled',
      () => [
        sql`update ledger_entries set amount = amount * 2 where transaction_id = ${transactionId}`,
      ],
      [BALANCE],
    ],
    [
      'a deleted entry',
      () => [
        sql`delete from ledger_entries where transaction_id = ${transactionId} and ${systemEntry()}`,
      ],
      [SUM],
    ],
    [
      'all entries of a transaction deleted',
      () => [sql`delete from ledger_entries where transaction_id = ${transactionId}`],
      ['a transaction has entries', BALANCE],
    ],
    [
      'a whole transaction deleted',
      () => [
        sql`delete from ledger_entries where transaction_id = ${transactionId}`,
        sql`delete from ledger_transactions where id = ${transactionId}`,
      ],
      [BALANCE],
    ],
    [
      'a deleted transaction whose entries remain',
      () => [sql`delete from ledger_transactions where id = ${transactionId}`],
      ['an entry belongs to a transaction and an account'],
    ],
    [
      'a deleted account whose entries remain',
      () => [sql`delete from ledger_accounts where member_id = ${member}`],
      [SUM, 'an entry belongs to a transaction and an account'],
    ],
    [
      'a changed balance',
      () => [sql`update ledger_accounts set balance = balance + 1 where member_id = ${member}`],
      [BALANCE],
    ],
    [
      'an unbalanced transaction inserted directly',
      () => [
        sql`insert into ledger_transactions (kind, idempotency_key, created_at)
          values ('GIFT', 'slipped in', '2026-06-23T08:00:00Z')`,
        sql`insert into ledger_entries (transaction_id, account_id, amount)
          select t.id, a.id, 100 from ledger_transactions t, ledger_accounts a
          where t.idempotency_key = 'slipped in' and a.member_id = ${member}`,
        sql`update ledger_accounts set balance = balance + 100 where member_id = ${member}`,
      ],
      [SUM, 'a key is used once'],
    ],
    [
      'an empty transaction',
      () => [
        sql`insert into ledger_transactions (kind, idempotency_key, created_at)
          values ('GIFT', 'empty', '2026-06-23T08:00:00Z')`,
      ],
      ['a transaction has entries', 'a key is used once'],
    ],
    [
      'a reversal with a different amount',
      () => [
        sql`update ledger_entries set amount = amount + 1 where transaction_id = ${reversalId} and ${memberEntry()}`,
        sql`update ledger_entries set amount = amount - 1 where transaction_id = ${reversalId} and ${systemEntry()}`,
        sql`update ledger_accounts set balance = balance + 1 where member_id = ${member}`,
      ],
      ['a reversal mirrors what it reverses'],
    ],
    [
      'a balance below zero',
      () => [
        sql`alter table ledger_accounts drop constraint ledger_balance_not_negative`,
        sql`update ledger_accounts set balance = -1 where member_id = ${member}`,
      ],
      [BALANCE, 'no member has a negative balance', SWITCHED_ON],
    ],
    [
      'a system account with a balance',
      () => [
        sql`alter table ledger_accounts drop constraint ledger_system_carries_none`,
        sql`update ledger_accounts set balance = 1 where system_name = 'ISSUANCE'`,
      ],
      ['a system account carries no balance', SWITCHED_ON],
    ],
    [
      'two accounts for the same holder, asset and scope',
      () => [
        sql`alter table ledger_accounts drop constraint ledger_accounts_of_member`,
        sql`insert into ledger_accounts (member_id, asset) values (${member}, 'XP')`,
      ],
      ['a holder has one account per asset and scope', SWITCHED_ON],
    ],
    [
      'a key used twice',
      () => [
        sql`alter table ledger_keys drop constraint ledger_keys_pkey`,
        sql`update ledger_transactions set idempotency_key = 'one' where idempotency_key = 'two'`,
      ],
      ['a key is used once', SWITCHED_ON],
    ],
    [
      'a transaction reversed twice',
      () => [
        sql`alter table ledger_reversals drop constraint ledger_transactions_reversed_once`,
        sql`update ledger_transactions set reverses = (
          select reverses from ledger_transactions where idempotency_key = 'three')
          where idempotency_key = 'one'`,
      ],
      ['a reversal mirrors what it reverses', 'a transaction is reversed once', SWITCHED_ON],
    ],
    [
      'a disabled trigger',
      () => [sql`alter table ledger_entries disable trigger ledger_entries_append_only`],
      [SWITCHED_ON],
    ],
    [
      'a disabled trigger of a partition',
      () => [
        sql`alter table partitions.ledger_entries_1 disable trigger ledger_entries_through_table`,
      ],
      [SWITCHED_ON],
    ],
    [
      'a disabled count of a checkpoint',
      () => [sql`alter table ledger_checkpoints disable trigger ledger_checkpoints_count`],
      [SWITCHED_ON],
    ],
    [
      'a dropped trigger',
      () => [sql`drop trigger ledger_transactions_balance on ledger_transactions`],
      [SWITCHED_ON],
    ],
  ]
  test.each(tampered)('finds %s', async (_label, tampering, rules) => {
    expect(await foundAfter(...tampering())).toEqual(rules.toSorted())
  })
})

test('names the transaction or the account of a problem', async () => {
  let problems: unknown
  await database.db
    .transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(
        sql`update ledger_entries set amount = -11 where transaction_id = ${transactionId} and ${systemEntry()}`,
      )
      problems = await checkLedger(tx)
      throw new Undo()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })

  expect(problems).toEqual([{ rule: SUM, where: `transaction ${transactionId}` }])
})
