import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMeasuredDatabase } from '#test/measured-database.ts'
import { grownBuffers } from '#test/statement-buffers.ts'
import type { MemberFilter } from './member-finder.queries.ts'
import { findMembers } from './member-finder.service.ts'

let measured: Awaited<ReturnType<typeof openMeasuredDatabase>>
beforeAll(async () => {
  measured = await openMeasuredDatabase()
})
afterAll(() => measured.close())

const FEW = 15_000
const MANY = 120_000

/**
 * Inserts members up to an id. Only the oldest hundred have `rare` and `드문이름` in their names, and
 * are in season 2; the oldest ten are suspended.
 */
function membersUpTo(last: number, first: number): string[] {
  return [
    'set session_replication_role = replica',
    // Otherwise the vacuum afterwards may find rows whose commit is not on disk yet, and skips them.
    'set synchronous_commit = on',
    `insert into members (id, email, password_hash, nickname, referral_code, wallet_address, status,
        terms_agreed_at, privacy_agreed_at, created_at) overriding system value
      select i, case when i <= 100 then 'a-rare-' else 'member' end || i || '@harbor.example', 'x',
        case when i <= 100 then '아드문이름' else '별빛' end || i, 'r' || i,
        '0x' || lpad(to_hex(i * 7919), 40, md5(i::text)), case when i <= 10 then 'SUSPENDED' else 'ACTIVE' end,
        now(), now(), timestamptz '2026-01-01' + i * interval '1 minute'
      from generate_series(${first}, ${last}) i`,
    `insert into season_members (season_id, member_id) select 1, i from generate_series(${first}, ${last}) i`,
    `insert into season_members (season_id, member_id)
      select 2, i from generate_series(${first}, least(${last}, 100)) i`,
  ]
}

let filledTo = 0

/** Adds the members that are missing, so that each test can run alone. */
async function fillTo(last: number): Promise<void> {
  if (filledTo >= last) return
  await measured.fill(...membersUpTo(last, filledTo + 1))
  filledTo = last
}

const searches: Record<string, MemberFilter> = {
  'all members': {},
  'a frequent part of an email': { text: 'harbor.example' },
  'a part of an email that only old members have': { text: 'rare-7' },
  'a part of a nickname that only old members have': { text: '드문이름5' },
  'a part that nobody has': { text: 'nobody-has-this' },
  'a frequent beginning': { text: '별빛' },
  'a rare beginning': { text: '아드' },
  'a beginning that nobody has': { text: 'zz' },
  'an id': { text: '77' },
  suspended: { status: 'SUSPENDED' },
  'disabled, of whom there are none': { status: 'DISABLED' },
  'in Korean, of whom there are none': { language: 'ko' },
  'in a season of old members': { seasonId: 2 },
  'in a season of all': { seasonId: 1 },
  'joined long ago': {
    joinedFrom: new Date('2026-01-01T00:00:00Z'),
    joinedTo: new Date('2026-01-01T01:00:00Z'),
  },
}

test('a search reads as many buffers with many members as with few', async () => {
  const { db, buffersOf } = measured
  const measureAll = async (isCounted: boolean) => {
    const buffers = new Map<string, number>()
    for (const [name, filter] of Object.entries(searches)) {
      const page = { size: 21, offset: 0, below: Number.MAX_SAFE_INTEGER, isCounted }
      buffers.set(name, await buffersOf(() => findMembers(db, filter, page)))
    }
    return buffers
  }

  await fillTo(FEW)
  const few = { cursor: await measureAll(false), numbered: await measureAll(true) }
  await fillTo(MANY)
  const many = { cursor: await measureAll(false), numbered: await measureAll(true) }

  expect(grownBuffers(few.cursor, many.cursor)).toEqual([])
  expect(grownBuffers(few.numbered, many.numbered)).toEqual([])
})

test('a search finds old members among many new ones', async () => {
  await fillTo(MANY)
  const page = { size: 21, offset: 0, below: Number.MAX_SAFE_INTEGER, isCounted: true }
  const find = (filter: MemberFilter) => findMembers(measured.db, filter, page)

  expect(await find({ text: 'rare-7' })).toEqual({
    ids: [79, 78, 77, 76, 75, 74, 73, 72, 71, 70, 7],
    total: 11,
    readDownTo: undefined,
  })
  expect((await find({ text: '드문이름99' })).ids).toEqual([99])
  expect((await find({ status: 'SUSPENDED', text: 'rare' })).total).toBe(10)
  expect((await find({ seasonId: 2 })).ids[0]).toBe(100)
  expect(await find({ language: 'ko' })).toEqual({
    ids: [],
    total: 0,
    readDownTo: MANY - 10_000 + 1,
  })
  expect(await find({ text: 'harbor.example' })).toMatchObject({
    total: 2_000,
    readDownTo: MANY - 2_000 + 1,
  })
})
