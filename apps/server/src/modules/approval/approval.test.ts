import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS, MINUTE_MS } from '@solstice/rules/duration'
import { addMachine } from '#/modules/operator/operator.service.ts'
import { checkAudit } from '#/platform/books/audit-check.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anApprover, approvalIdOf, type TestApprover } from '#test/test-approval.ts'
import { aPerson } from '#test/test-console.ts'
import { signUpMember } from '#test/test-member.ts'
import { operatorCall, type OperatorCall } from '#test/test-operator.ts'

let server: TestApp
let finance: TestApprover
let owner: TestApprover
let userId: number
beforeAll(async () => {
  server = await startTestApp({ withApprovals: true })
  finance = await anApprover(server, 'FINANCE')
  owner = await anApprover(server)
})
beforeEach(async () => {
  ;({ userId } = await signUpMember(server))
  await finance.signInAgain()
  await owner.signInAgain()
})
afterAll(() => server.close())

let reasons = 0
const newReason = () => `Ticket ${(reasons += 1)}`

function adjust(
  by: { call: OperatorCall },
  amount: string,
  { reason = newReason(), asset = 'XP' as const, key = undefined as string | undefined } = {},
) {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  const input = { params: { userId }, body: { asset, amount, reason } }
  return by.call('operator.adjustBalance', input, headers)
}

async function balance(): Promise<string> {
  const { data } = await finance.call('operator.showMember', { params: { userId } })
  return data?.balances.find(({ asset }) => asset === 'XP')?.balance ?? '0'
}

const show = async (approvalId: number, by: TestApprover = owner) =>
  (await by.call('approval.show', { params: { approvalId } })).data

async function auditOf(subject: string) {
  const { data } = await owner.call('operator.listAudit', { query: { subject } })
  return data?.list.toReversed() ?? []
}

async function aMachine(by: TestApprover) {
  const name = `machine-${(reasons += 1)}`
  const { token } = await addMachine(server.ctx.db, server.ctx, by, { name, role: 'FINANCE' })
  return { call: operatorCall(server, token) }
}

describe('an adjustment above the limit', () => {
  test('waits as a proposal and changes nothing', async () => {
    const reply = await adjust(finance, '5001')

    expect(reply).toMatchObject({ status: 202, code: 2912, success: false })
    expect(await balance()).toBe('0')
    expect(await show(approvalIdOf(reply))).toMatchObject({
      state: 'WAITING',
      call: 'operator.adjustBalance',
      causes: ['AMOUNT'],
      subject: `member:${userId}`,
      sentence: {
        key: 'operator.adjustBalance',
        values: { userId, asset: 'XP', amount: '5001' },
      },
      requestedBy: { name: finance.name, kind: 'PERSON' },
      approvers: [{ name: owner.name }],
      solo: null,
      needsPasskey: true,
      can: { approve: true, decline: true, withdraw: false },
    })
  })

  test('takes effect once when another person approves it, with both in the audit', async () => {
    const approvalId = approvalIdOf(await adjust(finance, '5001'))
    server.clock.advance(MINUTE_MS)
    const approved = await owner.approve(approvalId)
    const again = await owner.approve(approvalId)

    expect(approved).toMatchObject({ code: 0, data: { state: 'APPROVED', isSolo: false } })
    expect(again).toMatchObject({ status: 409, code: 2913 })
    expect(await balance()).toBe('5001')
    const [adjusted] = await auditOf(`member:${userId}`)
    expect(adjusted).toMatchObject({
      actor: `operator:${finance.name}`,
      action: 'member.adjust',
      data: {
        amount: '5001',
        approval: approvalId,
        requestedBy: `operator:${finance.name}`,
        approvedBy: `operator:${owner.name}`,
        solo: false,
        waitedSeconds: 60,
        bodyHash: approved.data?.bodyHash,
      },
    })
    const actions = (await auditOf(`approval:${approvalId}`)).map(({ actor, action }) => [
      actor,
      action,
    ])
    expect(actions).toEqual([
      [`operator:${finance.name}`, 'approval.request'],
      [`operator:${owner.name}`, 'approval.approve'],
    ])
    expect(await checkAudit(server.ctx.db)).toMatchObject({ ok: true })
  })

  test('is audited with its reason and its changes', async () => {
    const reason = newReason()
    const approvalId = approvalIdOf(await adjust(finance, '5001', { reason }))

    const shown = await show(approvalId)
    const [requested] = await auditOf(`approval:${approvalId}`)
    expect(requested).toMatchObject({ reason, data: { reason, changes: shown?.changes } })
  })

  test('is audited without the addresses of an operator', async () => {
    const { operatorId } = await aPerson(server, 'SUPPORT')
    const body = { role: 'PROGRAMME', email: 'mina@harbor.example' } as const
    const reply = await owner.call('operator.change', { params: { operatorId }, body })

    const [requested] = await auditOf(`approval:${approvalIdOf(reply)}`)
    expect(requested?.data['changes']).toEqual([
      { field: 'role', before: 'SUPPORT', after: 'PROGRAMME' },
      { field: 'email' },
    ])
  })

  test('shows its history only to those who may see the proposal', async () => {
    const approvalId = approvalIdOf(await adjust(finance, '5001'))
    const programme = await anApprover(server, 'PROGRAMME')
    const history = (by: TestApprover, subject: string) =>
      by.call('audit.history', { query: { subject } })

    expect(await history(finance, `approval:${approvalId}`)).toMatchObject({
      code: 0,
      data: { list: [{ action: 'approval.request' }] },
    })
    expect((await show(approvalId, programme)) ?? null).toBeNull()
    expect((await history(programme, `approval:${approvalId}`)).code).toBe(Code.NOT_FOUND)
    expect((await history(programme, 'approval:x')).code).toBe(Code.NOT_FOUND)
  })

  test('is the same proposal by console, token and repeated clicks, with one effect', async () => {
    const reason = newReason()
    const machine = await aMachine(finance)
    const replies = [
      await adjust(finance, '5001', { reason, key: 'one-click' }),
      await adjust(finance, '5001', { reason, key: 'one-click' }),
      await adjust(finance, '5001', { reason }),
      await adjust(machine, '5001', { reason }),
    ]
    const ids = new Set(replies.map(approvalIdOf))
    const [approvalId = 0] = ids
    const approved = await owner.approve(approvalId, { key: 'approve-once' })
    const repeated = await owner.approve(approvalId, { key: 'approve-twice' })

    expect(ids.size).toBe(1)
    expect([approved.code, repeated.code]).toEqual([0, 2913])
    expect(await balance()).toBe('5001')
    expect(await adjust(finance, '5001', { reason, key: 'one-click' })).toMatchObject({
      code: 2912,
      data: { approvalId },
    })
  })

  test('is refused to its requester with 9991, who sees no way to approve it', async () => {
    const approvalId = approvalIdOf(await adjust(finance, '5001'))
    const reply = await finance.approve(approvalId)

    expect(reply).toMatchObject({ status: 403, code: 9991 })
    expect((await show(approvalId, finance))?.can).toEqual({
      approve: false,
      decline: false,
      withdraw: true,
    })
    expect(await balance()).toBe('0')
  })

  test('is never approved by a machine, not even with the role of an owner', async () => {
    const approvalId = approvalIdOf(await adjust(finance, '5001'))
    const { token } = await addMachine(server.ctx.db, server.ctx, owner, {
      name: `robot-${(reasons += 1)}`,
      role: 'OWNER',
    })
    const shown = await show(approvalId)
    const call = operatorCall(server, token)
    const body = { bodyHash: shown?.bodyHash ?? '' }

    expect(await call('approval.approve', { params: { approvalId }, body })).toMatchObject({
      code: 9991,
    })
    expect(await balance()).toBe('0')
  })

  test('cannot be approved by the person who answers for the requesting machine', async () => {
    const machine = await aMachine(owner)
    const approvalId = approvalIdOf(await adjust(machine, '5001'))

    expect((await owner.approve(approvalId)).code).toBe(9991)
    expect((await finance.approve(approvalId)).code).toBe(0)
    expect(await balance()).toBe('5001')
  })

  test('needs a passkey signature over this proposal', async () => {
    const approvalId = approvalIdOf(await adjust(finance, '5001'))
    const other = await show(approvalIdOf(await adjust(finance, '6000')))
    const colleague = await aPerson(server, 'OWNER')
    const withApp = await colleague.call('approval.approve', {
      params: { approvalId },
      body: { bodyHash: (await show(approvalId))?.bodyHash ?? '' },
    })

    expect((await owner.approve(approvalId, { unsigned: true })).code).toBe(2911)
    expect((await owner.approve(approvalId, { challenge: other?.challenge ?? '' })).code).toBe(2911)
    expect((await owner.approve(approvalId, { bodyHash: other?.bodyHash ?? '' })).code).toBe(2913)
    expect(withApp.code).toBe(2911)
    expect(await balance()).toBe('0')
    await server.ctx.db.execute(
      sql`update operators set disabled_at = '2020-01-01' where id = ${colleague.operatorId}`,
    )
  })

  test('can be declined with a reason and withdrawn by its requester', async () => {
    const declined = approvalIdOf(await adjust(finance, '5001'))
    const withdrawn = approvalIdOf(await adjust(finance, '5001'))
    const reason = 'Not agreed'
    const withoutReason = await owner.call('approval.decline', {
      params: { approvalId: declined },
      body: { reason: '' },
    })
    const ended = await owner.call('approval.decline', {
      params: { approvalId: declined },
      body: { reason },
    })
    const foreign = await owner.call('approval.withdraw', {
      params: { approvalId: withdrawn },
      body: {},
    })
    await finance.call('approval.withdraw', { params: { approvalId: withdrawn }, body: {} })

    expect(withoutReason.code).toBe(9992)
    expect(ended.data).toMatchObject({ state: 'DECLINED', decisionReason: reason })
    expect(foreign.code).toBe(9991)
    expect((await show(withdrawn))?.state).toBe('WITHDRAWN')
    for (const approvalId of [declined, withdrawn]) {
      expect((await owner.approve(approvalId)).code).toBe(2913)
    }
    expect(await balance()).toBe('0')
  })

  test('expires after a day and then counts as declined', async () => {
    const approvalId = approvalIdOf(await adjust(finance, '5001'))
    server.clock.advance(DAY_MS - MINUTE_MS)
    await owner.signInAgain()
    const { bodyHash = '' } = (await show(approvalId)) ?? {}
    server.clock.advance(MINUTE_MS)
    // The first call at this time: the job that expires proposals has not run yet.
    const body = { bodyHash }
    const late = await owner.call('approval.approve', { params: { approvalId }, body })

    expect(late.code).toBe(2913)
    expect((await show(approvalId))?.state).toBe('EXPIRED')
    expect(await balance()).toBe('0')
  })

  test('is expired by a job if nobody looks at it', async () => {
    const approvalId = approvalIdOf(await adjust(finance, '5001'))
    server.clock.advance(DAY_MS)
    await server.worker.runDue()
    await owner.signInAgain()

    expect((await show(approvalId))?.state).toBe('EXPIRED')
    const [, expired] = await auditOf(`approval:${approvalId}`)
    expect(expired).toMatchObject({ actor: 'system', action: 'approval.expire' })
  })

  test('ends with the right of its requester', async () => {
    const leaving = await anApprover(server, 'FINANCE')
    const approvalId = approvalIdOf(await adjust(leaving, '5001'))
    await owner.call('operator.disableOperator', { params: { operatorId: leaving.operatorId } })

    expect((await owner.approve(approvalId)).code).toBe(2913)
    expect((await show(approvalId))?.state).toBe('OUTDATED')
    expect(await balance()).toBe('0')
  })
})

describe('the sum of a day', () => {
  test('stops splitting: five times 5,000 pass, then every amount waits', async () => {
    const person = await anApprover(server, 'FINANCE')
    const codes: number[] = []
    for (let at = 0; at < 5; at += 1) codes.push((await adjust(person, '5000')).code)
    const sixth = await adjust(person, '1')

    expect(codes).toEqual([0, 0, 0, 0, 0])
    expect((await show(approvalIdOf(sixth)))?.causes).toEqual(['DAY_SUM'])
    expect(await balance()).toBe('25000')
  })

  test('counts debits and all machines of a person together', async () => {
    const person = await anApprover(server, 'FINANCE')
    const machines = [await aMachine(person), await aMachine(person)]
    await adjust(person, '5000')
    await adjust(person, '-5000')
    const codes = []
    for (const machine of [...machines, ...machines]) {
      codes.push((await adjust(machine, '5000')).code)
    }

    expect(codes).toEqual([0, 0, 0, 2912])
  })

  test('begins again with the programme day, and does not count approved amounts', async () => {
    const person = await anApprover(server, 'FINANCE')
    const approvalId = approvalIdOf(await adjust(person, '6000'))
    await owner.approve(approvalId)
    for (let at = 0; at < 5; at += 1) await adjust(person, '5000')
    const full = await adjust(person, '5000')
    server.clock.advance(DAY_MS)
    await person.signInAgain()

    expect(full.code).toBe(2912)
    expect((await adjust(person, '5000')).code).toBe(0)
  })
})

describe('the policy', () => {
  const setPolicy = (body: { adjustXp: number }) =>
    owner.call('approval.setPolicy', { body: { ...body, reason: newReason() } })

  test('is lowered at once and raised by another owner only', async () => {
    const second = await anApprover(server)
    const lowered = await setPolicy({ adjustXp: 100 })
    const above = await adjust(finance, '101')
    const raised = await setPolicy({ adjustXp: 5_000 })
    const byFinance = await finance.approve(approvalIdOf(raised))
    const between = await owner.call('approval.policy', {})
    const approved = await second.approve(approvalIdOf(raised))

    expect(lowered.data).toMatchObject({ adjustXp: 100 })
    expect(above.code).toBe(2912)
    expect(byFinance.code).toBe(9991)
    expect(between.data).toMatchObject({ adjustXp: 100 })
    expect(approved.code).toBe(0)
    expect((await owner.call('approval.policy', {})).data).toMatchObject({ adjustXp: 5_000 })
    await owner.call('operator.disableOperator', { params: { operatorId: second.operatorId } })
  })
})

describe('the list', () => {
  test('shows a proposal only to roles that may make or decide its call', async () => {
    const approvalId = approvalIdOf(await adjust(finance, '5001'))
    const support = await aPerson(server, 'SUPPORT')
    const auditor = await aPerson(server, 'AUDITOR')
    const sees = async ({ call }: Pick<TestApprover, 'call'>) => {
      const { code } = await call('approval.show', { params: { approvalId } })
      const { data } = await call('approval.list', { query: { size: 100 } })
      return [code, data?.list.some((each) => each.approvalId === approvalId)]
    }

    expect(await sees(support)).toEqual([2901, false])
    expect(await sees(auditor)).toEqual([0, true])
    expect(await sees(finance)).toEqual([0, true])
  })

  test('contains what each person can decide, and is counted in operator.me', async () => {
    const approvalId = approvalIdOf(await adjust(finance, '5001'))
    const waiting = async (by: TestApprover, filter: 'waiting' | 'mine') => {
      const { data } = await by.call('approval.list', { query: { filter, state: 'WAITING' } })
      return data?.list.map((each) => each.approvalId) ?? []
    }

    expect(await waiting(owner, 'waiting')).toContain(approvalId)
    expect(await waiting(finance, 'waiting')).not.toContain(approvalId)
    expect(await waiting(finance, 'mine')).toContain(approvalId)
    const me = await owner.call('operator.me', {})
    expect(me.data?.approvalsWaiting).toBe((await waiting(owner, 'waiting')).length)
  })
})
