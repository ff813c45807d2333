import { afterAll, beforeAll, expect, test } from 'vitest'
import { findNotReminded } from '#/modules/alert/alert.queries.ts'
import { findMembersWithClaims } from '#/modules/invite/claim.queries.ts'
import { openMeasuredDatabase } from '#test/measured-database.ts'
import { grownBuffers } from '#test/statement-buffers.ts'
import { findMembersWithAlarm, findParticipants, type DailyTask } from './daily-reminder.queries.ts'

let measured: Awaited<ReturnType<typeof openMeasuredDatabase>>
beforeAll(async () => {
  measured = await openMeasuredDatabase()
})
afterAll(() => measured.close())

const FEW = 2_000
const MANY = 40_000
const SIZE = 500

const DAY = '2026-06-23'
const task: DailyTask = {
  seasonId: 1,
  missionId: 3,
  day: DAY,
  from: new Date('2026-06-23T00:00:00.000Z'),
  freeSpins: undefined,
}
const spins: DailyTask = { ...task, missionId: 2, freeSpins: 3 }
const since = { from: task.from, until: new Date('2026-06-24T00:00:00.000Z') }

/** Inserts members up to the given id, all of whom take part; the first three quarters are done. */
function membersUpTo(last: number, first: number): string[] {
  const members = `generate_series(${first}, ${last}) i`
  return [
    // The rows need no season, mission or ledger here.
    'set session_replication_role = replica',
    `insert into members (id, email, password_hash, nickname, referral_code, terms_agreed_at,
        privacy_agreed_at, created_at)
      overriding system value
      select i, i || '@harbor.example', 'none', 'm' || i, 'm' || i, now(), now(), now()
      from ${members}`,
    `insert into season_members (season_id, member_id, check_ins) select 1, i, 1 from ${members}`,
    `insert into mission_alarms (member_id, season_id, mission_id, enabled, updated_at)
      select i, 1, mission, true, '2026-06-01' from ${members}, unnest(array[2, 3]) mission`,
    `insert into mission_completions (season_id, mission_id, member_id, slot, day, history_id)
      select 1, 3, i, day::text, day, i from ${members},
        unnest(array['${DAY}'::date, '2026-06-22'::date]) day where i % 4 > 0`,
    `insert into quiet_hours (member_id, enabled, from_minute, to_minute, time_zone)
      select i, true, 1320, 480, 'Asia/Seoul' from ${members} where i % 2 = 0`,
    `insert into reminders (member_id, name, reminded_at)
      select i, 'CHECK_IN:1:${DAY}', now() from ${members} where i % 3 = 0`,
    `insert into invite_referrals (friend_id, referrer_id, season_id, wallet_fingerprint, amount,
        state, qualified_at, claimable_at)
      select i, i / 2, 1, i::text, 5, 'EARNED', '2026-06-20', '2026-06-23' from ${members}`,
  ]
}

test('a stretch of members reads as many buffers in the middle of many members as of few', async () => {
  const { db, buffersOf, fill } = measured
  const stretches = {
    'members with the alarm': (afterMemberId: number) =>
      findMembersWithAlarm(db, task, { afterMemberId, size: SIZE }),
    'members with the alarm of the spin': (afterMemberId: number) =>
      findMembersWithAlarm(db, spins, { afterMemberId, size: SIZE }),
    participants: (afterMemberId: number) =>
      findParticipants(db, task, { afterMemberId, size: SIZE }),
    'members with a claim': (afterMemberId: number) =>
      findMembersWithClaims(db, since, { afterMemberId, size: SIZE }),
    'members who are not reminded': (afterMemberId: number) =>
      findNotReminded(db, {
        name: `CHECK_IN:1:${DAY}`,
        setting: 'CHECK_IN',
        memberIds: Array.from({ length: SIZE }, (_, i) => afterMemberId + 1 + i),
      }),
  }
  const measureAt = async (total: number) => {
    const buffers = new Map<string, number>()
    for (const [name, read] of Object.entries(stretches))
      buffers.set(name, await buffersOf(() => read(total / 4)))
    return buffers
  }

  await fill(...membersUpTo(FEW, 1))
  const few = await measureAt(FEW)
  await fill(...membersUpTo(MANY, FEW + 1))
  const many = await measureAt(MANY)

  expect(grownBuffers(few, many)).toEqual([])
})

test('a stretch in which everyone is done ends after its size, and names the last member', async () => {
  const { db } = measured
  const done = { ...task, from: new Date('2026-06-01T00:00:00.000Z') }

  const stretch = await findMembersWithAlarm(db, done, { afterMemberId: 1000, size: SIZE })
  const beyond = await findParticipants(db, task, { afterMemberId: MANY, size: SIZE })

  expect(stretch).toEqual({ memberIds: [], lastMemberId: 1000 + SIZE })
  expect(beyond).toEqual({ memberIds: [], lastMemberId: undefined })
})
