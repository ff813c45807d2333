import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import { addMachine } from '#/modules/operator/operator.service.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anApprover, approvalIdOf, type TestApprover } from '#test/test-approval.ts'
import { addPasskey, objectionCode, openConsole } from '#test/test-console.ts'
import { signUpMember } from '#test/test-member.ts'
import { operatorCall } from '#test/test-operator.ts'
import { waitingSessions } from '#test/waiting-sessions.ts'

let server: TestApp
let owner: TestApprover
beforeEach(async () => {
  server = await startTestApp({ withApprovals: true })
  owner = await anApprover(server)
})
afterEach(() => server.close())

/**
 * Runs two calls that both reach the audit, the first one before the second one. Each keeps the rows
 * that it has locked by then, so whatever it locks later must not be among those of the other.
 */
async function meetAtTheAudit(
  ...calls: [first: () => Promise<{ code: number }>, second: () => Promise<{ code: number }>]
): Promise<number[]> {
  const locked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const blocker = server.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select from audit_head for update`)
    locked.resolve()
    await held.promise
  })
  await locked.promise
  const replies: Promise<{ code: number }>[] = []
  for (const call of calls) {
    replies.push(call())
    await expect
      .poll(() => waitingSessions(server.ctx.db), { timeout: 30_000 })
      .toBe(replies.length)
  }
  held.resolve()
  await blocker
  return (await Promise.all(replies)).map(({ code }) => code)
}

const sendLink = (operatorId: number) =>
  owner.call('operator.sendEnrolment', { params: { operatorId } })

const adjust = async (reason: string) => {
  const { userId } = await signUpMember(server)
  const body = { asset: 'XP', amount: '5001', reason } as const
  return approvalIdOf(await owner.call('operator.adjustBalance', { params: { userId }, body }))
}

/** Appoints a person without a proposal, who has not enrolled. */
async function anAppointee(): Promise<number> {
  const [row] = await rowsOf<{ id: number }>(
    server.ctx.db,
    sql`insert into operators (name, role, kind, email, created_at)
      values ('appointee', 'SUPPORT', 'PERSON', 'appointee@harbor.example', now())
      returning id::int as id`,
  )
  return row?.id ?? 0
}

test('a new factor and a link for a colleague do not wait for each other', async () => {
  const colleague = await anApprover(server, 'FINANCE')

  const codes = await meetAtTheAudit(
    async () => {
      await addPasskey(owner)
      return { code: 0 }
    },
    () => sendLink(colleague.operatorId),
  )

  expect(codes).toEqual([Code.SUCCESS, Code.APPROVAL_PENDING])
})

test('disabling a person and a link for another one do not wait for each other', async () => {
  const [leaver, colleague] = [
    await anApprover(server, 'FINANCE'),
    await anApprover(server, 'FINANCE'),
  ]

  const codes = await meetAtTheAudit(
    () => owner.call('operator.disableOperator', { params: { operatorId: leaver.operatorId } }),
    () => sendLink(colleague.operatorId),
  )

  expect(codes).toEqual([Code.SUCCESS, Code.APPROVAL_PENDING])
})

test('confirming alone and a link for a colleague do not wait for each other', async () => {
  const operatorId = await anAppointee()
  const approvalId = await adjust('Alone')
  server.clock.advance(DAY_MS / 2)
  await owner.signInAgain()

  const codes = await meetAtTheAudit(
    () => owner.approve(approvalId),
    () => sendLink(operatorId),
  )

  expect(codes).toEqual([Code.SUCCESS, Code.SUCCESS])
})

test('an objection and a withdrawal do not wait for each other', async () => {
  const colleague = await anApprover(server)
  await owner.call('operator.disableOperator', { params: { operatorId: colleague.operatorId } })
  const approvalIds = [await adjust('First'), await adjust('Second')]
  await server.worker.runDue()
  const params = { code: objectionCode(server, colleague.email) }

  const codes = await meetAtTheAudit(
    () =>
      openConsole(server).call('operatorAuth.object', {
        params,
        body: { reason: 'I did not leave' },
      }),
    () =>
      owner.call('approval.withdraw', {
        params: { approvalId: approvalIds[0] ?? 0 },
        body: { reason: 'No' },
      }),
  )

  expect(codes).toEqual([Code.SUCCESS, Code.OUTDATED])
})

test('a proposal that replaces an expired one and a link do not wait for each other', async () => {
  const operatorId = await anAppointee()
  const { userId } = await signUpMember(server)
  // Calls of a machine run no jobs, so the proposal does not expire before it is replaced.
  const name = 'machine'
  const { token } = await addMachine(server.ctx.db, server.ctx, owner, { name, role: 'OWNER' })
  const call = operatorCall(server, token)
  const body = { asset: 'XP', amount: '5001', reason: 'Again' } as const
  const propose = () => call('operator.adjustBalance', { params: { userId }, body })
  const first = approvalIdOf(await propose())
  server.clock.advance(7 * DAY_MS)

  const codes = await meetAtTheAudit(propose, () =>
    call('operator.sendEnrolment', { params: { operatorId } }),
  )

  expect(codes).toEqual([Code.APPROVAL_PENDING, Code.SUCCESS])
  const audit = await call('operator.listAudit', { query: { size: 3 } })
  expect(audit.data?.list.map(({ action, subject }) => [action, subject])).toEqual([
    ['operator.send-enrolment', 'operator:appointee'],
    ['approval.request', expect.not.stringMatching(`approval:${first}$`)],
    ['approval.expire', `approval:${first}`],
  ])
})
