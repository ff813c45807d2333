import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertMember, insertMembers } from '#test/insert-members.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { at, countPostings, credit, faultOf, freshKey, ISSUANCE, xpOf } from '#test/test-ledger.ts'
import {
  rowsOf,
  violatedCheck,
  violatedUnique,
  type Database,
  type Db,
} from '#/platform/process/db.ts'
import { checkLedger } from './ledger-check.ts'
import { InsufficientBalanceError, post, postAll, type Posting } from './ledger.ts'

let database: Database
let db: Db
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
afterAll(() => database.close())

const creditOf = (member: number, amount: bigint, key = freshKey()): Posting => ({
  kind: 'CREDIT',
  key,
  at,
  entries: [
    { holder: ISSUANCE, asset: 'XP', amount: -amount },
    { holder: { member }, asset: 'XP', amount },
  ],
})

const reasonOf = (promise: Promise<unknown>) => promise.catch((reason: unknown) => reason)

describe('a batch', () => {
  test('posts several transactions and returns them in the order of the postings', async () => {
    const members = await insertMembers(db, 3)
    const batch = members.map((member, index) => creditOf(member, BigInt(10 - index)))

    const posted = await postAll(db, batch)

    expect(posted.map(({ fresh }) => fresh)).toEqual([true, true, true])
    const rows = await rowsOf<{ id: string | number; key: string }>(
      db,
      sql`select id, idempotency_key as key from ledger_transactions order by id`,
    )
    const keyOf = new Map(rows.map(({ id, key }) => [Number(id), key]))
    expect(posted.map(({ transactionId }) => keyOf.get(transactionId))).toEqual(
      batch.map(({ key }) => key),
    )
    expect(await Promise.all(members.map((member) => xpOf(db, member)))).toEqual([10n, 9n, 8n])
  })

  test('moves the balance of an account by all its entries', async () => {
    const member = await insertMember(db)
    const debit: Posting = {
      kind: 'SPEND',
      key: freshKey(),
      at,
      entries: [
        { holder: { member }, asset: 'XP', amount: -4n },
        { holder: { system: 'SHOP' }, asset: 'XP', amount: 4n },
      ],
    }

    await postAll(db, [creditOf(member, 7n), debit, creditOf(member, 2n)])

    expect(await xpOf(db, member)).toBe(5n)
  })

  test('returns the first results when it is repeated', async () => {
    const members = await insertMembers(db, 2)
    const batch = members.map((member) => creditOf(member, 3n))
    const first = await postAll(db, batch)

    const second = await postAll(db, batch)

    expect(second).toEqual(first.map(({ transactionId }) => ({ transactionId, fresh: false })))
    expect(await Promise.all(members.map((member) => xpOf(db, member)))).toEqual([3n, 3n])
  })

  test('posts a key once that it contains twice or that was posted before', async () => {
    const [anna = 0, ben = 0] = await insertMembers(db, 2)
    const [before, twice] = [freshKey(), freshKey()]
    const { transactionId } = await credit(db, anna, 5n, before)

    const posted = await postAll(db, [
      creditOf(ben, 1n, twice),
      creditOf(anna, 5n, before),
      creditOf(ben, 1n, twice),
      creditOf(ben, 2n),
    ])

    expect(posted.map(({ fresh }) => fresh)).toEqual([true, false, false, true])
    expect(posted[1]?.transactionId).toBe(transactionId)
    expect(posted[2]?.transactionId).toBe(posted[0]?.transactionId)
    expect([await xpOf(db, anna), await xpOf(db, ben)]).toEqual([5n, 3n])
  })

  test.each([
    ['a key that was posted before', true],
    ['a key that it contains twice', false],
  ])('rejects %s with other entries, and posts nothing', async (_label, isPosted) => {
    const [anna = 0, ben = 0] = await insertMembers(db, 2)
    const key = freshKey()
    if (isPosted) await credit(db, anna, 1n, key)
    const batch = [creditOf(ben, 2n, key), creditOf(anna, 3n, key), creditOf(ben, 9n)]
    const postings = await countPostings(db)

    const error = await reasonOf(postAll(db, batch))

    expect(violatedUnique(error)).toBe('ledger_key_reused')
    expect(await countPostings(db)).toBe(postings)
    expect(await xpOf(db, ben)).toBe(0n)
  })

  test('posts nothing when one posting takes more than the balance', async () => {
    const [anna = 0, ben = 0] = await insertMembers(db, 2)
    const overdraft: Posting = {
      kind: 'SPEND',
      key: freshKey(),
      at,
      entries: [
        { holder: { member: ben }, asset: 'XP', amount: -1n },
        { holder: { system: 'SHOP' }, asset: 'XP', amount: 1n },
      ],
    }

    await expect(postAll(db, [creditOf(anna, 1n), overdraft])).rejects.toThrow(
      InsufficientBalanceError,
    )

    expect(await xpOf(db, anna)).toBe(0n)
  })

  test.each([
    ['one transaction that does not sum to zero', [-9n, 10n]],
    ['two transactions that sum to zero only together', [-9n, 9n]],
    ['a transaction without entries', []],
  ])('rejects %s', async (_label, amounts) => {
    const member = await insertMember(db)
    const lopsided: Posting[] = amounts.map((amount) => ({
      ...creditOf(member, 1n),
      entries: [{ holder: amount < 0n ? ISSUANCE : { member }, asset: 'XP', amount }],
    }))
    if (lopsided.length === 0) lopsided.push({ ...creditOf(member, 1n), entries: [] })

    const error = await reasonOf(postAll(db, [creditOf(member, 1n), ...lopsided]))

    expect(violatedCheck(error)).toBe('ledger_transactions_balance')
    expect(await xpOf(db, member)).toBe(0n)
  })

  test('may be empty', async () => {
    expect(await postAll(db, [])).toEqual([])
  })

  test('sends a fixed number of updates of balances, whatever its size', async () => {
    const members = await insertMembers(db, 40)
    // Accounts exist before, so that the counts are those of the balances alone.
    await postAll(
      db,
      members.map((member) => creditOf(member, 1n)),
    )
    await db.execute(sql`create table balance_updates (rows bigint)`)
    await db.execute(sql`create function count_balance_updates() returns trigger language plpgsql as
      'begin insert into balance_updates select count(*) from changed; return null; end'`)
    await db.execute(sql`create trigger count_balance_updates after update on ledger_accounts
      referencing new table as changed for each statement execute function count_balance_updates()`)

    await postAll(
      db,
      members.map((member) => creditOf(member, 2n)),
    )

    const counted = await rowsOf<{ rows: string | number }>(
      db,
      sql`select rows from balance_updates`,
    )
    expect(counted.map(({ rows }) => Number(rows))).toEqual([40])
    await db.execute(sql`drop trigger count_balance_updates on ledger_accounts`)
  })

  test('opens all missing accounts with one statement', async () => {
    await credit(db, await insertMember(db), 1n)
    const members = await insertMembers(db, 40)
    await db.execute(sql`create table opened_accounts (rows bigint)`)
    await db.execute(sql`create function count_opened_accounts() returns trigger language plpgsql as
      'begin insert into opened_accounts select count(*) from opened; return null; end'`)
    await db.execute(sql`create trigger count_opened_accounts after insert on ledger_accounts
      referencing new table as opened for each statement execute function count_opened_accounts()`)

    await postAll(
      db,
      members.map((member) => creditOf(member, 2n)),
    )

    const counted = await rowsOf<{ rows: string | number }>(
      db,
      sql`select rows from opened_accounts`,
    )
    expect(counted.map(({ rows }) => Number(rows))).toEqual([40])
    await db.execute(sql`drop trigger count_opened_accounts on ledger_accounts`)
  })
})

describe('the database', () => {
  /** Two transactions with their keys, as parts of a statement that also writes entries. */
  const written = () => sql`keyed as (
      insert into ledger_keys (key, transaction_id)
      select key, nextval('ledger_transactions_id_seq')
      from unnest(array[${freshKey()}, ${freshKey()}]) as key returning key, transaction_id
    ), written as (
      insert into ledger_transactions (id, kind, idempotency_key, created_at)
      overriding system value select transaction_id, 'DIRECT', key, now() from keyed returning id
    )`

  test('accepts the entries of several whole transactions in one statement', async () => {
    const member = await insertMember(db)
    await credit(db, member, 1n)

    await db.execute(sql`with ${written()}
      insert into ledger_entries (transaction_id, account_id, amount)
        select w.id, a.id, case when a.member_id is null then -5 else 5 end from written w
        join ledger_accounts a on a.asset = 'XP' and a.scope = ''
          and (a.system_name = 'ISSUANCE' or a.member_id = ${member})`)

    expect(await xpOf(db, member)).toBe(11n)
  })

  test('rejects transactions whose entries are left for a later statement', async () => {
    const error = await reasonOf(
      db.execute(sql`with ${written()} select id from written`).execute(),
    )

    expect(violatedCheck(error)).toBe('ledger_transactions_balance')
  })

  test('rejects a transaction without its key', async () => {
    const member = await insertMember(db)
    await credit(db, member, 1n)

    const fault = await faultOf(
      db
        .execute(
          sql`with written as (
            insert into ledger_transactions (kind, idempotency_key, created_at)
            values ('DIRECT', ${freshKey()}, now()) returning id
          ) insert into ledger_entries (transaction_id, account_id, amount)
            select w.id, a.id, case when a.member_id is null then -5 else 5 end from written w
            join ledger_accounts a on a.asset = 'XP' and a.scope = ''
              and (a.system_name = 'ISSUANCE' or a.member_id = ${member})`,
        )
        .execute(),
    )

    expect(fault).toMatch(/has no key/)
    expect(await xpOf(db, member)).toBe(1n)
  })

  test('rejects entries of new and of older transactions in one statement', async () => {
    const member = await insertMember(db)
    const { transactionId } = await credit(db, member, 1n)
    await post(db, {
      kind: 'OPEN',
      key: freshKey(),
      at,
      entries: [
        { holder: { system: 'SHOP' }, asset: 'XP', amount: 1n },
        { holder: { system: 'TREASURY' }, asset: 'XP', amount: -1n },
      ],
    })

    const fault = await faultOf(
      db
        .execute(
          sql`with ${written()}
          insert into ledger_entries (transaction_id, account_id, amount)
            select w.id, a.id, case a.system_name when 'SHOP' then 1 else -1 end
            from (select id from written union all select ${transactionId}::bigint) w
            join ledger_accounts a on a.asset = 'XP' and a.scope = ''
              and a.system_name in ('SHOP', 'TREASURY')`,
        )
        .execute(),
    )

    expect(fault).toMatch(/written at once/)
  })
})

test('the ledger is consistent after these tests', async () => {
  expect(await checkLedger(db)).toEqual([])
})
