import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { markDropped, markSent, postpone } from '#/modules/push/delivery.queries.ts'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { openMeasuredDatabase } from '#test/measured-database.ts'
import { waitingSessions } from '#test/waiting-sessions.ts'
import { cancelCampaignsOf, lockCampaign } from './campaign.queries.ts'

const now = new Date('2026-06-23T12:00:00.000Z')
/** Not in order, as the responses of push services are not. */
const ALL = [7, 3, 20, 1, 15, 2, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 16, 17, 18, 19]

let measured: Awaited<ReturnType<typeof openMeasuredDatabase>>
beforeAll(async () => {
  measured = await openMeasuredDatabase()
  await measured.fill(
    `insert into notices (id, type, title_en, title_ko, content_en, content_ko, published_at)
      overriding system value values (1, 'NOTICE', 'News', '소식', 'News', '소식', now())`,
    `insert into campaigns (id, notice_id, code, audience, started_by, created_at, due_at)
      overriding system value values (1, 1, 'NOTICE', '{}', 'operator:test', now(), now())`,
    `insert into members (id, email, password_hash, nickname, referral_code, language,
        terms_agreed_at, privacy_agreed_at, created_at)
      overriding system value
      select i, i || '@harbor.example', 'none', 'm' || i, 'm' || i, 'en', now(), now(), now()
      from generate_series(1, 20) i`,
    `insert into push_subscriptions (id, member_id, endpoint, p256dh, auth, created_at)
      overriding system value
      select i, i, 'https://fcm.googleapis.com/' || i, 'k', 'a', now() from generate_series(1, 20) i`,
  )
})
afterAll(() => measured.close())
beforeEach(() =>
  measured.fill(
    'delete from push_deliveries',
    'delete from campaign_counts',
    // The table holds the lowest ids last, so that reading it does not find them first.
    `insert into push_deliveries (id, subscription_id, campaign_id, due_at, expires_at)
      overriding system value
      select i, i, 1, now(), '2026-07-01' from generate_series(20, 1, -1) i`,
    'delete from campaign_counts',
  ),
)

/** Waits until another session waits for a lock, or until the work has ended. */
async function untilWaiting(db: Db, work: Promise<unknown>): Promise<'waiting' | 'ended'> {
  const end = () => 'ended' as const
  const ended = work.then(end, end)
  const poll = async () => ((await waitingSessions(db)) > 0 ? ('waiting' as const) : undefined)
  for (;;) {
    const state = await Promise.race([ended, poll()])
    if (state) return state
  }
}

test('marking a push does not wait for the worker or operator that holds its campaign', async () => {
  const outcome = await measured.db.transaction(async (tx) => {
    await lockCampaign(tx, 1)
    const marking = markSent(measured.db, [1], now)
    return { state: await untilWaiting(measured.db, marking), marking: [marking] }
  })
  await Promise.all(outcome.marking)

  expect(outcome.state).toBe('ended')
})

test.each([
  ['marking pushes as sent', (db: Db) => markSent(db, ALL, now)],
  ['dropping pushes', (db: Db) => markDropped(db, ALL, now, 'too late')],
  ['postponing pushes', (db: Db) => postpone(db, ALL, now)],
  ['withdrawing a notice', (db: Db) => cancelCampaignsOf(db, 1, now)],
])('%s locks them in the order of their ids', async (_title, change) => {
  const { db } = measured
  const locks = await db.transaction(async (tx) => {
    await tx.execute(sql`select id from push_deliveries where id = 1 for update`)
    const changing = db.transaction((other) => change(other))
    const state = await untilWaiting(db, changing)
    const free = await rowsOf(db, sql`select id from push_deliveries for update skip locked`)
    return { state, free: free.length, changing: [changing] }
  })
  await Promise.all(locks.changing)

  expect(locks.state).toBe('waiting')
  expect(locks.free).toBe(ALL.length - 1)
})
