import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import type { OperatorRole } from '@solstice/contract/endpoint'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aPerson, type TestPerson } from '#test/test-console.ts'
import { anOperator, operatorCall } from '#test/test-operator.ts'
import { addMachine } from './operator.service.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const machineOf = (person: TestPerson, name: string, role: OperatorRole = person.role) =>
  addMachine(server.ctx.db, server.ctx, person, { name, role })

test('a person sees only the active machines for which they are responsible', async () => {
  const [person, colleague] = [await aPerson(server), await aPerson(server)]
  const own = await machineOf(person, 'own-machine')
  await machineOf(colleague, 'machine-of-a-colleague')
  await operatorCall(server, own.token)('operator.me', {})

  const { data } = await person.call('operatorAuth.tokens', {})

  const now = server.clock.now.toISOString()
  const { operatorId, name, role, expiresAt } = own
  expect(data?.list).toEqual([
    { operatorId, name, role, createdAt: now, expiresAt, lastSeenAt: now },
  ])
})

test('a person replaces the token of an own machine, and the old one stops working', async () => {
  const person = await aPerson(server)
  const { operatorId, token } = await machineOf(person, 'rotated-machine')

  const rotated = await person.call('operatorAuth.rotateToken', { params: { operatorId } })
  const [old, fresh] = [
    await operatorCall(server, token)('operator.me', {}),
    await operatorCall(server, rotated.data?.token ?? '')('operator.me', {}),
  ]

  expect([old.code, fresh.code]).toEqual([Code.ACCESS_DENIED, Code.SUCCESS])
})

test('a person revokes an own machine, which is audited and leaves the list', async () => {
  const person = await aPerson(server, 'SUPPORT')
  const { operatorId, name, token } = await machineOf(person, 'revoked-machine')

  const revoked = await person.call('operatorAuth.revokeToken', { params: { operatorId } })
  const again = await person.call('operatorAuth.revokeToken', { params: { operatorId } })

  expect([revoked.code, again.code]).toEqual([Code.SUCCESS, Code.NOT_FOUND])
  expect((await operatorCall(server, token)('operator.me', {})).code).toBe(Code.ACCESS_DENIED)
  expect((await person.call('operatorAuth.tokens', {})).data?.list).toEqual([])
  const auditor = await anOperator(server, 'AUDITOR')
  const query = { action: 'operator.disable', subject: `operator:${name}` }
  const audit = await auditor.call('operator.listAudit', { query })
  expect(audit.data?.list.map(({ actor }) => actor)).toEqual([`operator:${person.name}`])
})

test('a person reaches no machine of others, and sees no token with more rights than their own', async () => {
  const [person, colleague] = [await aPerson(server, 'SUPPORT'), await aPerson(server)]
  const foreign = await machineOf(colleague, 'foreign-machine', 'SUPPORT')
  const strong = await machineOf(person, 'strong-machine', 'OWNER')
  const rotate = ({ operatorId }: { operatorId: number }) =>
    person.call('operatorAuth.rotateToken', { params: { operatorId } })
  const params = { operatorId: foreign.operatorId }

  const codes = [
    (await rotate(foreign)).code,
    (await person.call('operatorAuth.revokeToken', { params })).code,
    (await rotate({ operatorId: colleague.operatorId })).code,
    (await rotate(strong)).code,
  ]

  expect(codes).toEqual([Code.NOT_FOUND, Code.NOT_FOUND, Code.NOT_FOUND, Code.ACCESS_DENIED])
  for (const { token } of [foreign, strong]) {
    expect((await operatorCall(server, token)('operator.me', {})).code).toBe(Code.SUCCESS)
  }
})
