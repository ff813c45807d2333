import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import { countAudience, findAudience } from '#/modules/notice/audience.queries.ts'
import { findCampaigns } from '#/modules/notice/campaign.queries.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { openMeasuredDatabase } from '#test/measured-database.ts'
import { claimDeliveries, markDropped, markSent, nextDueAt } from './delivery.queries.ts'

let measured: Awaited<ReturnType<typeof openMeasuredDatabase>>

const FEW = 10_000
const MANY = 40_000
/** An index of four times as many rows may be one level deeper, which adds a page per lookup. */
const DEEPER_INDEX = 1.5

const now = new Date('2026-06-23T12:00:00.000Z')
const leasedUntil = new Date(now.getTime() + 2 * MINUTE_MS)

/** Inserts members with a device each, whose push of the campaign is pending at the given time. */
function devicesUpTo(last: number, first: number, dueAt: Date): string[] {
  const members = `generate_series(${first}, ${last}) i`
  return [
    `insert into members (id, email, password_hash, nickname, referral_code, language,
        terms_agreed_at, privacy_agreed_at, created_at)
      overriding system value
      select i, i || '@harbor.example', 'none', 'm' || i, 'm' || i,
        case i % 4 when 0 then 'ko' else 'en' end, now(), now(), now() from ${members}`,
    `insert into push_subscriptions (id, member_id, endpoint, p256dh, auth, created_at)
      overriding system value
      select i, i, 'https://fcm.googleapis.com/fcm/send/' || repeat('x', 100) || i,
        repeat('k', 87), repeat('a', 22), now() from ${members}`,
    `insert into push_deliveries (subscription_id, campaign_id, due_at, expires_at)
      select i, 1, '${dueAt.toISOString()}', '2026-07-01' from ${members}`,
  ]
}

const CAMPAIGN = [
  `insert into notices (id, type, title_en, title_ko, content_en, content_ko, published_at)
    overriding system value values (1, 'NOTICE', 'News', '소식', 'News', '소식', now())`,
  `insert into campaigns (id, notice_id, code, audience, started_by, created_at, due_at)
    overriding system value values (1, 1, 'NOTICE', '{}', 'operator:test', now(), now())`,
]

const counted = async () => {
  const [campaign] = (await findCampaigns(measured.db, { id: 1 }, { size: 1, offset: 0 })).rows
  return campaign && [campaign.waiting, campaign.sent, campaign.dropped]
}

const idsOf = async (count: number): Promise<number[]> => {
  const rows = await rowsOf<{ id: string }>(
    measured.db,
    sql`select id from push_deliveries where sent_at is null and dropped_at is null
      order by id limit ${count}`,
  )
  return rows.map(({ id }) => Number(id))
}

describe('with four times as many devices', () => {
  const later = new Date(now.getTime() + HOUR_MS)
  const statements = {
    'the list of campaigns': () => findCampaigns(measured.db, {}, { size: 20, offset: 0 }),
    'the estimate of an audience': () => countAudience(measured.db, { language: 'ko' }),
    'a stretch of an audience': () =>
      findAudience(measured.db, { language: 'ko' }, { afterId: FEW / 2, size: 500 }),
    'the time of the next push': () => nextDueAt(measured.db, now),
    'the claim of a batch': () =>
      claimDeliveries(measured.db, { now: later, leasedUntil: later, size: 512 }),
  }
  const measureAll = async () => {
    const buffers = new Map<string, number>()
    for (const [name, run] of Object.entries(statements))
      buffers.set(name, await measured.buffersOf(run))
    return buffers
  }
  let few: ReadonlyMap<string, number>
  let many: ReadonlyMap<string, number>
  beforeAll(async () => {
    measured = await openMeasuredDatabase()
    await measured.fill(...CAMPAIGN, ...devicesUpTo(FEW, 1, later))
    few = await measureAll()
    await measured.fill(...devicesUpTo(MANY, FEW + 1, later))
    many = await measureAll()
  })
  afterAll(() => measured.close())

  test.each(Object.keys(statements))('%s reads as many buffers', (name) => {
    expect(few.get(name)).toBeGreaterThan(0)
    expect(many.get(name)).toBeLessThanOrEqual((few.get(name) ?? 0) * DEEPER_INDEX)
  })

  test('the estimate of an audience is within a tenth of the count', async () => {
    const { isEstimate, reach } = await countAudience(measured.db, { language: 'ko' })

    const [reachable] = reach
    expect(isEstimate).toBe(true)
    expect(reach).toHaveLength(1)
    expect(reachable?.isReachable).toBe(true)
    expect(Math.abs((reachable?.devices ?? 0) - MANY / 4)).toBeLessThan(MANY / 40)
    expect(Math.abs((reachable?.members ?? 0) - MANY / 4)).toBeLessThan(MANY / 40)
  })
})

describe('the next push', () => {
  beforeEach(async () => {
    measured = await openMeasuredDatabase()
    await measured.fill(...CAMPAIGN, ...devicesUpTo(2000, 1, now))
  })
  afterEach(() => measured.close())

  test('is ready now behind fewer blocked ones than are examined', async () => {
    await measured.fill(
      `update push_subscriptions set blocked_until = '2026-06-23T18:00:00Z' where id <= 1000`,
    )

    expect(await nextDueAt(measured.db, now)).toEqual(now)
  })

  const blockAll = `update push_subscriptions set blocked_until = '2026-06-23T18:00:00Z'`

  test('is due when a service or a later push is, if all examined ones are blocked', async () => {
    await measured.fill(
      blockAll,
      `update push_deliveries set due_at = '2026-06-23T12:01:30Z' where id % 2000 = 0`,
    )
    const laterPush = await nextDueAt(measured.db, now)
    await measured.fill(
      `insert into push_services (origin, failures, blocked_until)
        values ('https://updates.push.services.mozilla.com', 1, '2026-06-23T12:01:00Z')`,
    )

    expect(laterPush).toEqual(new Date('2026-06-23T12:01:30.000Z'))
    expect(await nextDueAt(measured.db, now)).toEqual(new Date('2026-06-23T12:01:00.000Z'))
  })

  test('is tried again after two minutes if there are more than the examined, blocked ones', async () => {
    await measured.fill(blockAll)
    const ofMore = await nextDueAt(measured.db, now)
    await measured.fill('delete from push_subscriptions where id > 1000')

    expect(ofMore).toEqual(new Date('2026-06-23T12:02:00.000Z'))
    expect(await nextDueAt(measured.db, now)).toEqual(new Date('2026-06-23T18:00:00.000Z'))
  })

  test('and every change of a push are counted in its campaign', async () => {
    const counts = [await counted()]
    await claimDeliveries(measured.db, { now, leasedUntil, size: 512 })
    counts.push(await counted())
    const ids = await idsOf(30)
    await markSent(measured.db, ids.slice(0, 20), now)
    await markDropped(measured.db, ids.slice(20), now, 'too late')
    counts.push(await counted())
    // Deleting a device deletes its deliveries: of these ten, half were sent.
    await measured.fill(
      `delete from push_subscriptions where id in (
        select subscription_id from push_deliveries where id in (${[...ids.slice(0, 5), ...(await idsOf(5))].join(', ')}))`,
    )
    counts.push(await counted())

    expect(counts).toEqual([
      [2000, 0, 0],
      [2000, 0, 0],
      [1970, 20, 10],
      [1965, 20, 15],
    ])
  })
})
