import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkAudit } from '#/platform/books/audit-check.ts'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { openPostgres } from '#/platform/process/db.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anApprover, approvalIdOf, type TestApprover } from '#test/test-approval.ts'
import { signUpMember } from '#test/test-member.ts'
import { waitingSessions } from '#test/waiting-sessions.ts'

let server: TestApp
let finance: TestApprover
let owner: TestApprover
let second: TestApprover
let userId: number
beforeAll(async () => {
  const prepared = await openTestDatabase()
  await prepared.close()
  // A test cuts a connection, which the pool of other tests reports as a fault.
  const database = { ...(await openPostgres(prepared.url ?? '', () => {})), url: prepared.url }
  server = await startTestApp({ withApprovals: true, database })
  owner = await anApprover(server)
  second = await anApprover(server)
})
beforeEach(async () => {
  ;({ userId } = await signUpMember(server))
  finance = await anApprover(server, 'FINANCE')
})
afterAll(() => server.close())

const times = <Item>(count: number, make: (at: number) => Promise<Item>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)))

const adjust = (amount: string, reason: string) =>
  finance.call('operator.adjustBalance', {
    params: { userId },
    body: { asset: 'XP', amount, reason },
  })

async function balance(): Promise<string | undefined> {
  const { data } = await owner.call('operator.showMember', { params: { userId } })
  return data?.balances[0]?.balance
}

test('twenty concurrent adjustments together stay within the sum of the day', async () => {
  const codes = await times(20, async (at) => (await adjust('5000', `Concurrent ${at}`)).code)

  expect(codes.filter((code) => code === 0)).toHaveLength(5)
  expect(codes.filter((code) => code === 2912)).toHaveLength(15)
  expect(await balance()).toBe('25000')
  expect(await checkLedger(server.ctx.db)).toEqual([])
})

test('concurrent requests for the same action make one proposal', async () => {
  const replies = await times(10, () => adjust('5001', 'The same wish'))

  expect(new Set(replies.map(approvalIdOf)).size).toBe(1)
})

/** Locks a row in another session until the returned function is called. */
async function hold(statement: ReturnType<typeof sql>): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const blocker = server.ctx.db.transaction(async (tx) => {
    await tx.execute(statement)
    locked.resolve()
    await held.promise
  })
  await locked.promise
  return async () => {
    held.resolve()
    await blocker
  }
}

async function waiting(count: number): Promise<void> {
  await expect.poll(() => waitingSessions(server.ctx.db), { timeout: 30_000 }).toBe(count)
}

test('concurrent adjustments of different members count in one sum', async () => {
  const members = await times(6, () => signUpMember(server))
  // All of them are judged before the first one commits, unless they wait for each other.
  const release = await hold(sql`select from audit_head for update`)
  const adjusting = members.map((member) =>
    finance.call('operator.adjustBalance', {
      params: { userId: member.userId },
      body: { asset: 'XP', amount: '5000', reason: 'Concurrent' },
    }),
  )
  await waiting(6)
  await release()
  const codes = (await Promise.all(adjusting)).map(({ code }) => code)

  expect(codes.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 2912])
})

test('an approval and the same request do not wait for each other', async () => {
  const approvalId = approvalIdOf(await adjust('5001', 'Once more'))
  // The approval has locked its proposal when it stops at the factor of the approver.
  const release = await hold(
    sql`select from operator_factors where operator_id = ${owner.operatorId} for update`,
  )
  const approving = owner.approve(approvalId)
  await waiting(1)
  const requesting = adjust('5001', 'Once more')
  await waiting(2)
  await release()
  const [approved, requested] = await Promise.all([approving, requesting])

  expect([approved.code, requested.code]).toEqual([0, 2912])
  expect(approvalIdOf(requested)).not.toBe(approvalId)
  expect(await balance()).toBe('5001')
})

test('an approved and a direct change of the policy are both kept', async () => {
  const change = (body: { refundUsds?: number; payoutUsds?: number }) =>
    owner.call('approval.setPolicy', { body: { ...body, reason: 'Concurrent' } })
  const approvalId = approvalIdOf(await change({ refundUsds: 21 }))
  const release = await hold(sql`select from audit_head for update`)
  // Both have read the policy before either of them commits, unless one waits for the other.
  const approving = second.approve(approvalId)
  await waiting(1)
  const lowering = change({ payoutUsds: 99 })
  await waiting(2)
  await release()
  const codes = (await Promise.all([approving, lowering])).map(({ code }) => code)

  expect(codes).toEqual([0, 0])
  const { data } = await owner.call('approval.policy', {})
  expect(data).toMatchObject({ refundUsds: 21, payoutUsds: 99 })
})

test('a change of an operator and disabling do not wait for each other', async () => {
  const params = { operatorId: second.operatorId }
  const release = await hold(sql`select from operators where id = ${owner.operatorId} for update`)
  const disabling = second.call('operator.disableOperator', {
    params: { operatorId: finance.operatorId },
  })
  await waiting(1)
  const changing = owner.call('operator.change', { params, body: { email: second.email } })
  await waiting(2)
  await release()
  const codes = (await Promise.all([changing, disabling])).map(({ code }) => code)

  expect(codes).toEqual([0, 0])
})

test('two concurrent approvals have one effect', async () => {
  const approvalId = approvalIdOf(await adjust('5001', 'Two approvers'))
  const codes = await Promise.all(
    [owner, second, owner, second].map(async (each) => (await each.approve(approvalId)).code),
  )

  expect(codes.toSorted((a, b) => a - b)).toEqual([0, 2913, 2913, 2913])
  expect(await balance()).toBe('5001')
  expect(await checkAudit(server.ctx.db)).toMatchObject({ ok: true })
})

test('a process that dies while it approves leaves the proposal open and nothing done', async () => {
  const approvalId = approvalIdOf(await adjust('5001', 'Killed between'))
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  // The approval has run its call and waits to write the audit.
  const blocker = server.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select * from audit_head for update`)
    locked.resolve()
    await held.promise
  })
  await locked.promise
  const dying = owner.approve(approvalId)
  await waiting(1)
  await server.ctx.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  const died = await dying
  held.resolve()
  await blocker
  const between = await balance()
  const shown = await owner.call('approval.show', { params: { approvalId } })
  const approved = await owner.approve(approvalId)

  expect(died.code).toBe(9999)
  expect(between).toBeUndefined()
  expect(shown.data).toMatchObject({ state: 'WAITING' })
  expect(approved.code).toBe(0)
  expect(await balance()).toBe('5001')
  expect(await checkAudit(server.ctx.db)).toMatchObject({ ok: true })
})
