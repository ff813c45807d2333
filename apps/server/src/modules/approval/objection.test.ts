import { afterEach, beforeEach, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS, SECOND_MS } from '@solstice/rules/duration'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anApprover, approvalIdOf, type TestApprover } from '#test/test-approval.ts'
import { mailsTo, objectionCode, openConsole } from '#test/test-console.ts'
import { signUpMember } from '#test/test-member.ts'

let server: TestApp
let alone: TestApprover
let colleague: TestApprover
let userId: number
beforeEach(async () => {
  server = await startTestApp({ withApprovals: true })
  alone = await anApprover(server)
  colleague = await anApprover(server)
  ;({ userId } = await signUpMember(server))
})
afterEach(() => server.close())

const disable = (operatorId = colleague.operatorId) =>
  alone.call('operator.disableOperator', { params: { operatorId } })

const adjust = (reason: string) =>
  alone.call('operator.adjustBalance', {
    params: { userId },
    body: { asset: 'XP', amount: '5001', reason },
  })

const show = (code: string) =>
  openConsole(server).call('operatorAuth.showObjection', { params: { code } })
const object = (code: string) =>
  openConsole(server).call('operatorAuth.object', {
    params: { code },
    body: { reason: 'I did not leave' },
  })

test('everybody is mailed when a person is disabled, also the disabled one, with a link', async () => {
  const third = await anApprover(server, 'FINANCE')
  server.mails.length = 0
  await disable(third.operatorId)
  await disable(third.operatorId)

  expect(mailsTo(server, alone.email)).toEqual([
    `An operator of Solstice was disabled: ${third.name}`,
  ])
  expect(mailsTo(server, colleague.email)).toEqual(mailsTo(server, alone.email))
  expect(mailsTo(server, third.email)).toEqual(['Your Solstice console account was disabled'])
  expect(objectionCode(server, third.email)).toMatch(/^[\w-]{43}$/)
  expect(server.mails[0]?.text).toContain(alone.name)
})

test('everybody is mailed when a person gets another role, in the language of each', async () => {
  await colleague.call('operator.me', {})
  await server.ctx.db.execute(`update operators set language = 'ko' where id = ${alone.operatorId}`)
  server.mails.length = 0
  await alone.call('operator.change', {
    params: { operatorId: colleague.operatorId },
    body: { role: 'AUDITOR' },
  })

  expect(mailsTo(server, colleague.email)).toEqual([
    'Your role in the Solstice console was changed',
  ])
  expect(mailsTo(server, alone.email)).toEqual([
    `Solstice 운영자의 역할이 변경됐어요: ${colleague.name}`,
  ])
})

test('a disabled person declines what nobody else can approve, and everybody is mailed once', async () => {
  await disable()
  const approvalId = approvalIdOf(await adjust('First'))
  await server.worker.runDue()
  const code = objectionCode(server, colleague.email)
  server.mails.length = 0

  const shown = await show(code)
  const objected = await object(code)
  const later = approvalIdOf(await adjust('Second'))
  const again = await object(code)

  expect(shown.data).toMatchObject({
    name: colleague.name,
    change: 'DISABLED',
    role: null,
    changedBy: alone.name,
    objectedAt: null,
    proposals: [{ approvalId, call: 'operator.adjustBalance', requestedBy: alone.name }],
  })
  expect([objected.data, again.data]).toEqual([{ declined: [approvalId] }, { declined: [later] }])
  const { data } = await alone.call('approval.show', { params: { approvalId } })
  expect(data).toMatchObject({ state: 'DECLINED', decisionReason: 'I did not leave' })
  expect(mailsTo(server, alone.email).filter((subject) => subject.includes('objects'))).toEqual([
    `An operator of Solstice objects: ${colleague.name}`,
  ])
  const audit = await alone.call('operator.listAudit', { query: { action: 'operator.object' } })
  expect(audit.data?.list.map((entry) => [entry.actor, entry.data['declined']])).toEqual([
    [`operator:${colleague.name}`, [later]],
    [`operator:${colleague.name}`, [approvalId]],
  ])
})

test('a disabled person cannot decline what another person can approve', async () => {
  await anApprover(server, 'FINANCE')
  await disable()
  const approvalId = approvalIdOf(await adjust('With a second person'))
  await server.worker.runDue()
  const code = objectionCode(server, colleague.email)

  const shown = await show(code)
  const objected = await object(code)

  expect(shown.data?.proposals).toEqual([])
  expect(objected.data).toEqual({ declined: [] })
  const { data } = await alone.call('approval.show', { params: { approvalId } })
  expect(data?.state).toBe('WAITING')
})

test('the link works for seven days, and an unknown one never', async () => {
  await disable()
  await server.worker.runDue()
  const code = objectionCode(server, colleague.email)

  server.clock.advance(7 * DAY_MS - SECOND_MS)
  const before = await show(code)
  server.clock.advance(SECOND_MS)
  const after = [await show(code), await object(code), await object('A'.repeat(43))]

  expect(before.code).toBe(Code.SUCCESS)
  expect(after.map((reply) => reply.code)).toEqual([Code.NOT_FOUND, Code.NOT_FOUND, Code.NOT_FOUND])
})

test('the link is neither stored nor part of a job', async () => {
  await disable()
  await server.worker.runDue()
  const code = objectionCode(server, colleague.email)
  const tables = ['operator_notices', 'jobs', 'audit_entries']

  for (const table of tables) {
    const rows = await server.ctx.db.execute(`select t::text as row from ${table} t`)
    expect(JSON.stringify(rows)).not.toContain(code)
  }
})
