import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAlertsBefore } from '#/modules/alert/alert.queries.ts'
import { openMeasuredDatabase } from '#test/measured-database.ts'
import { grownBuffers } from '#test/statement-buffers.ts'
import { findHistoriesBefore } from './history.queries.ts'
import { findTicketMovesBefore } from './ticket-moves.queries.ts'

let measured: Awaited<ReturnType<typeof openMeasuredDatabase>>
beforeAll(async () => {
  measured = await openMeasuredDatabase()
})
afterAll(() => measured.close())

const FEW = 2_000
const MANY = 40_000
const SIZE = 20

const member = { seasonId: 1, memberId: 1 }

/** Inserts entries of one member up to the given id; every tenth ticket is of mission 3. */
function entriesUpTo(last: number, first: number): string[] {
  const entries = `generate_series(${first}, ${last}) i`
  const at = `timestamptz '2026-06-01' + i * interval '1 second'`
  return [
    // The rows need no season, mission or second entry here.
    'set session_replication_role = replica',
    `insert into histories (id, member_id, season_id, tab, kind, status, created_at)
      overriding system value
      select i, 1, 1, 'Earned', 'SPIN', 'COMPLETED', ${at} from ${entries}`,
    `insert into ledger_transactions (id, kind, idempotency_key, data, created_at)
      overriding system value
      select i, 'SPIN', i::text, jsonb_build_object('missionId', case i % 10 when 0 then 3 else 2 end),
        ${at} from ${entries}`,
    `insert into ledger_entries (transaction_id, account_id, amount) select i, 1, 1 from ${entries}`,
    `insert into ledger_accounts (id, member_id, asset, scope, balance)
      overriding system value values (1, 1, 'TICKET', 'season:1', ${last})
      on conflict (id) do update set balance = excluded.balance`,
    `insert into alerts (member_id, code, data, created_at)
      select 1, 'REWARD', '{}', ${at} from ${entries}`,
  ]
}

test('a page by cursor reads as many buffers in the middle of many entries as of few', async () => {
  const { db, buffersOf, fill } = measured
  const since = new Date('2026-05-01T00:00:00.000Z')
  const pages = {
    histories: (id: number | undefined) =>
      findHistoriesBefore(db, { ...member, tab: 'Earned', beforeId: id }, SIZE),
    tickets: (id: number | undefined) =>
      findTicketMovesBefore(
        db,
        { ...member, missionId: undefined },
        { before: id === undefined ? undefined : { id, value: id - 1 }, size: SIZE },
      ),
    'tickets of a mission': (id: number | undefined) =>
      findTicketMovesBefore(
        db,
        { ...member, missionId: 3 },
        { before: id === undefined ? undefined : { id, value: id - 1 }, size: SIZE },
      ),
    alerts: (id: number | undefined) =>
      findAlertsBefore(
        db,
        { memberId: 1, since, read: undefined },
        {
          before:
            id === undefined
              ? undefined
              : { id, createdAt: new Date(Date.parse('2026-06-01T00:00:00.000Z') + id * 1000) },
          size: SIZE,
        },
      ),
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

test('the tickets in the middle have the balance that all entries up to them add up to', async () => {
  const { db } = measured
  const of = { ...member, missionId: 3 }

  const newest = await findTicketMovesBefore(db, of, { before: undefined, size: 2 })
  const older = await findTicketMovesBefore(db, of, { before: newest.next, size: 1 })

  const balances = [...newest.moves, ...older.moves].map(({ balance }) => balance)
  expect(balances).toEqual([MANY, MANY - 10, MANY - 20])
})
