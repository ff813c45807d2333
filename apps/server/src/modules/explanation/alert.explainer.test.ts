import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { alertText } from '@solstice/contract/alert-texts'
import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import { rowsOf } from '#/platform/process/db.ts'
import { startPushApp, type PushApp } from '#test/push-app.ts'
import { addDevice, memberWithDevice } from '#test/test-device.ts'
import { logInAgain, signUpMember, type Browser } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'

let app: PushApp
let server: PushApp['server']
let service: PushApp['service']
let support: TestOperator
beforeAll(async () => {
  app = await startPushApp()
  ;({ server, service } = app)
  support = await anOperator(server, 'SUPPORT')
})
afterAll(() => app.close())
beforeEach(() => app.reset())

type Member = Browser & { userId: number }

/** Explains the newest alert of a member. */
async function explained(member: Member) {
  const [alert] = await rowsOf<{ id: string }>(
    server.ctx.db,
    sql`select id from alerts where member_id = ${member.userId} order by id desc limit 1`,
  )
  const entryId = `alert:${alert?.id}`
  const mine = await member.call('explanation.mine', { params: { entryId } })
  const params = { userId: member.userId, entryId }
  const operator = await support.call('explanation.ofMember', { params })
  expect(operator.data).toMatchObject(mine.data ?? {})
  return { code: mine.code, mine: mine.data, hidden: operator.data?.hiddenInputs }
}

test('an alert says that its push is queued, and to how many devices it was sent', async () => {
  const member = await memberWithDevice(server, service)
  await addDevice(member, service)
  await app.notifyMember(member.userId, 'REWARD')
  const [{ id } = { id: '' }] = await rowsOf<{ id: string }>(
    server.ctx.db,
    sql`select id from alerts where member_id = ${member.userId}`,
  )
  const params = { userId: member.userId, entryId: `alert:${id}` }
  const queued = await support.call('explanation.ofMember', { params })
  await server.worker.runDue()
  const sent = await explained(member)

  const name = alertText('REWARD', 'en').title
  expect(queued.data).toMatchObject({ rule: 'push', outcome: 'QUEUED', name })
  expect(sent.mine).toMatchObject({
    outcome: 'SENT',
    name,
    inputs: { devices: 2, sentAt: server.clock.now.toISOString(), alertCode: 'REWARD' },
  })
  expect(sent.hidden).toMatchObject({ services: service.origin })
  expect(JSON.stringify(sent.mine)).not.toContain(service.origin)
})

test('an alert in quiet hours says until when its push waits', async () => {
  const member = await memberWithDevice(server, service)
  server.clock.now = new Date('2026-06-23T19:00:00.000Z')
  await logInAgain(member)
  await app.notifyMember(member.userId, 'REWARD')
  await server.worker.runDue()

  expect((await explained(member)).mine).toMatchObject({
    outcome: 'QUIET_HOURS',
    inputs: { quietFrom: '22:00', quietTo: '08:00', dueAt: '2026-06-24T04:00:00.000Z' },
    next: { kind: 'TIME', at: '2026-06-24T04:00:00.000Z' },
    steps: [
      { check: 'DEVICE', passed: true },
      { check: 'SWITCHED_ON', passed: true },
      { check: 'IN_TIME', passed: true },
      { check: 'QUIET_HOURS_OVER', passed: false },
    ],
  })
})

test('an alert without a device or switched off keeps the reason of its time', async () => {
  const member = await signUpMember(server)
  await app.notifyMember(member.userId, 'REWARD')
  await addDevice(member, service)
  const without = await explained(member)
  await member.call('alert.changeSetting', { params: { id: 6 }, body: { enabled: false } })
  await app.notifyMember(member.userId, 'REWARD')
  await server.worker.runDue()
  await member.call('alert.changeSetting', { params: { id: 6 }, body: { enabled: true } })
  const off = await explained(member)

  expect(without.mine).toMatchObject({ outcome: 'NO_DEVICE', next: { kind: 'SETTINGS' } })
  expect(off.mine).toMatchObject({ outcome: 'SWITCHED_OFF', inputs: { setting: 'REWARD' } })
  expect(service.received).toEqual([])
})

test('an alert whose device is gone, whose service refused or which came too late says so', async () => {
  const member = await memberWithDevice(server, service)
  service.down({ status: 400 })
  await app.notifyMember(member.userId, 'REWARD')
  await server.worker.runDue()
  const refused = await explained(member)
  service.down({ status: 410 })
  await app.notifyMember(member.userId, 'REWARD')
  await server.worker.runDue()
  const gone = await explained(member)
  await addDevice(member, service)
  await app.notifyMember(member.userId, 'MAINTENANCE_END')
  server.clock.advance(DAY_MS)
  await server.worker.runDue()
  await logInAgain(member)
  const late = await explained(member)

  expect(refused.mine).toMatchObject({ outcome: 'FAILED', inputs: { attempts: 1 } })
  expect(refused.hidden).toHaveProperty('lastErrors')
  expect(gone.mine).toMatchObject({ outcome: 'DEVICE_GONE', next: { kind: 'SETTINGS' } })
  expect(late.mine?.outcome).toBe('EXPIRED')
})

test('a push that arrived is never called lost after its device was removed', async () => {
  const member = await memberWithDevice(server, service)
  await app.notifyMember(member.userId, 'REWARD')
  await server.worker.runDue()
  const sent = await explained(member)
  await support.call('member.endSessions', {
    params: { userId: member.userId },
    body: { reason: 'The member lost a phone' },
  })
  await logInAgain(member)

  expect(sent.mine?.outcome).toBe('SENT')
  expect((await explained(member)).code).toBe(Code.NOT_FOUND)
})

test('only an alert that no device received says that its devices were gone', async () => {
  const member = await memberWithDevice(server, service)
  await app.notifyMember(member.userId, 'REWARD')
  await server.worker.runDue()
  const arrived = await explained(member)
  await app.notifyMember(member.userId, 'REWARD')
  service.down({ status: 410 })
  await server.worker.runDue()

  const gone = await explained(member)
  const earlier = await member.call('explanation.mine', {
    params: { entryId: arrived.mine?.entryId ?? '' },
  })

  expect(gone.mine?.outcome).toBe('DEVICE_GONE')
  expect(earlier.code).toBe(Code.NOT_FOUND)
})

test('an alert of another member, and one whose pushes are deleted, are not explained', async () => {
  const member = await memberWithDevice(server, service)
  await app.notifyMember(member.userId, 'REWARD')
  await server.worker.runDue()
  const [alert] = await rowsOf<{ id: string }>(
    server.ctx.db,
    sql`select id from alerts where member_id = ${member.userId}`,
  )
  const other = await signUpMember(server)
  const foreign = await other.call('explanation.mine', {
    params: { entryId: `alert:${alert?.id}` },
  })
  await server.ctx.db.execute(sql`delete from push_deliveries`)
  server.clock.advance(8 * DAY_MS)
  await logInAgain(member)

  expect(foreign.code).toBe(Code.NOT_FOUND)
  expect((await explained(member)).code).toBe(Code.NOT_FOUND)
})
