import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { migrateBefore } from '#test/earlier-database.ts'
import { insertMember, insertMembers } from '#test/insert-members.ts'
import { openEmptyDatabase, openTestDatabase } from '#test/test-database.ts'
import { at, credit, faultOf, freshKey, spend, xpOf } from '#test/test-ledger.ts'
import { rowsOf, type Database, type Db } from '#/platform/process/db.ts'
import { migrate } from '#/platform/process/migrate.ts'
import { checkLedger } from './ledger-check.ts'
import { advanceCheckpoint } from './ledger-checkpoint.ts'
import {
  beginPartition,
  detachPartition,
  findPartitions,
  PartitionStateError,
  removeArchivedKeys,
  restorePartition,
} from './ledger-partitions.ts'
import { AlreadyReversedError, InsufficientBalanceError, reverse } from './ledger.ts'

const SIZE = 1_000_000_000

const countOf = async (db: Db, from: ReturnType<typeof sql>) => {
  const [row] = await rowsOf<{ count: string | number }>(db, sql`select count(*) as count ${from}`)
  return Number(row?.count)
}

describe('a partition', () => {
  let database: Database
  let db: Db
  beforeAll(async () => {
    database = await openTestDatabase()
    db = database.db
  })
  afterAll(() => database.close())

  test('begins once per period, and the next transaction is written there', async () => {
    const member = await insertMember(db)
    const before = await credit(db, member, 1n)

    await beginPartition(db, { period: 'season:1', at })
    const first = await credit(db, member, 1n)
    await beginPartition(db, { period: 'season:1', at })
    const second = await credit(db, member, 1n)

    expect(before.transactionId).toBeLessThanOrEqual(SIZE)
    expect([first.transactionId, second.transactionId]).toEqual([SIZE + 1, SIZE + 2])
    expect(await countOf(db, sql`from partitions.ledger_transactions_1`)).toBe(2)
    expect(await xpOf(db, member)).toBe(3n)
  })

  test('is prepared before it is needed', async () => {
    const partitions = await findPartitions(db)

    expect(partitions.map(({ number, period }) => [number, period])).toEqual([
      [0, 'first'],
      [1, 'season:1'],
      [2, null],
    ])
  })

  test.each([
    sql`insert into partitions.ledger_entries_1 (transaction_id, account_id, amount)
      select transaction_id, 1000, amount from ledger_entries where transaction_id > ${SIZE}`,
    sql`insert into partitions.ledger_transactions_1 (id, kind, idempotency_key, created_at)
      overriding system value values (${SIZE + 9}, 'X', 'X', now())`,
    sql`update partitions.ledger_entries_0 set amount = amount * 2`,
    sql`update partitions.ledger_transactions_1 set kind = 'X'`,
    sql`delete from partitions.ledger_entries_1`,
    sql`delete from partitions.ledger_transactions_0`,
    sql`truncate partitions.ledger_entries_1`,
    sql`truncate partitions.ledger_transactions_1`,
  ])('rejects statements that name it: %#', async (statement) => {
    expect(await faultOf(db.execute(statement).execute())).toMatch(/append-only/)
  })

  test.each([
    ['update', sql`update ledger_keys set transaction_id = 1`, /append-only/],
    ['truncate', sql`truncate ledger_keys`, /append-only/],
    ['delete', sql`delete from ledger_keys`, /as long as its transaction/],
    ['update', sql`update ledger_reversals set reversed = 1`, /append-only/],
    ['orphan', sql`insert into ledger_reversals values (1, 2)`, /as long as what it reverses/],
  ])('has keys and reversals that reject a direct %s', async (_label, statement, message) => {
    await db.execute(sql`select 1`)

    const fault = await faultOf(db.execute(statement).execute())

    expect(fault).toMatch(message)
  })

  test('keeps a reversal unique whose transaction is in an older partition', async () => {
    const member = await insertMember(db)
    const { transactionId } = await credit(db, member, 4n)
    await beginPartition(db, { period: 'season:2', at })

    await reverse(db, { transactionId, kind: 'BACK', key: freshKey(), at })

    await expect(reverse(db, { transactionId, kind: 'BACK', key: freshKey(), at })).rejects.toThrow(
      AlreadyReversedError,
    )
    expect(await faultOf(db.execute(sql`delete from ledger_reversals`).execute())).toMatch(
      /as long as what it reverses/,
    )
    expect(await xpOf(db, member)).toBe(0n)
  })

  test('is passed by one checkpoint where its predecessor has no ids', async () => {
    await advanceCheckpoint(db, { at })

    expect(await countOf(db, sql`from ledger_checkpoints`)).toBeLessThan(10)
    expect(await checkLedger(db)).toEqual([])
  })
})

describe('a detached partition', () => {
  let database: Database
  let db: Db
  beforeEach(async () => {
    database = await openTestDatabase()
    db = database.db
  })
  afterEach(() => database.close())

  /** Two members with transactions in the first partition and one in the second. */
  async function aSecondPartition() {
    const [anna = 0, ben = 0] = await insertMembers(db, 2)
    const key = freshKey()
    const first = await credit(db, anna, 10n, key)
    await credit(db, ben, 5n)
    await spend(db, ben, 5n)
    await beginPartition(db, { period: 'season:1', at })
    await credit(db, anna, 3n)
    return { anna, ben, key, first }
  }

  test('leaves balances and their verification intact', async () => {
    const { anna, ben } = await aSecondPartition()
    await advanceCheckpoint(db, { at })

    await detachPartition(db, 0, at)
    await removeArchivedKeys(db, 0)

    expect(await countOf(db, sql`from ledger_transactions where id <= ${SIZE}`)).toBe(0)
    expect(await countOf(db, sql`from ledger_entries where transaction_id <= ${SIZE}`)).toBe(0)
    expect(await countOf(db, sql`from archive.ledger_transactions_0`)).toBe(3)
    expect([await xpOf(db, anna), await xpOf(db, ben)]).toEqual([13n, 0n])
    expect(await checkLedger(db, 'FULL')).toEqual([])
    expect(await checkLedger(db, 'RECENT')).toEqual([])
    await spend(db, anna, 13n)
    await expect(spend(db, ben, 1n)).rejects.toThrow(InsufficientBalanceError)
    await advanceCheckpoint(db, { at })
    expect(await checkLedger(db, 'FULL')).toEqual([])
  })

  test('takes its keys along', async () => {
    const { key, first } = await aSecondPartition()
    await advanceCheckpoint(db, { at })
    await detachPartition(db, 0, at)

    await removeArchivedKeys(db, 0)

    expect(await countOf(db, sql`from ledger_keys`)).toBe(1)
    expect(await countOf(db, sql`from ledger_keys where key = ${key}`)).toBe(0)
    const fault = await faultOf(
      reverse(db, {
        transactionId: first.transactionId,
        kind: 'BACK',
        key: freshKey(),
        at,
      }),
    )
    expect(fault).toMatch(/is archived/)
  })

  test('is still append-only', async () => {
    await aSecondPartition()
    await advanceCheckpoint(db, { at })
    await detachPartition(db, 0, at)

    const fault = await faultOf(db.execute(sql`delete from archive.ledger_entries_0`).execute())

    expect(fault).toMatch(/append-only/)
  })

  test('can be restored with its keys and openings', async () => {
    const { anna, key, first } = await aSecondPartition()
    await advanceCheckpoint(db, { at })
    await detachPartition(db, 0, at)
    await removeArchivedKeys(db, 0)

    await restorePartition(db, 0)

    expect(await credit(db, anna, 10n, key)).toEqual({
      transactionId: first.transactionId,
      fresh: false,
    })
    expect(await countOf(db, sql`from ledger_openings where balance <> 0`)).toBe(0)
    expect(await checkLedger(db, 'FULL')).toEqual([])
    await detachPartition(db, 0, at)
    expect(await checkLedger(db, 'FULL')).toEqual([])
  })

  test('cannot be restored once one of its keys was used again', async () => {
    const { anna, key } = await aSecondPartition()
    await advanceCheckpoint(db, { at })
    await detachPartition(db, 0, at)
    await removeArchivedKeys(db, 0)
    await credit(db, anna, 1n, key)

    const refusal = restorePartition(db, 0)

    await expect(refusal).rejects.toThrow(PartitionStateError)
    await expect(refusal).rejects.toThrow(`the key ${key} was used again`)
    expect(await checkLedger(db, 'FULL')).toEqual([])
  })

  test('may be one without transactions', async () => {
    const { anna } = await aSecondPartition()
    await beginPartition(db, { period: 'season:2', at })
    await beginPartition(db, { period: 'season:3', at })
    await credit(db, anna, 2n)
    await advanceCheckpoint(db, { at })

    for (const number of [0, 1, 2]) {
      await detachPartition(db, number, at)
      expect(await checkLedger(db, 'FULL')).toEqual([])
    }
    for (const number of [2, 1, 0]) {
      await restorePartition(db, number)
      expect(await checkLedger(db, 'FULL')).toEqual([])
    }

    expect(await xpOf(db, anna)).toBe(15n)
    expect(await countOf(db, sql`from ledger_openings where balance <> 0`)).toBe(0)
  })

  test.each([
    ['that is not verified', 0, /not verified/],
    ['that is not the oldest', 1, /from the oldest on/],
  ])('cannot be one %s', async (_label, number, reason) => {
    await aSecondPartition()

    const refusal = detachPartition(db, number, at)

    await expect(refusal).rejects.toThrow(PartitionStateError)
    await expect(refusal).rejects.toThrow(reason)
    expect(await checkLedger(db, 'FULL')).toEqual([])
  })

  test('cannot be the one in use', async () => {
    await credit(db, await insertMember(db), 1n)
    await advanceCheckpoint(db, { at })

    await expect(detachPartition(db, 0, at)).rejects.toThrow(/in use/)
  })
})

describe('the migration of an existing ledger', () => {
  let database: Database
  beforeEach(async () => {
    database = await openEmptyDatabase()
    await migrateBefore(database, '0093')
  })
  afterEach(() => database.close())

  test('keeps transactions, entries, keys, reversals and the tables of the entries', async () => {
    const { db } = database
    const member = await insertMember(db)
    const first = await credit(db, member, 10n, 'migrated:1')
    await reverse(db, { transactionId: first.transactionId, kind: 'BACK', key: 'migrated:2', at })
    await credit(db, member, 4n, 'migrated:3')
    const files = sql`select pg_relation_filenode(c.oid) as file from pg_class c
      where c.relkind = 'r' and (c.relname like 'ledger_transactions%' or c.relname like 'ledger_entries%')
        and c.relname !~ '_1$' order by c.relname`
    const before = await rowsOf(db, files)

    await migrate(database)

    expect(await rowsOf(db, files)).toEqual(before)
    expect(await checkLedger(db)).toEqual([])
    expect(await credit(db, member, 10n, 'migrated:1')).toEqual({ ...first, fresh: false })
    await expect(
      reverse(db, { transactionId: first.transactionId, kind: 'BACK', key: freshKey(), at }),
    ).rejects.toThrow(AlreadyReversedError)
    const next = await credit(db, member, 1n, 'migrated:4')
    expect(next.transactionId).toBeGreaterThan(first.transactionId + 1)
    expect(await xpOf(db, member)).toBe(5n)
  })

  test('schedules the partitions of published seasons that have not started', async () => {
    const { db } = database
    await db.execute(sql`insert into seasons (state, title, description, start_at, end_at,
        reward_symbol, reward_decimals, xp_per_level, top_level, check_in_base_xp,
        check_in_bonus_every, check_in_bonus_xp, free_spins_per_day, tickets_per_spin, plan, created_at,
        published_at)
      select state, '{}', '{}', now() + days * interval '1 day', now() + interval '30 days', 'USDS', 6,
        1, 1, 1, 1, 1, 1, 1, '{}', now(),
        case state when 'PUBLISHED' then now() end
      from (values ('PUBLISHED', -1), ('PUBLISHED', 2), ('DRAFT', 2)) as s(state, days)`)

    await migrate(database)

    const jobs = await rowsOf(
      db,
      sql`select payload, key, due_at = (select start_at from seasons where id = 2) - interval '1 hour'
        as is_before_start from jobs where kind = 'season.begin-partition'`,
    )
    expect(jobs).toEqual([
      { payload: { id: 2 }, key: 'season.begin-partition:2', is_before_start: true },
    ])
  })
})
