import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import type { Endpoint } from '@solstice/contract/endpoint'
import { DEFAULT_MAINTENANCE, type MaintenanceConfig } from '@solstice/rules/maintenance'
import { startTestApp, ORIGIN, type TestApp } from '#test/test-app.ts'
import { openBrowser, signUpMember } from '#test/test-member.ts'
import { anOperator } from '#test/test-operator.ts'
import { setMaintenance } from './maintenance.service.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

/**
 * Switches maintenance and moves the clock by a second, because the gate caches the flag for that
 * long.
 */
async function switchTo(change: Partial<MaintenanceConfig>): Promise<void> {
  await setMaintenance(server.ctx.db, server.ctx, { ...DEFAULT_MAINTENANCE, ...change })
  server.clock.advance(1000)
}

const writes = (Object.values(endpoints) as Endpoint[]).filter(
  ({ method, access, console }) => method !== 'GET' && access !== 'operator' && !console,
)

describe('ongoing maintenance', () => {
  beforeAll(async () => {
    await switchTo({ enabled: true })
  })

  test('returns 503 and 2903 for every write of a member except those that stay open', async () => {
    for (const { method, path, openInMaintenance, access, device } of writes) {
      const url = path.replaceAll(/\{\w+\}/g, '1')
      const response = await server.app.inject({ method, url, headers: { origin: ORIGIN } })
      const { code } = response.json<{ code: number }>()
      if (openInMaintenance) expect(code).not.toBe(Code.MAINTENANCE)
      // A call that needs a session is refused first when there is none.
      else {
        const needsSession = access === 'member' && device !== 'replaces-session'
        expect(code).toBe(needsSession ? Code.TOKEN_EXPIRED : Code.MAINTENANCE)
      }
    }
  })

  test('says in the refusal when to retry', async () => {
    const reply = await openBrowser(server).call('auth.login', {
      body: { email: 'a@b.co', password: 'Abcdef1!' },
    })

    expect(reply).toMatchObject({
      status: 503,
      code: Code.MAINTENANCE,
      msg: 'Solstice is down for maintenance. Please try again later.',
    })
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('allows reading, logging out and refreshing the session', async () => {
    const browser = openBrowser(server)

    expect((await browser.call('language.list', {})).code).toBe(Code.SUCCESS)
    expect((await browser.call('auth.logout', {})).code).toBe(Code.SUCCESS)
    expect((await browser.call('auth.reissue', {})).code).toBe(Code.INVALID_REQUEST)
  })
})

describe('scheduled maintenance', () => {
  beforeAll(async () => {
    await switchTo({
      enabled: true,
      scheduled_time: '2026-06-23T09:00:00.000Z',
      estimated_duration: 90,
    })
  })

  test('begins exactly at its scheduled time', async () => {
    server.clock.now = new Date('2026-06-23T08:59:59.999Z')
    const before = await signUpMember(server)
    server.clock.now = new Date('2026-06-23T09:00:00.000Z')

    const after = await openBrowser(server).call('auth.login', {
      body: { email: before.email, password: 'Abcdef1!' },
    })

    expect(after.code).toBe(Code.MAINTENANCE)
    expect(after.headers['retry-after']).toBe(String(90 * 60))
  })
})

describe('the remote-config service', () => {
  const fetchUrl = '/remote-config/v1/projects/solstice/namespaces/firebase:fetch?key=embedded'

  function postJson(url: string, payload: object, headers: Record<string, string> = {}) {
    return server.app.inject({ method: 'POST', url, payload, headers })
  }

  test('registers an installation in the protocol of the library', async () => {
    const response = await postJson(
      '/remote-config/installations/v1/projects/solstice/installations',
      {
        fid: 'dIsVQ2QVRT-TW7L6VfeAMh',
        authVersion: 'FIS_v2',
        appId: '1:1:web:solstice',
        sdkVersion: 'w:0.6.24',
      },
    )

    const body = response.json<{ refreshToken: string; authToken: { token: string } }>()
    expect(body).toMatchObject({
      fid: 'dIsVQ2QVRT-TW7L6VfeAMh',
      authToken: { expiresIn: '604800s' },
    })
    expect(body.refreshToken).not.toBe(body.authToken.token)
  })

  test('renews the token of an installation', async () => {
    const response = await postJson(
      '/remote-config/installations/v1/projects/solstice/installations/abc/authTokens:generate',
      { installation: { appId: '1:1:web:solstice', sdkVersion: 'w:0.6.24' } },
    )

    const body = response.json<{ token: string; expiresIn: string }>()
    expect(body.token.length).toBeGreaterThan(32)
    expect(body.expiresIn).toBe('604800s')
  })

  test('returns the flag with an ETag, and 304 when it has not changed', async () => {
    await switchTo({ enabled: true, estimated_duration: 90 })

    const first = await postJson(fetchUrl, {}, { 'if-none-match': '*' })
    const etag = String(first.headers.etag)
    const second = await postJson(fetchUrl, {}, { 'if-none-match': etag })
    await setMaintenance(server.ctx.db, server.ctx, DEFAULT_MAINTENANCE)
    const third = await postJson(fetchUrl, {}, { 'if-none-match': etag })

    expect(first.json()).toMatchObject({ state: 'UPDATE' })
    const { entries } = first.json<{ entries: { maintenance: string } }>()
    expect(JSON.parse(entries.maintenance)).toMatchObject({ enabled: true, estimated_duration: 90 })
    expect([second.statusCode, second.body]).toEqual([304, ''])
    expect(third.statusCode).toBe(200)
    expect(third.headers.etag).not.toBe(etag)
  })

  test('returns a disabled flag when none was ever set', async () => {
    await server.ctx.db.execute(sql`delete from maintenance_versions`)

    const { entries } = (await postJson(fetchUrl, {})).json<{ entries: { maintenance: string } }>()

    expect(JSON.parse(entries.maintenance)).toEqual(DEFAULT_MAINTENANCE)
  })

  test('allows requests from other origins', async () => {
    const response = await server.app.inject({ method: 'OPTIONS', url: fetchUrl })

    expect(response.statusCode).toBe(204)
    expect(response.headers['access-control-allow-origin']).toBe('*')
  })

  test('rejects an invalid installation', async () => {
    const url = '/remote-config/installations/v1/projects/solstice/installations'
    expect((await postJson(url, { fid: 1 })).statusCode).toBe(400)
  })
})

describe('an operator', () => {
  test('schedules maintenance and ends it, and both changes are audited', async () => {
    const owner = await anOperator(server)
    const scheduledTime = new Date(server.clock.now.getTime() + 60_000).toISOString()

    const planned = await owner.call('maintenance.set', {
      body: { enabled: true, scheduledTime, estimatedDuration: 90, reason: 'Ticket 9' },
    })
    server.clock.advance(60_000)
    const begun = await owner.call('maintenance.show', {})
    const over = await owner.call('maintenance.set', { body: { enabled: false } })
    const audit = await owner.call('operator.listAudit', { query: { subject: 'maintenance' } })

    expect(planned.data).toMatchObject({ on: false, enabled: true, scheduledTime })
    expect(begun.data).toMatchObject({ on: true, estimatedDuration: 90, externalProject: null })
    expect(over.data?.version).toBe((planned.data?.version ?? 0) + 1)
    expect(over.data).toMatchObject({ on: false, enabled: false })
    expect(audit.data?.list).toMatchObject([
      { action: 'maintenance.off', before: { enabled: true }, after: { enabled: false } },
      {
        action: 'maintenance.on',
        reason: 'Ticket 9',
        before: { enabled: false, scheduledTime: null, minutes: null },
        after: { enabled: true, scheduledTime, minutes: 90 },
      },
    ])
  })
})

test('lists its settings with the time during which members were rejected', async () => {
  const operator = await anOperator(server, 'OPS')
  server.clock.now = new Date('2026-07-01T08:00:00.000Z')
  await operator.call('maintenance.set', { body: { enabled: true, estimatedDuration: 30 } })
  server.clock.advance(40 * 60_000)
  await operator.call('maintenance.set', { body: { enabled: false } })

  const { data } = await operator.call('maintenance.history', { query: { size: 2 } })

  expect(data?.list).toMatchObject([
    { enabled: false, closedFrom: null, replacedAt: null, setAt: '2026-07-01T08:40:00.000Z' },
    {
      enabled: true,
      estimatedDuration: 30,
      closedFrom: '2026-07-01T08:00:00.000Z',
      closedUntil: '2026-07-01T08:40:00.000Z',
    },
  ])
})
