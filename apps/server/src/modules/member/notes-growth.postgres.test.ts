import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMeasuredDatabase } from '#test/measured-database.ts'
import { grownBuffers } from '#test/statement-buffers.ts'
import { deleteRepliesOf } from './notes.queries.ts'

let measured: Awaited<ReturnType<typeof openMeasuredDatabase>>
beforeAll(async () => {
  measured = await openMeasuredDatabase()
})
afterAll(() => measured.close())

const FEW = 1_000
const MANY = 20_000

/** Inserts replies to other operators and to members, and those of three notes of operator 1. */
const repliesUpTo = (last: number, first: number) => `
  insert into idempotency_keys (caller, call, key, request_hash, reply, created_at)
    select case i % 2 when 0 then 'operator:' || (2 + i % 50) else 'member:' || i end,
      case i % 2 when 0 then 'member.addNote' else 'mission.execute' end, i::text, '',
      json_build_object('noteId', i), now()
    from generate_series(${first}, ${last}) i;
  insert into idempotency_keys (caller, call, key, request_hash, reply, created_at)
    select 'operator:1', 'member.addNote', i::text, '', json_build_object('noteId', 1000000 + i), now()
    from generate_series(1, 3) i on conflict do nothing`

test('deleting the replies that repeat a note reads as many buffers among many replies as among few', async () => {
  const { db, buffersOf, fill } = measured
  const notes = [1, 2, 3].map((i) => ({ noteId: 1_000_000 + i, operatorId: 1 }))
  const measure = async () =>
    new Map([['delete', await buffersOf(() => deleteRepliesOf(db, notes))]])

  // A small table is read as a whole, which is no measure for a large one.
  await fill(repliesUpTo(FEW, 1), 'set enable_seqscan = off')
  const few = await measure()
  await fill(repliesUpTo(MANY, FEW + 1), 'reset all')
  const many = await measure()

  expect(grownBuffers(few, many)).toEqual([])
})
