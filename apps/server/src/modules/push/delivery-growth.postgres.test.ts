import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import {
  countAudience,
  findAudience,
  findSample,
  type Recipients,
} from '#/modules/notice/audience.queries.ts'
import { findCampaigns } from '#/modules/notice/campaign.queries.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { openMeasuredDatabase } from '#test/measured-database.ts'
import { grownBuffers } from '#test/statement-buffers.ts'
import { claimDeliveries, markDropped, markSent, nextDueAt } from './delivery.queries.ts'

let measured: Awaited<ReturnType<typeof openMeasuredDatabase>>

const FEW = 10_000
const MANY = 40_000

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

const KOREANS = { audience: { language: 'ko' }, exclude: {} } as const
const EVERY_FACT = {
  audience: {
    seasonId: 1,
    tierId: 1,
    language: 'ko',
    wallet: 'no',
    joinedFrom: '2020-01-01T00:00:00Z',
    joinedBefore: '2040-01-01T00:00:00Z',
    lastCheckInBefore: '2026-06-20T20:00:00Z',
    bought: 'no',
  },
  exclude: { seasonId: 2, tierId: 2, lastCheckInBefore: '2026-06-01T20:00:00Z', bought: 'yes' },
} as const

/** Estimates although the table is smaller than the one from which on members are not counted. */
const estimate = (recipients: Recipients) =>
  countAudience(measured.db, recipients, { others: [KOREANS], countedPages: 256 })

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
    'the estimate of an audience': () => estimate(KOREANS),
    'the estimate of an audience with every fact': () => estimate(EVERY_FACT),
    'a stretch of an audience': () =>
      findAudience(measured.db, KOREANS, { afterId: FEW / 2, size: 500 }),
    'members of an audience': () => findSample(measured.db, KOREANS, 20),
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
    expect(grownBuffers(few, many).filter(([grown]) => grown === name)).toEqual([])
  })

  test('the estimate of an audience is within a tenth of the count', async () => {
    const { isEstimate, groups } = await estimate(KOREANS)

    const reach = groups.filter(({ passed }) => passed === 1)
    const [reachable] = reach
    expect(isEstimate).toBe(true)
    expect(reach).toHaveLength(1)
    expect(reachable?.isReachable).toBe(true)
    expect(Math.abs((reachable?.devices ?? 0) - MANY / 4)).toBeLessThan(MANY / 40)
    expect(Math.abs((reachable?.members ?? 0) - MANY / 4)).toBeLessThan(MANY / 40)
  })
})

/**
 * Fills a new database in the same order for every size: an update writes to all indexes only where
 * its page is full, so the claimed pushes have to lie on the same pages.
 */
async function buffersOfClaimBehind(blocked: number): Promise<Map<string, number>> {
  measured = await openMeasuredDatabase()
  try {
    await measured.fill(
      ...CAMPAIGN,
      `insert into push_services (origin, failures, blocked_until)
        values ('https://fcm.googleapis.com', 1, '2026-06-23T18:00:00Z')`,
      // Forty devices of another service, whose pushes are due later.
      ...devicesUpTo(40, 1, now).map((statement) =>
        statement.replace(
          'https://fcm.googleapis.com',
          'https://updates.push.services.mozilla.com',
        ),
      ),
      ...devicesUpTo(40 + blocked, 41, new Date(now.getTime() - HOUR_MS)),
    )
    const claim = async () => {
      // A small batch, so that even reading the index of the other pushes would be noticed.
      expect(await claimDeliveries(measured.db, { now, leasedUntil, size: 16 })).toHaveLength(16)
    }
    return new Map([['the claim', await measured.buffersOf(claim)]])
  } finally {
    await measured.close()
  }
}

test('the claim of a batch behind pushes of a blocked service reads as many buffers with four times as many of them', async () => {
  const few = await buffersOfClaimBehind(FEW)
  const many = await buffersOfClaimBehind(MANY)

  expect(grownBuffers(few, many)).toEqual([])
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

test('a claim is planned for the pushes that are pending now, not for those of earlier claims', async () => {
  const { db, close } = await openMeasuredDatabase()
  const plans = await db.transaction(async (tx) => {
    for (let claim = 0; claim < 8; claim += 1) {
      await claimDeliveries(tx, { now, leasedUntil, size: 1 })
    }
    return rowsOf<{ generic: string }>(
      tx,
      sql`select generic_plans as generic from pg_prepared_statements
        where statement like 'with "due"%'`,
    )
  })

  await close()
  expect(plans.map(({ generic }) => Number(generic))).toEqual([0])
})
