import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startPushApp, type PushApp } from '#test/push-app.ts'
import { addDevice, memberWithDevice } from '#test/test-device.ts'
import { memberWithPin, PIN, pinHeader } from '#test/test-pin.ts'
import { openBrowser, PASSWORD, signUpMember, type Browser } from '#test/test-member.ts'

let app: PushApp
let server: PushApp['server']
let service: PushApp['service']
beforeAll(async () => {
  app = await startPushApp()
  ;({ server, service } = app)
})
afterAll(() => app.close())
beforeEach(() => app.reset())

async function logIn(email: string): Promise<Browser> {
  const browser = openBrowser(server)
  await browser.call('auth.login', { body: { email, password: PASSWORD } })
  return browser
}

async function labelOf(browser: Browser): Promise<string> {
  const { data } = await browser.call('session.list', {})
  return data?.list.find(({ current }) => current)?.sessionId ?? ''
}

/** Returns the endpoints of the devices that receive a deposit notification. */
async function receivingDevices(memberId: number): Promise<string[]> {
  service.received.length = 0
  const deposit = { amount: '0.5', symbol: 'ETH', network: 'Base', more: 0 }
  await app.notifyMember(memberId, 'FUNDS_RECEIVED', { deposit })
  await server.worker.runDue()
  return service.received.map(({ endpoint }) => endpoint)
}

describe('a device that is logged out remotely', () => {
  test("receives no pushes, while the member's other devices do", async () => {
    const member = await memberWithDevice(server, service)
    const [lost, kept] = [await logIn(member.email), await logIn(member.email)]
    await addDevice(lost, service)
    const second = await addDevice(kept, service)

    await member.call('session.end', { params: { sessionId: await labelOf(lost) } })

    expect(await receivingDevices(member.userId)).toEqual([member.device.endpoint, second.endpoint])
  })

  test('receives no pushes after all others are logged out, while devices of other members do', async () => {
    const member = await memberWithDevice(server, service)
    const stranger = await memberWithDevice(server, service)
    await addDevice(await logIn(member.email), service)

    await member.call('session.endOthers', {})

    expect(await receivingDevices(member.userId)).toEqual([member.device.endpoint])
    expect(await receivingDevices(stranger.userId)).toEqual([stranger.device.endpoint])
  })

  test('receives pushes again after a new login on it', async () => {
    const member = await memberWithDevice(server, service)
    const lost = await logIn(member.email)
    const device = await addDevice(lost, service)
    await member.call('session.endOthers', {})
    const back = await logIn(member.email)

    await back.call('push.subscribe', { body: device })

    expect(await receivingDevices(member.userId)).toContain(device.endpoint)
  })
})

test('keeps sending pushes to a device that was logged out by a password change', async () => {
  const member = await memberWithPin(server)
  const device = await addDevice(member, service)
  const other = await addDevice(await logIn(member.email), service)

  const body = { currentPassword: PASSWORD, newPassword: `${PASSWORD}2` }
  const header = await pinHeader(member, PIN, 'PASSWORD_CHANGE')
  await member.call('account.changePassword', { body }, header)
  await server.worker.runDue()

  expect(await receivingDevices(member.userId)).toEqual([device.endpoint, other.endpoint])
})

test('links a device to the session that registered it last', async () => {
  const member = await signUpMember(server)
  const device = await addDevice(member, service)
  const newer = await logIn(member.email)
  await newer.call('push.subscribe', { body: device })

  await newer.call('session.endOthers', {})

  expect(await receivingDevices(member.userId)).toEqual([device.endpoint])
})

test('keeps a device that was registered before sessions were recorded', async () => {
  const member = await signUpMember(server)
  const other = await logIn(member.email)
  const device = await addDevice(other, service)
  await server.ctx.db.execute(sql`update push_subscriptions set session_id = null`)

  await member.call('session.endOthers', {})

  expect(await receivingDevices(member.userId)).toEqual([device.endpoint])
})
