import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { softwarePasskey } from '#test/software-passkey.ts'
import { CONSOLE_ORIGIN, startTestApp, type TestApp } from '#test/test-app.ts'
import { mailedLink, openConsole } from '#test/test-console.ts'
import { operatorCall, type OperatorCall } from '#test/test-operator.ts'
import { ensureFirstOperator, FIRST_NAME } from './first-operator.service.ts'
import { findOperatorByName } from './operator.queries.ts'
import { addMachine, insertPerson } from './operator.service.ts'

const TOKEN = 'sol_op_Zt5WqB8rLx2NcV7mKd4HsY1jPf9GuE0a'

let server: TestApp
let holder: OperatorCall
beforeEach(async () => {
  server = await startTestApp({ withApprovals: true })
  await ensureFirstOperator(server.ctx, { given: TOKEN })
  holder = operatorCall(server, TOKEN)
})
afterEach(() => server.close())

const addressOf = (name: string) => `${name}@harbor.example`

const claim = (name: string) =>
  openConsole(server).call('operatorAuth.claimOwner', {
    body: { token: TOKEN, name, email: addressOf(name) },
  })

/** Returns the code of the response, and the operator's id if the person has enrolled. */
async function enrol(code: string | null | undefined) {
  const browser = openConsole(server)
  const params = { code: code ?? '' }
  const shown = await browser.call('operatorAuth.showEnrolment', { params })
  if (!shown.data) return { code: shown.code, operatorId: 0 }
  const { setupId, passkey } = shown.data
  const made = softwarePasskey(CONSOLE_ORIGIN).create(passkey)
  const reply = await browser.call('operatorAuth.enrol', {
    params,
    body: { setupId, passkey: made },
  })
  return { code: reply.code, operatorId: reply.data?.operator.operatorId ?? 0 }
}

test('the token neither removes the last person who owns the programme nor demotes them', async () => {
  const { operatorId } = await enrol((await claim('first')).data?.enrolmentCode)
  const params = { operatorId }

  const disabled = await holder('operator.disableOperator', { params })
  const demoted = await holder('operator.change', { params, body: { role: 'AUDITOR' } })

  expect([disabled.code, demoted.code]).toEqual([Code.INVALID_REQUEST, Code.INVALID_REQUEST])
})

test('the token claims nothing after a person has enrolled, even if nobody is left', async () => {
  const { operatorId } = await enrol((await claim('first')).data?.enrolmentCode)
  await server.ctx.db.execute(
    sql`update operators set disabled_at = created_at where id = ${operatorId}`,
  )

  expect((await claim('second')).code).toBe(Code.ACCESS_DENIED)
})

test('the first person who enrols ends the other claims', async () => {
  const first = await claim('first')
  const second = await claim('second')
  const both = await Promise.all([
    enrol(first.data?.enrolmentCode),
    enrol(second.data?.enrolmentCode),
  ])
  const { data } = await holder('operator.listOperators', { query: {} })
  const people = data?.list.filter(({ kind }) => kind === 'PERSON') ?? []
  const ended = people.find(({ disabledAt }) => disabledAt !== null)
  const params = { operatorId: ended?.operatorId ?? 0 }

  expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
    Code.SUCCESS,
    Code.NOT_FOUND,
  ])
  expect(people).toHaveLength(2)
  expect((await holder('operator.sendEnrolment', { params })).code).toBe(Code.NOT_FOUND)
  const audit = await holder('operator.listAudit', { query: { action: 'operator.disable' } })
  expect(audit.data?.list).toMatchObject([
    { actor: 'system', subject: `operator:${ended?.name ?? ''}` },
  ])
})

test('the first person who enrols ends the persons whom tokens of earlier releases appointed', async () => {
  const { db } = server.ctx
  const earlier = await addMachine(db, server.ctx, 'system', { name: 'earlier', role: 'OWNER' })
  const robot = await addMachine(db, server.ctx, earlier, { name: 'robot', role: 'OWNER' })
  const owner = await operatorCall(server, earlier.token)('operator.addOperator', {
    body: { name: 'puppet', role: 'OWNER', kind: 'PERSON', email: addressOf('puppet') },
  })
  await server.worker.runDue()
  const finance = { name: 'finance', role: 'FINANCE', email: addressOf('finance') } as const
  const { id } = await insertPerson(db, server.ctx, robot, finance)

  const first = await enrol((await claim('first')).data?.enrolmentCode)
  const puppet = await enrol(mailedLink(server, addressOf('puppet')))

  expect([owner.code, first.code, puppet.code]).toEqual([0, 0, Code.NOT_FOUND])
  const { data } = await holder('operator.listOperators', { query: {} })
  const ended = data?.list.filter(({ disabledAt }) => disabledAt !== null)
  expect(ended?.map(({ operatorId }) => operatorId)).toEqual([owner.data?.operatorId, id])
})

test('an owner whom the token created later gets no link from the token', async () => {
  await enrol((await claim('first')).data?.enrolmentCode)
  const machine = await findOperatorByName(server.ctx.db, FIRST_NAME)
  // Earlier releases left such a row after the first person had enrolled.
  const { id: operatorId } = await insertPerson(
    server.ctx.db,
    server.ctx,
    { name: FIRST_NAME, operatorId: machine?.id ?? 0 },
    { name: 'second', role: 'OWNER', email: addressOf('second') },
  )

  const sent = await holder('operator.sendEnrolment', { params: { operatorId } })
  const claimed = await claim('second')

  expect([sent.code, claimed.code]).toEqual([Code.NO_RESPONSIBLE_PERSON, Code.ACCESS_DENIED])
})

test('the token appoints only the first owner, who appoints all others', async () => {
  const appoint = (name: string, role: 'OWNER' | 'FINANCE') =>
    holder('operator.addOperator', {
      body: { name, role, kind: 'PERSON', email: addressOf(name) },
    })

  const codes = [
    (await appoint('finance', 'FINANCE')).code,
    (await appoint('first', 'OWNER')).code,
    (await appoint('second', 'OWNER')).code,
  ]

  expect(codes).toEqual([Code.NO_RESPONSIBLE_PERSON, 0, Code.NO_RESPONSIBLE_PERSON])
})
