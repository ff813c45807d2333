import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aPerson, mailedLink, openConsole } from '#test/test-console.ts'
import { anOperator, operatorCall } from '#test/test-operator.ts'
import { addMachine } from './operator.service.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('disabling a person disables the machines for which they answer', async () => {
  const by = await anOperator(server)
  const [leaver, stayer] = [await aPerson(server, 'FINANCE'), await aPerson(server)]
  const machineOf = (appointer: typeof leaver, name: string) =>
    addMachine(server.ctx.db, server.ctx, appointer, { name, role: 'FINANCE' })
  const own = await machineOf(leaver, 'robot-of-leaver')
  const other = await machineOf(stayer, 'robot-of-stayer')

  await by.call('operator.disableOperator', { params: { operatorId: leaver.operatorId } })
  const codes = [
    (await operatorCall(server, own.token)('operator.me', {})).code,
    (await operatorCall(server, other.token)('operator.me', {})).code,
  ]

  expect(codes).toEqual([Code.ACCESS_DENIED, Code.SUCCESS])
  const audit = await by.call('operator.listAudit', { query: { action: 'operator.disable' } })
  expect(audit.data?.list.map(({ actor, subject }) => [actor, subject])).toEqual([
    [`operator:${by.name}`, `operator:${own.name}`],
    [`operator:${by.name}`, `operator:${leaver.name}`],
  ])
})

test('another address revokes the open enrolment link', async () => {
  const by = await anOperator(server)
  const email = 'old.address@harbor.example'
  const added = await by.call('operator.addOperator', {
    body: { name: 'moved', role: 'SUPPORT', kind: 'PERSON', email },
  })
  await server.worker.runDue()
  const params = { code: mailedLink(server, email) }
  const before = await openConsole(server).call('operatorAuth.showEnrolment', { params })
  await by.call('operator.change', {
    params: { operatorId: added.data?.operatorId ?? 0 },
    body: { email: 'new.address@harbor.example' },
  })
  const after = await openConsole(server).call('operatorAuth.showEnrolment', { params })

  expect([before.code, after.code]).toEqual([Code.SUCCESS, Code.NOT_FOUND])
})

test('an expired token does not count as an owner, so the last valid one stays', async () => {
  const fresh = await startTestApp()
  await anOperator(fresh)
  fresh.clock.advance(45 * DAY_MS)
  const valid = await anOperator(fresh)
  fresh.clock.advance(50 * DAY_MS)
  const params = { operatorId: valid.operatorId }
  const codes = [
    (await valid.call('operator.disableOperator', { params })).code,
    (await valid.call('operator.change', { params, body: { role: 'AUDITOR' } })).code,
  ]
  await fresh.close()

  expect(codes).toEqual([Code.INVALID_REQUEST, Code.INVALID_REQUEST])
})

test('a person who gets another role loses the machines with other rights', async () => {
  const by = await aPerson(server)
  const person = await aPerson(server)
  const machineOf = (name: string, role: 'OWNER' | 'FINANCE') =>
    addMachine(server.ctx.db, server.ctx, person, { name, role })
  const strong = await machineOf('strong-robot', 'OWNER')
  const equal = await machineOf('equal-robot', 'FINANCE')

  await by.call('operator.change', {
    params: { operatorId: person.operatorId },
    body: { role: 'FINANCE' },
  })
  const codes = [
    (await operatorCall(server, strong.token)('operator.me', {})).code,
    (await operatorCall(server, equal.token)('operator.me', {})).code,
  ]

  expect(codes).toEqual([Code.ACCESS_DENIED, Code.SUCCESS])
})

test('a person who leaves or gets another role loses also the machines of their machines', async () => {
  const by = await aPerson(server)
  const [leaver, demoted] = [await aPerson(server), await aPerson(server)]
  const machineOf = (appointer: { name: string; operatorId: number }, name: string) =>
    addMachine(server.ctx.db, server.ctx, appointer, { name, role: 'OWNER' })
  const chainOf = async (person: typeof leaver) => {
    const first = await machineOf(person, `first-of-${person.name}`)
    const middle = await machineOf(first, `middle-of-${person.name}`)
    // A revoked machine between them changes nothing.
    await person.call('operatorAuth.revokeToken', { params: { operatorId: middle.operatorId } })
    return machineOf(middle, `last-of-${person.name}`)
  }
  const lasts = [await chainOf(leaver), await chainOf(demoted), await chainOf(by)]
  const listed = await leaver.call('operatorAuth.tokens', {})

  await by.call('operator.disableOperator', { params: { operatorId: leaver.operatorId } })
  const params = { operatorId: demoted.operatorId }
  await by.call('operator.change', { params, body: { role: 'FINANCE' } })
  const replies = await Promise.all(
    lasts.map(({ token }) => operatorCall(server, token)('operator.me', {})),
  )

  expect(replies.map(({ code }) => code)).toEqual([
    Code.ACCESS_DENIED,
    Code.ACCESS_DENIED,
    Code.SUCCESS,
  ])
  expect(listed.data?.list.map(({ name }) => name)).toEqual([
    `first-of-${leaver.name}`,
    `last-of-${leaver.name}`,
  ])
})
