import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import { SECURITY_MAIL } from '#/modules/security/security.jobs.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import { beat, FAULTS } from '#/platform/process/processes.ts'
import { VERSION } from '#/platform/process/version.ts'
import { insertMember } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aSeason } from '#test/test-season.ts'

let server: TestApp
let ops: TestOperator
let owner: TestOperator
let noon: Date
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  ops = await anOperator(server, 'OPS')
  owner = await anOperator(server)
  noon = server.clock.now
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.now = noon
  await server.ctx.db.execute(sql`delete from jobs`)
  await server.ctx.db.execute(sql`delete from processes`)
})

const health = async () => {
  const { data } = await ops.call('operator.health', {})
  if (!data) throw new Error('There is no health')
  return data
}

const today = async () => {
  const { data } = await ops.call('operator.today', {})
  if (!data) throw new Error('There is no day')
  return data
}

const worker = () => ({
  id: 'worker-1',
  role: 'WORKER' as const,
  runsJobs: true,
  startedAt: server.clock.now,
})

describe('the health of the system', () => {
  test('names version, processes, nodes, prices and verifications when all is well', async () => {
    await beat(server.ctx, worker())
    for (const { control } of server.devnet?.chains.values() ?? []) await control.mine(1)

    const shown = await health()

    expect(shown).toMatchObject({
      state: 'OK',
      version: VERSION,
      database: { state: 'OK' },
      processes: { state: 'OK', list: [{ processId: 'worker-1', role: 'WORKER', isAlive: true }] },
      faults: { state: 'OK', perMinute: 0 },
      jobs: { state: 'OK', dead: 0, lateSeconds: 0, latestKind: null },
      pushes: { state: 'OK', waiting: 0, failingServices: [] },
      mail: { state: 'OK', lastError: null },
      prices: { state: 'OK', missing: [], answeredAt: noon.toISOString() },
    })
    expect(shown.nodes.list.map(({ state, headAgeSeconds }) => [state, headAgeSeconds])).toEqual(
      shown.nodes.list.map(() => ['OK', 0]),
    )
    expect(shown.nodes.list.length).toBeGreaterThan(0)
  })

  test('is critical when the only worker is silent', async () => {
    await beat(server.ctx, worker())
    server.clock.advance(MINUTE_MS)

    expect(await health()).toMatchObject({
      state: 'CRITICAL',
      processes: { state: 'CRITICAL', list: [{ isAlive: false }] },
    })
    expect((await today()).alarms).toContainEqual({
      kind: 'WORKERS_SILENT',
      severity: 'CRITICAL',
      count: 1,
      since: noon.toISOString(),
      detail: null,
    })
  })

  test('counts the faults of the last five minutes', async () => {
    await server.ctx.db.execute(sql`alter table maintenance_versions rename to gone`)
    const failed = await owner.call('maintenance.show', {})
    await server.ctx.db.execute(sql`alter table gone rename to maintenance_versions`)
    await beat(server.ctx, worker())
    const shown = await health()
    server.clock.advance(6 * MINUTE_MS)
    await beat(server.ctx, worker())

    expect(failed.code).toBe(9999)
    expect(shown.faults).toEqual({ state: 'WARNING', perMinute: expect.closeTo(0.2) as number })
    expect((await health()).faults.perMinute).toBe(0)
    expect(server.ctx.shared(FAULTS).perMinute(server.clock.now)).toBe(0)
  })

  test('reports late and dead jobs, and mails that fail', async () => {
    const now = server.clock.now
    const dueAt = new Date(now.getTime() - 11 * MINUTE_MS)
    const { db } = server.ctx
    await enqueue(db, 'season.open', { payload: { id: 1 }, dueAt, now })
    await enqueue(db, SECURITY_MAIL, { payload: { eventId: 1 }, dueAt: now, now })
    await db.execute(sql`update jobs set dead_at = now(), last_error = 'connect ECONNREFUSED'
      where kind = ${SECURITY_MAIL}`)

    expect(await health()).toMatchObject({
      state: 'CRITICAL',
      jobs: { state: 'CRITICAL', waiting: 1, dead: 1, lateSeconds: 660, latestKind: 'season.open' },
      mail: { state: 'WARNING', dead: 1, lateSeconds: 0, lastError: 'connect ECONNREFUSED' },
    })
  })

  test('survives a node and a price source that do not answer', async () => {
    const { chains, prices } = server.ctx
    server.ctx.chains = {
      node: () => ({ call: () => Promise.reject(new ChainError('no answer')) }),
    }
    server.ctx.prices = { prices: () => Promise.reject(new Error('no answer')) }
    server.clock.advance(2 * MINUTE_MS)
    const shown = await health()
    Object.assign(server.ctx, { chains, prices })

    expect(shown.nodes).toMatchObject({ state: 'CRITICAL' })
    expect(shown.nodes.list[0]).toMatchObject({ state: 'CRITICAL', block: null })
    expect(shown.prices.state).toBe('WARNING')
  })
})

describe('the overview of the day', () => {
  test('is empty on a quiet day without a season', async () => {
    expect(await today()).toEqual({
      at: noon.toISOString(),
      programmeDay: '2026-06-23',
      alarms: [],
      refunds: { waiting: 0, oldestAt: null },
      solo: [],
      payouts: { held: 0, oldestAt: null },
      season: null,
      next: null,
    })
  })

  test('names the season, its day, its round, and the next event', async () => {
    const { seasonId } = await aSeason(server, { startsInDays: -2 })
    const { data: notice } = await owner.call('notice.publish', {
      body: {
        title: { en: 'Doors open', ko: '문이 열려요' },
        content: { en: 'x', ko: 'x' },
        publishedAt: new Date(noon.getTime() + HOUR_MS).toISOString(),
      },
    })

    const shown = await today()

    expect(shown.season).toMatchObject({ seasonId, round: 1, day: 3 })
    expect(shown.season?.days).toBeGreaterThanOrEqual(3)
    expect(shown.next).toEqual({
      kind: 'NOTICE',
      at: new Date(noon.getTime() + HOUR_MS).toISOString(),
      title: { en: 'Doors open', ko: '문이 열려요' },
    })
    await owner.call('notice.withdraw', { params: { noticeId: notice?.noticeId ?? 0 } })
    expect((await today()).next?.kind).toMatch(/^(ROUND|SEASON)_ENDS$/)
  })

  test('lists alarms, the most severe first', async () => {
    const { db } = server.ctx
    const memberId = await insertMember(db)
    const now = server.clock.now
    const old = new Date(now.getTime() - 2 * DAY_MS).toISOString()
    await enqueue(db, 'season.open', { payload: { id: 1 }, dueAt: now, now })
    await db.execute(sql`update jobs set dead_at = ${old}::timestamptz`)
    await db.execute(sql`insert into payouts
        (purpose, key, member_id, address, symbol, decimals, amount, state, held_for, created_at)
      values ('REWARD', 'test:1', ${memberId}, '0x1', 'USDS', 6, 5, 'QUEUED', 'DAY_CAP', ${old}::timestamptz)`)
    await owner.call('maintenance.set', { body: { enabled: true } })
    await owner.call('payout.freeze', { body: { chainId: null, reason: 'Suspicious payout' } })

    const shown = await today()
    await owner.call('maintenance.set', { body: { enabled: false } })

    expect(shown.alarms.map(({ kind, severity, detail }) => [kind, severity, detail])).toEqual([
      ['TREASURY_STOPPED', 'CRITICAL', 'Suspicious payout'],
      ['JOBS_DEAD', 'WARNING', 'season.open'],
      ['PAYOUTS_HELD', 'WARNING', null],
      ['MAINTENANCE_ON', 'NOTE', null],
    ])
    expect(shown.payouts).toEqual({ held: 1, oldestAt: old })
    expect(shown.alarms.find(({ kind }) => kind === 'JOBS_DEAD')?.since).toBe(old)
  })

  test('counts in an alarm only what has waited for a day', async () => {
    const { db } = server.ctx
    const memberId = await insertMember(db)
    const before = (await today()).refunds.waiting
    for (const [at, ageMs] of [2 * DAY_MS, HOUR_MS].entries()) {
      const since = sql`${new Date(noon.getTime() - ageMs).toISOString()}::timestamptz`
      await db.execute(sql`with paid as (
          insert into payments (chain_id, tx_hash, log_index, block_number, block_hash, payer, pay_to,
            amount, state, member_id, seen_at, settled_at, paid_at)
          values (77, ${`waits-${at}`}, 0, 1, '0x1', '0x3', '0x2', 5, 'REFUNDED', ${memberId}, ${since},
            ${since}, ${since}) returning id)
        insert into refunds (payment_id, member_id, type, state, for_operator, due_at, requested_at)
        select id, ${memberId}, 'UNMATCHED', 'REQUESTED', true, ${since}, ${since} from paid`)
    }

    const shown = await today()

    expect(shown.refunds.waiting).toBe(before + 2)
    expect(shown.alarms).toContainEqual(
      expect.objectContaining({ kind: 'REFUNDS_WAITING', count: 1 }),
    )
  })
})
