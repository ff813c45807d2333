import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { MINUTE_MS } from '@solstice/rules/duration'
import { startPushApp, type PushApp } from '#test/push-app.ts'
import { ORIGIN } from '#test/test-app.ts'
import { addDevice, memberWithDevice, pass } from '#test/test-device.ts'
import { logInAgain, openBrowser, signUpMember } from '#test/test-member.ts'

let app: PushApp
let server: PushApp['server']
let service: PushApp['service']
let notifyMember: PushApp['notifyMember']
beforeAll(async () => {
  app = await startPushApp()
  ;({ server, service, notifyMember } = app)
})
afterAll(() => app.close())
beforeEach(() => app.reset())

describe('a push subscription', () => {
  test('requires endpoint, p256dh and auth, and repeating it changes nothing', async () => {
    const member = await signUpMember(server)
    const body = service.aDevice()

    const first = await member.call('push.subscribe', { body })
    const again = await member.call('push.subscribe', { body })
    await member.call('push.test', { body: {} })

    expect([first.code, first.data, again.code]).toEqual([Code.SUCCESS, null, Code.SUCCESS])
    expect(service.received).toHaveLength(1)
  })

  test.each(['endpoint', 'p256dh', 'auth'] as const)(
    'returns 9992 without %s, and for an invalid value',
    async (field) => {
      const member = await signUpMember(server)
      const device = service.aDevice()
      const send = async (body: object) => {
        const response = await server.app.inject({
          method: 'POST',
          url: '/v1/private/users/web-push',
          headers: {
            origin: ORIGIN,
            cookie: Array.from(member.cookies, ([name, value]) => `${name}=${value}`).join('; '),
          },
          payload: body,
        })
        return response.json<{ code: number }>().code
      }

      const rest: Partial<typeof device> = { ...device }
      delete rest[field]

      expect(await send(rest)).toBe(Code.INVALID_REQUEST)
      expect(await send({ ...device, [field]: 'x' })).toBe(Code.INVALID_REQUEST)
      expect(await send(device)).toBe(Code.SUCCESS)
    },
  )

  test.each([
    'https://169.254.169.254/latest/meta-data',
    'https://3232235777/x',
    'https://evil.example/x',
    'http://10.0.0.1/x',
  ])('rejects an endpoint that is not a push service: %s', async (endpoint) => {
    const member = await signUpMember(server)

    const reply = await member.call('push.subscribe', { body: { ...service.aDevice(), endpoint } })

    expect(reply.code).toBe(Code.INVALID_REQUEST)
  })

  test("on another member's device takes it over, and nothing of that member arrives there", async () => {
    const before = await memberWithDevice(server, service)
    service.down({ status: 500 })
    await notifyMember(before.userId, 'REWARD')
    await server.worker.runDue()
    const after = await signUpMember(server)

    await after.call('push.subscribe', { body: before.device })
    service.up()
    await notifyMember(after.userId, 'SEASON_OPEN', { seasonId: 1 })
    await notifyMember(before.userId, 'REWARD')
    await pass(server, 5 * MINUTE_MS)

    expect(before.received().map(({ message }) => message.code)).toEqual(['SEASON_OPEN'])
  })

  test('is kept for the ten newest devices of a member', async () => {
    const member = await signUpMember(server)
    const devices = []
    for (let count = 0; count < 11; count += 1) devices.push(await addDevice(member, service))

    await member.call('push.test', { body: {} })

    expect(service.received.map(({ endpoint }) => endpoint).toSorted()).toEqual(
      devices
        .slice(1)
        .map(({ endpoint }) => endpoint)
        .toSorted(),
    )
  })
})

test('accepts thirty device registrations in fifteen minutes and rejects more', async () => {
  const member = await signUpMember(server)
  const body = service.aDevice()
  const register = async () => (await member.call('push.subscribe', { body })).code
  const codes = new Set<number>()
  for (let count = 0; count < 30; count += 1) codes.add(await register())
  const beyond = await register()
  server.clock.advance(15 * MINUTE_MS)
  await logInAgain(member)

  expect([[...codes], beyond]).toEqual([[Code.SUCCESS], Code.TOO_MANY_REQUESTS])
  expect(await register()).toBe(Code.SUCCESS)
})

describe('unsubscribing', () => {
  test('needs no session, deletes the device, and accepts an unknown endpoint', async () => {
    const member = await memberWithDevice(server, service)
    const stranger = openBrowser(server)
    const { endpoint } = member.device

    const first = await stranger.call('push.unsubscribe', { body: { endpoint } })
    const again = await stranger.call('push.unsubscribe', { body: { endpoint } })
    const test = await member.call('push.test', { body: {} })

    expect([first.code, first.data, again.code]).toEqual([Code.SUCCESS, null, Code.SUCCESS])
    expect([test.status, test.code]).toEqual([404, Code.NOT_FOUND])
  })
})

describe('a test push', () => {
  test('is sent to every device of the member immediately and returns the counts', async () => {
    const member = await memberWithDevice(server, service)
    const dead = await addDevice(member, service)
    service.down({ status: 410 }, dead.endpoint)

    const first = await member.call('push.test', {
      body: { title: 'secret title', body: 'secret body', code: 'CHECK_IN', data: { seasonId: 3 } },
    })
    const second = await member.call('push.test', { body: {} })

    expect([first.data, second.data]).toEqual([
      { sent: 1, failed: 1 },
      { sent: 1, failed: 0 },
    ])
    expect(member.received().map(({ message }) => message)).toEqual([
      {
        code: 'CHECK_IN',
        data: { seasonId: 3 },
        timestamp: server.clock.now.getTime(),
        lang: 'en',
      },
      { code: 'TEST', data: {}, timestamp: server.clock.now.getTime(), lang: 'en' },
    ])
    expect(
      member
        .received()
        .map(({ text }) => text)
        .join(),
    ).not.toContain('secret')
  })
})
