import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { addMachine } from '#/modules/operator/operator.service.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anApprover, approvalIdOf, aProposal, type TestApprover } from '#test/test-approval.ts'
import { aPerson } from '#test/test-console.ts'
import { signUpMember } from '#test/test-member.ts'

let server: TestApp
let finance: TestApprover
let owner: TestApprover
beforeAll(async () => {
  server = await startTestApp({ withApprovals: true })
  finance = await anApprover(server, 'FINANCE')
  owner = await anApprover(server)
})
afterAll(() => server.close())

async function aWaitingProposal(): Promise<number> {
  const { userId } = await signUpMember(server)
  const body = { asset: 'XP', amount: '5001', reason: 'Guards' } as const
  return approvalIdOf(await finance.call('operator.adjustBalance', { params: { userId }, body }))
}

describe('the database', () => {
  const refused = async (statement: ReturnType<typeof sql>) => {
    await expect(server.ctx.db.execute(statement)).rejects.toThrow('Failed query')
  }

  test('refuses changed, removed and repeated decisions', async () => {
    const approvalId = await aWaitingProposal()
    const { ctx } = server
    const at = ctx.now().toISOString()
    await refused(sql`update approvals set body = '{}' where id = ${approvalId}`)
    await refused(sql`update approvals set facts = '{}' where id = ${approvalId}`)
    await refused(
      sql`update approvals set expires_at = expires_at + interval '1 day' where id = ${approvalId}`,
    )
    await refused(sql`delete from approvals where id = ${approvalId}`)
    await refused(sql`truncate approvals cascade`)
    await owner.approve(approvalId)
    await refused(
      sql`update approvals set state = 'WAITING', decided_by = null, decided_at = null where id = ${approvalId}`,
    )
    await refused(sql`update approval_policies set policy = '{}'`)
    await refused(
      sql`insert into approvals (call, rule, causes, subject, body_hash, facts, changes, figures,
          approver_roles, requested_by, requested_at, confirmable_at, expires_at, state, decided_by, decided_at)
        select call, rule, causes, subject, body_hash, facts, changes, figures, approver_roles,
          requested_by, requested_at, confirmable_at, expires_at, 'APPROVED', decided_by, ${at}::timestamptz
        from approvals where id = ${approvalId}`,
    )

    const shown = await owner.call('approval.show', { params: { approvalId } })
    expect(shown.data?.state).toBe('APPROVED')
  })

  test('refuses the requester, machines, other roles and early confirmations', async () => {
    const approvalId = await aWaitingProposal()
    const { ctx } = server
    const machine = await addMachine(ctx.db, ctx, owner, { name: 'robot', role: 'FINANCE' })
    const support = await aPerson(server, 'SUPPORT')
    const at = server.ctx.now().toISOString()
    const approveBy = (operatorId: number, isSolo: boolean, when = at) =>
      refused(sql`update approvals set state = 'APPROVED', decided_by = ${operatorId},
        decided_at = ${when}::timestamptz, is_solo = ${isSolo} where id = ${approvalId}`)
    await approveBy(finance.operatorId, false)
    await approveBy(finance.operatorId, true)
    // Another person qualifies, so the solo rule does not apply even after the wait.
    const afterWait = new Date(server.ctx.now().getTime() + 2 * HOUR_MS).toISOString()
    await approveBy(finance.operatorId, true, afterWait)
    await approveBy(machine.operatorId, false)
    await approveBy(support.operatorId, false)
    const late = new Date(server.ctx.now().getTime() + 2 * DAY_MS).toISOString()
    await approveBy(owner.operatorId, false, late)

    const shown = await owner.call('approval.show', { params: { approvalId } })
    expect(shown.data?.state).toBe('WAITING')
  })

  test('refuses the person who answers for the requester, and everyone if nobody does', async () => {
    const { ctx } = server
    const [first, unknown] = [
      await addMachine(ctx.db, ctx, owner, { name: 'first', role: 'OWNER' }),
      await addMachine(ctx.db, ctx, { name: 'system' }, { name: 'unknown', role: 'OWNER' }),
    ]
    const second = await addMachine(ctx.db, ctx, first, { name: 'second', role: 'OWNER' })
    const at = (ms: number) => new Date(ctx.now().getTime() + ms).toISOString()
    for (const { operatorId } of [first, second, unknown]) {
      const { approvalId } = await aProposal(server, operatorId)
      for (const isSolo of [false, true]) {
        await refused(sql`update approvals set state = 'APPROVED', decided_by = ${owner.operatorId},
          decided_at = ${at(2 * HOUR_MS)}::timestamptz, is_solo = ${isSolo} where id = ${approvalId}`)
      }
      // Nobody can name another person either.
      await refused(
        sql`update approvals set responsible_by = ${finance.operatorId} where id = ${approvalId}`,
      )
      const shown = await owner.call('approval.show', { params: { approvalId } })
      expect(shown.data?.state).toBe('WAITING')
    }
  })

  test('refuses a confirmation alone until the wait has passed since a colleague counted', async () => {
    const { ctx } = server
    const { approvalId } = await aProposal(server, owner.operatorId)
    await ctx.db.execute(
      sql`update operators set disabled_at = '2020-01-01' where id <> ${owner.operatorId}`,
    )
    const confirm = (ms: number) => sql`update approvals set state = 'APPROVED', is_solo = true,
      decided_by = ${owner.operatorId}, decided_at = requested_at + ${`${ms} ms`}::interval
      where id = ${approvalId}`
    // The colleague stops to count half an hour after the request.
    const left = new Date(ctx.now().getTime() - 7 * DAY_MS + HOUR_MS / 2).toISOString()
    await ctx.db.execute(
      sql`update operators set disabled_at = ${left}::timestamptz where id = ${finance.operatorId}`,
    )
    await refused(confirm(HOUR_MS))
    await refused(confirm(1.5 * HOUR_MS - 1))
    await ctx.db.execute(confirm(1.5 * HOUR_MS))

    const shown = await owner.call('approval.show', { params: { approvalId } })
    expect(shown.data).toMatchObject({ state: 'APPROVED', isSolo: true })
  })
})
