import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { LIMITS } from '@solstice/contract/limits'
import { enqueue } from '#/platform/process/jobs.ts'
import { claimDueJob, LEASE_MS } from '#/platform/process/leases.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openBrowser, PASSWORD, signUpMember } from '#test/test-member.ts'
import { serveMetrics, type MetricsServer } from '#/http/metrics-server.ts'

let server: TestApp
let metrics: MetricsServer
beforeAll(async () => {
  server = await startTestApp({ withMetrics: true })
  const opened = await serveMetrics({ metrics: { host: '127.0.0.1', port: 0 } }, server.metricsText)
  if (!opened) throw new Error('The metrics server did not start')
  metrics = opened
})
afterAll(async () => {
  await metrics.close()
  await server.close()
})

const scrape = async () => (await fetch(metrics.address)).text()

/** Returns the value of one metric line, found by its name and some of its labels. */
async function valueOf(name: string, labels: Record<string, string> = {}): Promise<number> {
  const labelTexts = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  const found = (await scrape())
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) => labelTexts.every((label) => line.includes(label)))
  return found.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}

describe('the metrics of a server', () => {
  test('use the Prometheus text format and are served at no other path of their port', async () => {
    const reply = await fetch(metrics.address)
    const elsewhere = await fetch(new URL('/', metrics.address))
    const posted = await fetch(metrics.address, { method: 'POST' })

    expect(reply.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(await reply.text()).toMatch(/^# HELP \S+ .+\n# TYPE \S+ (counter|gauge|histogram)\n/)
    expect([elsewhere.status, posted.status]).toEqual([404, 404])
  })

  test('are not served at the public port', async () => {
    const reply = await server.app.inject('/metrics')

    expect(reply.statusCode).toBe(404)
    expect(reply.body).not.toContain('solstice_')
  })

  test('describe the process: heap, event loop delay, connections', async () => {
    const text = await scrape()

    expect(text).toMatch(/^nodejs_heap_size_used_bytes [1-9]/m)
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
    expect(text).toMatch(/^process_resident_memory_bytes [1-9]/m)
    const pooled = process.env['SOLSTICE_TEST_DB'] === 'postgres'
    expect(text.includes('solstice_database_connections{state="waiting"} 0')).toBe(pooled)
  })

  test('include those of the process that the alert rules and the dashboard use', async () => {
    const text = await scrape()
    const files = ['prometheus/solstice.rules.yml', 'grafana/solstice.json']
    const used = files.flatMap((file) => {
      const queries = readFileSync(new URL(`../../../../ops/${file}`, import.meta.url), 'utf8')
      return Array.from(queries.matchAll(/\b(?:nodejs|process)_[a-z0-9_]+/g), ([name]) => name)
    })

    expect(used.length).toBeGreaterThan(3)
    expect(used.filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([])
  })

  test('count responses by route, status and envelope code, with their duration', async () => {
    const member = await signUpMember(server)
    const read = { method: 'GET', route: '/v1/private/users/me' }
    await member.call('users.me', {})
    await member.call('users.me', {})
    await openBrowser(server).call('users.me', {})
    await server.app.inject('/v1/nowhere/at-all')

    expect(await valueOf('solstice_replies_total', { ...read, status: '200', code: '0' })).toBe(2)
    const expired = { status: '401', code: String(Code.TOKEN_EXPIRED) }
    expect(await valueOf('solstice_replies_total', { ...read, ...expired })).toBe(1)
    expect(await valueOf('solstice_reply_seconds_count', read)).toBe(3)
    const nowhere = { route: 'none', status: '404', code: String(Code.NOT_FOUND) }
    expect(await valueOf('solstice_replies_total', nowhere)).toBe(1)
  })

  test('contain nothing about a member: no address, name, id, token, path or IP', async () => {
    const member = await signUpMember(server)
    const { data: me } = await member.call('users.me', {})
    const { data: referral } = await member.call('referral.mine', {})
    await member.call('users.changeNickname', { body: { nickname: 'harborlight7' } })
    await server.app.inject({
      url: `/v1/private/notices/${member.userId}?for=${member.email}`,
      headers: { 'x-forwarded-for': '203.0.113.77' },
      remoteAddress: '198.51.100.23',
    })
    await server.app.inject(`/anywhere/${member.email}`)
    const tokens = Array.from(member.cookies.values())

    const text = await scrape()

    const personal = [
      member.email,
      'harborlight7',
      me?.nickname ?? '',
      referral?.referralCode ?? '',
    ]
    for (const each of [...personal, ...tokens, '203.0.113.77', '198.51.100.23', 'anywhere']) {
      expect(each).not.toBe('')
      expect(text).not.toContain(each)
    }
    const labels = new Set(Array.from(text.matchAll(/[{,](\w+)="/g), ([, label]) => label))
    const ours = [
      'method',
      'route',
      'status',
      'code',
      'limit',
      'kind',
      'lane',
      'end',
      'state',
      'chain',
    ]
    const ofProcess = ['le', 'quantile', 'type', 'space', 'version', 'major', 'minor', 'patch']
    expect([...labels].filter((label) => !ours.concat(ofProcess).includes(label ?? ''))).toEqual([])
    const routes = Array.from(text.matchAll(/route="([^"]*)"/g), ([, route]) => route)
    expect(routes.filter((route) => /\d{2,}|@/.test(route ?? ''))).toEqual([])
  })

  test('count jobs by kind and lane: waiting, running, done, failed and given up', async () => {
    const { ctx, worker, clock } = server
    const now = ctx.now()
    const mail = { kind: 'verification.mail-code' }
    const done = await valueOf('solstice_jobs_total', { ...mail, end: 'done' })
    await signUpMember(server)
    expect(await valueOf('solstice_jobs_total', { ...mail, end: 'done' })).toBe(done + 1)

    const payload = { id: 'broken' }
    const broken = { kind: 'round.settle' }
    await enqueue(ctx.db, broken.kind, { payload, dueAt: now, now })
    clock.advance(30_000)
    expect(await valueOf('solstice_jobs_waiting', broken)).toBe(1)
    expect(await valueOf('solstice_jobs_late_seconds', broken)).toBe(30)
    expect(await valueOf('solstice_jobs_waiting', { lane: 'programme' })).toBe(1)
    await claimDueJob(ctx, [broken.kind])
    expect(await valueOf('solstice_jobs_running', { ...broken, lane: 'programme' })).toBe(1)
    expect(await valueOf('solstice_jobs_waiting', broken)).toBe(0)
    clock.advance(LEASE_MS)
    expect(await valueOf('solstice_jobs_running', broken)).toBe(0)
    expect(await valueOf('solstice_jobs_late_seconds', broken)).toBe(30 + LEASE_MS / 1000)
    await worker.runDue()
    expect(await valueOf('solstice_jobs_waiting', broken)).toBe(0)
    expect(await valueOf('solstice_jobs_total', { ...broken, end: 'failed' })).toBe(1)

    await ctx.db.execute(sql`update jobs set attempts = 1000, due_at = created_at
      where kind = ${broken.kind} and done_at is null`)
    await worker.runDue()
    expect(await valueOf('solstice_jobs_total', { ...broken, end: 'dead' })).toBe(1)
    expect(await valueOf('solstice_jobs_dead', broken)).toBe(1)
  })

  test('count rejected requests by rate limit', async () => {
    const body = { email: 'nobody@harbor.example', password: `${PASSWORD}x` }
    for (let call = 0; call < LIMITS.loginPerAccount.max + 2; call += 1) {
      await openBrowser(server).call('auth.login', { body })
    }

    expect(await valueOf('solstice_limits_hit_total', { limit: 'loginPerAccount' })).toBe(2)
  })

  test('describe the treasury: waiting payouts, frozen networks and low balances', async () => {
    const { db } = server.ctx
    const { userId } = await signUpMember(server)
    await db.execute(sql`insert into treasury_lanes (chain_id, address, next_nonce, frozen_at, low_since)
      values (31337, '0xabc', 0, now(), null), (31338, '0xabc', 0, null, now())`)
    await db.execute(sql`insert into payouts (purpose, key, member_id, address, symbol, decimals,
        amount, chain_id, state, created_at)
      values ('REWARD', 'figures', ${userId}, '0xdef', 'USDS', 6, 5, 31337, 'QUEUED', now())`)

    const text = await scrape()

    expect(text).toContain('solstice_payouts_open{chain="31337",state="QUEUED"} 1')
    expect(text).toContain('solstice_treasury_frozen{chain="31337"} 1')
    expect(text).toContain('solstice_treasury_frozen{chain="31338"} 0')
    expect(text).toContain('solstice_treasury_low{chain="31338"} 1')
    expect(text).toContain('solstice_treasury_stopped 0')
    expect(text).toContain('solstice_signer_waiting_seconds 0')
    expect(text).toContain('solstice_explorer_calls_left 50000')
    expect(text).toContain('solstice_pushes_waiting 0')
    expect(text).not.toContain('0xdef')
  })
})

test('a server whose database is gone still serves its metrics and reports the outage in them', async () => {
  const alone = await startTestApp({ withMetrics: true })
  expect(await alone.metricsText()).toContain('solstice_database_up 1')
  await alone.database.close()

  const text = await alone.metricsText()
  await alone.app.close()

  expect(text).toContain('solstice_database_up 0')
  expect(text).toContain('nodejs_heap_size_used_bytes')
})

test('a server without configured metrics opens no port for them', async () => {
  expect(await serveMetrics({ metrics: undefined }, undefined)).toBeUndefined()
})
