import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import { smtpMailer } from '#/adapters/smtp-mailer.ts'
import { recordSecurityEvent } from '#/modules/security/security.service.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { startMailServer } from '#test/mail-server.ts'
import { startPushApp, type PushApp } from '#test/push-app.ts'
import { testPush } from '#test/test-app.ts'
import { addDevice, memberWithDevice, pass } from '#test/test-device.ts'
import { sweeps } from '#/sweeps.ts'
import { runSweeps } from '#/platform/process/sweep.ts'

let app: PushApp
let server: PushApp['server']
let service: PushApp['service']
let notifyMember: PushApp['notifyMember']
let waiting: PushApp['waiting']
beforeAll(async () => {
  app = await startPushApp()
  ;({ server, service, notifyMember, waiting } = app)
})
afterAll(() => app.close())
beforeEach(() => app.reset())

describe('a push device', () => {
  test.each([404, 410])(
    'is deleted with its pending pushes when its service returns %i',
    async (status) => {
      const member = await memberWithDevice(server, service)
      service.down({ status }, member.device.endpoint)

      await notifyMember(member.userId, 'REWARD')
      await notifyMember(member.userId, 'REWARD')
      await pass(server, MINUTE_MS)

      expect((await member.call('push.test', { body: {} })).code).toBe(Code.NOT_FOUND)
      expect(await waiting()).toEqual([])
    },
  )

  test('is not contacted for the requested time after 429, while others are', async () => {
    const member = await memberWithDevice(server, service)
    const other = await addDevice(member, service)
    service.down({ status: 429, retryAfter: '600' }, member.device.endpoint)
    await notifyMember(member.userId, 'REWARD')
    await server.worker.runDue()
    const attempts = service.attempts()

    service.up()
    await pass(server, 9 * MINUTE_MS)
    const meanwhile = [member.received().length, service.attempts() - attempts]
    await pass(server, 2 * MINUTE_MS)

    expect(service.received.filter(({ endpoint }) => endpoint === other.endpoint)).toHaveLength(1)
    expect(meanwhile).toEqual([0, 0])
    expect(member.received()).toHaveLength(1)
  })

  test('waits alone if it alone fails, for as long as its service requests', async () => {
    const [failing, fine] = [
      await memberWithDevice(server, service),
      await memberWithDevice(server, service),
    ]
    service.down({ status: 503, retryAfter: '7200' }, failing.device.endpoint)
    await notifyMember(failing.userId, 'REWARD')
    await server.worker.runDue()

    await notifyMember(fine.userId, 'REWARD')
    await server.worker.runDue()
    service.up()
    const meanwhile = [fine.received().length, failing.received().length]
    await pass(server, 2 * HOUR_MS, HOUR_MS)

    expect(meanwhile).toEqual([1, 0])
    expect(failing.received()).toHaveLength(1)
  })

  test('is not contacted when several devices of its service fail', async () => {
    const members = []
    for (let count = 0; count < 4; count += 1) members.push(await memberWithDevice(server, service))
    const [other, ...failing] = members
    service.down({ status: 503, retryAfter: '600' })
    for (const { userId } of failing) await notifyMember(userId, 'REWARD')
    await server.worker.runDue()
    const attemptCount = service.attempts()

    service.up()
    await notifyMember(other?.userId ?? 0, 'REWARD')
    await pass(server, 9 * MINUTE_MS, MINUTE_MS)
    const meanwhile = service.attempts() - attemptCount
    await pass(server, 2 * MINUTE_MS, MINUTE_MS)

    expect(meanwhile).toBe(0)
    expect(service.received).toHaveLength(4)
  })

  test('gets the next message after its service rejected one permanently', async () => {
    const member = await memberWithDevice(server, service)
    service.down({ status: 413 }, member.device.endpoint)
    await notifyMember(member.userId, 'REWARD')
    await server.worker.runDue()
    service.up()

    await notifyMember(member.userId, 'SEASON_OPEN', { seasonId: 2 })
    await pass(server, MINUTE_MS)

    expect(member.received().map(({ message }) => message.code)).toEqual(['SEASON_OPEN'])
  })
})

describe.each(['hangs', 'breaks off', { status: 503 }] as const)(
  'a ten-minute outage of push service and mail server (%j)',
  (trouble) => {
    test('loses nothing: everything is sent afterwards, in order and once', async () => {
      const mailServer = await startMailServer()
      const { mailer, push } = server.ctx
      // A push that was accepted late would be sent twice, so only the outage has a short timeout.
      const impatient = testPush(server.ctx.now, 1500)
      const members = [
        await memberWithDevice(server, service),
        await memberWithDevice(server, service),
      ]
      server.ctx.mailer = smtpMailer(mailServer.url, 'Solstice <hello@harbor.example>')
      server.ctx.push = impatient
      service.down(trouble)
      mailServer.down('refuses connections')
      const before = service.attempts()
      const recordForAll = async (kind: 'PASSWORD_CHANGED' | 'PIN_REPLACED') => {
        for (const { userId: memberId } of members) {
          const event = { memberId, kind }
          await server.ctx.db.transaction((tx) => recordSecurityEvent(tx, server.ctx, event))
        }
      }
      const codes = ['PURCHASE_SUCCESS', 'REWARD', 'SEASON_OPEN'] as const
      await recordForAll('PASSWORD_CHANGED')
      for (const code of codes) {
        for (const { userId } of members) await notifyMember(userId, code, { seasonId: 1 })
        await pass(server, MINUTE_MS, MINUTE_MS)
      }
      // Its next attempt comes before that of the events three minutes earlier.
      await recordForAll('PIN_REPLACED')

      await pass(server, 7 * MINUTE_MS, 3.5 * MINUTE_MS)
      const during = [service.received.length, mailServer.received.length]
      const tries = service.attempts() - before
      service.up()
      mailServer.up()
      server.ctx.push = push
      await pass(server, 5 * MINUTE_MS, MINUTE_MS)
      server.ctx.mailer = mailer
      await mailServer.close()
      await impatient.close()

      expect(during).toEqual([0, 0])
      expect(tries).toBeGreaterThan(members.length)
      for (const member of members) {
        expect(member.received().map(({ message }) => message.code)).toEqual([
          'PASSWORD_CHANGED',
          ...codes,
          'PIN_RESET',
        ])
        const mails = mailServer.received.filter(({ to }) => to === member.email)
        expect(mails.map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim())).toEqual([
          'Your Solstice password was changed',
          'A new Solstice PIN was set',
        ])
      }
      expect(await waiting()).toEqual([])
    })
  },
)

test('sends no expired push when the service recovers', async () => {
  const member = await memberWithDevice(server, service)
  service.down({ status: 503 })
  await notifyMember(member.userId, 'CHECK_IN', { seasonId: 3 })
  await notifyMember(member.userId, 'REWARD')
  await server.worker.runDue()

  server.clock.advance(7 * HOUR_MS)
  service.up()
  // Seven hours later it is evening, before the quiet hours.
  await pass(server, 5 * MINUTE_MS, MINUTE_MS)

  expect(member.received().map(({ message }) => message.code)).toEqual(['REWARD'])
})

test('deletes the failure record of a push service after some time', async () => {
  const member = await memberWithDevice(server, service)
  service.down({ status: 503 })
  await notifyMember(member.userId, 'REWARD')
  await server.worker.runDue()
  const known = () => rowsOf(server.ctx.db, sql`select origin from push_services`)
  const before = await known()

  server.clock.advance(8 * 24 * HOUR_MS)
  await runSweeps(server.ctx, sweeps)

  expect(before).toEqual([{ origin: service.origin }])
  expect(await known()).toEqual([])
})
