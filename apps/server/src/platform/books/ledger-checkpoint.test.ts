import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertMembers } from '#test/insert-members.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { at, credit, faultOf, spend } from '#test/test-ledger.ts'
import { rowsOf, type Database, type Db } from '#/platform/process/db.ts'
import { checkLedger, VERIFICATION_START, verifyStep, type Position } from './ledger-check.ts'
import { advanceCheckpoint, newestCheckpoint } from './ledger-checkpoint.ts'

const BALANCE = "a member's balance is the sum of its entries"
const CLOSING = 'a closing balance is the sum of its entries'
const SUM = 'the entries of a transaction sum to zero'

let database: Database
let members: number[]
beforeAll(async () => {
  database = await openTestDatabase()
  members = await insertMembers(database.db, 3)
  for (const member of members) await credit(database.db, member, 10n)
  for (const member of members) await spend(database.db, member, BigInt(member % 5) + 1n)
})
afterAll(() => database.close())

class Undo extends Error {}

/** Runs statements with all triggers disabled, and undoes them and everything else afterwards. */
async function undone<Result>(
  run: (tx: Db, tamper: (statement: SQL) => Promise<unknown>) => Promise<Result>,
): Promise<Result> {
  let result: { value: Result } | undefined
  await database.db
    .transaction(async (tx) => {
      const value = await run(tx, async (statement) => {
        await tx.execute(sql`set local session_replication_role = replica`)
        await tx.execute(statement)
        await tx.execute(sql`set local session_replication_role = origin`)
      })
      result = { value }
      throw new Undo()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
  if (!result) throw new Error('The transaction did not run')
  return result.value
}

const newestId = async (db: Db) =>
  Number(
    (await rowsOf<{ id: string }>(db, sql`select max(id) as id from ledger_transactions`))[0]?.id,
  )

const rulesIn = async (db: Db, extent: 'RECENT' | 'FULL') =>
  (await checkLedger(db, extent)).map(({ rule, where }) => `${rule} (${where})`)

const accountOf = async (db: Db, member: number) =>
  Number(
    (
      await rowsOf<{ id: string }>(
        db,
        sql`select id from ledger_accounts where member_id = ${member}`,
      )
    )[0]?.id,
  )

const differences = (db: Db) =>
  rowsOf(
    db,
    sql`select account_id from ledger_closings c full join (
      select account_id, sum(amount) as total from ledger_entries group by account_id
    ) e using (account_id) where c.balance is distinct from e.total`,
  )

describe('a checkpoint', () => {
  test('is added at every multiple of the range and at the last transaction, each after another', async () => {
    await undone(async (tx) => {
      const last = await newestId(tx)

      expect(await advanceCheckpoint(tx, { at, range: 4 })).toBe('all')

      const chain = await rowsOf<{ after: string; up_to: string }>(
        tx,
        sql`select after, up_to from ledger_checkpoints where after is not null order by up_to`,
      )
      expect(chain.map(({ after, up_to }) => [Number(after), Number(up_to)])).toEqual([
        [0, 4],
        [4, last],
      ])
      expect(last).toBe(6)
    })
  })

  test('moves the closing of every account to the sum of its entries, also when repeated', async () => {
    await undone(async (tx) => {
      await advanceCheckpoint(tx, { at, range: 4, maxRanges: 1 })
      expect(await differences(tx)).not.toEqual([])

      await advanceCheckpoint(tx, { at })
      await advanceCheckpoint(tx, { at })

      expect(await differences(tx)).toEqual([])
      expect(await newestCheckpoint(tx)).toBe(await newestId(tx))
    })
  })

  test('covers a gap in the ids at once', async () => {
    await undone(async (tx) => {
      await advanceCheckpoint(tx, { at, range: 10 })
      const before = await newestCheckpoint(tx)
      await tx.execute(sql`select setval('ledger_transactions_id_seq', 1000000000)`)
      await credit(tx, members[0] ?? 0, 5n)

      await advanceCheckpoint(tx, { at, range: 10 })

      const added = await rowsOf<{ up_to: string }>(
        tx,
        sql`select up_to from ledger_checkpoints where up_to > ${before} order by up_to`,
      )
      expect(added.map(({ up_to }) => Number(up_to))).toEqual([1_000_000_000, 1_000_000_001])
      expect(await rulesIn(tx, 'FULL')).toEqual([])
      await tx.execute(sql`select setval('ledger_transactions_id_seq', ${before})`)
    })
  })

  test('counts what it covers', async () => {
    await undone(async (tx) => {
      await advanceCheckpoint(tx, { at })

      const [newest] = await rowsOf<{ transactions: string; entries: string }>(
        tx,
        sql`select transactions, entries from ledger_checkpoints order by up_to desc limit 1`,
      )
      expect([Number(newest?.transactions), Number(newest?.entries)]).toEqual([6, 12])
    })
  })

  test('is not added after a range that violates a rule, which every verification reports', async () => {
    await undone(async (tx, tamper) => {
      await tamper(
        sql`update ledger_entries set amount = amount - 1 where transaction_id = 6 and amount < 0`,
      )

      await advanceCheckpoint(tx, { at, range: 2 })

      expect(await newestCheckpoint(tx)).toBe(4)
      expect(await rulesIn(tx, 'RECENT')).toContain(`${SUM} (transaction 6)`)
    })
  })

  test.each([
    ['a changed checkpoint', sql`update ledger_checkpoints set transactions = 1`],
    ['a deleted checkpoint', sql`delete from ledger_checkpoints`],
    [
      'a checkpoint that follows none',
      sql`insert into ledger_checkpoints (after, up_to, created_at) values (2, 3, now())`,
    ],
    ['a second start', sql`insert into ledger_checkpoints (up_to, created_at) values (7, now())`],
    [
      'a checkpoint after the newest transaction',
      sql`insert into ledger_checkpoints (after, up_to, created_at)
        select max(up_to), max(up_to) + 1, now() from ledger_checkpoints`,
    ],
    ['a changed closing', sql`update ledger_closings set balance = 0`],
    ['an added closing', sql`insert into ledger_closings (account_id, balance) values (0, 1)`],
    ['a deleted closing', sql`delete from ledger_closings`],
    ['an added opening', sql`insert into ledger_openings (account_id, balance) values (0, 1)`],
  ])('the database rejects %s', async (_label, statement) => {
    const fault = await faultOf(
      undone(async (tx) => {
        await advanceCheckpoint(tx, { at })
        await tx.execute(statement)
      }),
    )

    expect(fault).toMatch(/append-only|moves by entries only|violates|there is no transaction/)
  })
})

describe('a verification from a checkpoint', () => {
  test('begins after the checkpoint and finds nothing in an untouched ledger', async () => {
    await undone(async (tx) => {
      await advanceCheckpoint(tx, { at })
      await credit(tx, members[0] ?? 0, 5n)
      const last = await newestId(tx)

      const { next } = await verifyStep(tx, { extent: 'RECENT', position: VERIFICATION_START })

      expect(next).toEqual({ phase: 'transactions', after: last - 1 })
      expect(await rulesIn(tx, 'RECENT')).toEqual([])
      expect(await rulesIn(tx, 'FULL')).toEqual([])
    })
  })

  test('finds a balance and a later transaction that were changed', async () => {
    await undone(async (tx, tamper) => {
      await advanceCheckpoint(tx, { at })
      await credit(tx, members[0] ?? 0, 5n)
      const last = await newestId(tx)
      const [first, second] = [
        await accountOf(tx, members[0] ?? 0),
        await accountOf(tx, members[1] ?? 0),
      ]
      await tamper(sql`update ledger_accounts set balance = balance + 1 where id = ${second}`)
      await tamper(sql`update ledger_entries set amount = amount + 1
        where transaction_id = ${last} and amount > 0`)

      const found = await rulesIn(tx, 'RECENT')

      expect(found.toSorted()).toEqual([
        `${BALANCE} (account ${first})`,
        `${BALANCE} (account ${second})`,
        `${SUM} (transaction ${last})`,
      ])
    })
  })

  test('leaves entries before the checkpoint to the full one, which finds them', async () => {
    await undone(async (tx, tamper) => {
      await advanceCheckpoint(tx, { at })
      const account = await accountOf(tx, members[0] ?? 0)
      await tamper(sql`update ledger_entries set amount = amount * 2 where transaction_id = 1`)

      expect(await rulesIn(tx, 'RECENT')).toEqual([])
      const found = await rulesIn(tx, 'FULL')
      expect(found).toContain(`${CLOSING} (account ${account})`)
      expect(found).toHaveLength(2)
    })
  })

  test('cannot be misled by a changed closing: the full one compares it with the entries', async () => {
    await undone(async (tx, tamper) => {
      await advanceCheckpoint(tx, { at })
      const account = await accountOf(tx, members[0] ?? 0)
      await tamper(
        sql`update ledger_closings set balance = balance + 1 where account_id = ${account}`,
      )
      await tamper(sql`update ledger_accounts set balance = balance + 1 where id = ${account}`)

      expect(await rulesIn(tx, 'RECENT')).toEqual([])
      expect(await rulesIn(tx, 'FULL')).toEqual([`${CLOSING} (account ${account})`])
    })
  })
})

describe('a full verification in small steps', () => {
  const bounds = { transactions: 2, entries: 3, accounts: 2 }

  async function inSteps(db: Db): Promise<{ found: string[]; steps: Position[] }> {
    const found: string[] = []
    const steps: Position[] = []
    let position: Position | undefined = VERIFICATION_START
    while (position) {
      steps.push(position)
      const step = await verifyStep(db, { extent: 'FULL', position, bounds })
      found.push(...step.problems.map(({ rule, where }) => `${rule} (${where})`))
      position = step.next
    }
    return { found, steps }
  }

  test('reads accounts with more entries than a step, and finds nothing in an untouched ledger', async () => {
    await undone(async (tx) => {
      await advanceCheckpoint(tx, { at })

      const { found, steps } = await inSteps(tx)

      expect(found).toEqual([])
      const closings = steps.filter(({ phase }) => phase === 'closings')
      expect(closings.length).toBeGreaterThanOrEqual(4)
      expect(closings.some((step) => 'sum' in step && step.sum !== '0')).toBe(true)
    })
  })

  test('finds the same wrong closings as one large step, of members and of the system', async () => {
    const accounts = await rowsOf<{ id: string }>(database.db, sql`select id from ledger_accounts`)
    expect(accounts.length).toBe(5)
    for (const { id } of accounts) {
      const found = await undone(async (tx, tamper) => {
        await advanceCheckpoint(tx, { at })
        await tamper(sql`update ledger_closings set balance = balance + 1 where account_id = ${id}`)
        return (await inSteps(tx)).found.filter((each) => each.startsWith(CLOSING))
      })
      expect(found).toEqual([`${CLOSING} (account ${id})`])
    }
  })

  test('continues with the opening balances of detached transactions', async () => {
    await undone(async (tx, tamper) => {
      await advanceCheckpoint(tx, { at, range: 2 })
      await tamper(sql`insert into ledger_openings (account_id, balance)
        select account_id, sum(amount) from ledger_entries where transaction_id <= 4 group by 1`)
      await tamper(sql`insert into ledger_detachments (up_to, partition, detached_at)
        values (4, 0, now())`)
      await tamper(sql`delete from ledger_entries where transaction_id <= 4`)
      await tamper(sql`delete from ledger_transactions where id <= 4`)

      expect((await inSteps(tx)).found).toEqual([])
      await tamper(sql`update ledger_openings set balance = balance + 1 where account_id = 1`)
      expect((await inSteps(tx)).found).toEqual([`${CLOSING} (account 1)`])
    })
  })
})
