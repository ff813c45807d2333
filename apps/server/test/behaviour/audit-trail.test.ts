import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallId } from '@solstice/contract/catalogue'
import type { CallInput } from '@solstice/contract/wire'
import { DAY_MS, MINUTE_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { addMachine } from '#/modules/operator/operator.service.ts'
import { auditHash } from '#/platform/books/audit.ts'
import { findAuditEntriesAfter } from '#/platform/books/audit.queries.ts'
import { queueAuditVerification } from '#/platform/books/audit.queue.ts'
import { insertMember } from '#test/insert-members.ts'
import { operatorWriteInputs, operatorWrites, takesReason } from '#test/operator-writes.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anApprover, approvalIdOf, type TestApprover } from '#test/test-approval.ts'
import { tamper } from '#test/test-audit.ts'
import { addPasskey, aPerson } from '#test/test-console.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'

/** The writes that leave no entry, each with the reason. */
const NOT_AUDITED: Record<string, string> = {
  'seasonPlan.check': 'saves nothing',
  'seasonPlan.save': 'every save is a revision of the draft, with its operator',
  'seasonPlan.simulate': 'records a simulation of a draft',
  'seasonPlan.previewed': 'records that a preview was opened',
  'seasonPlan.liveEffect': 'saves nothing',
  'seasonPlan.tryProof': 'saves nothing',
  'operator.verifyAuditFully': 'starts a check',
  'ledger.verify': 'starts a check',
  'ledger.reconcile': 'starts a check',
  'refund.claim': 'says who works on a refund and decides nothing',
  'refund.release': 'says who works on a refund and decides nothing',
  'operatorAuth.stepUpOptions': 'saves nothing',
  'operatorAuth.stepUp': 'confirms the own session',
  'operatorAuth.logout': 'ends the own session',
  'operatorAuth.endSession': 'ends an own session',
  'operatorAuth.factorOptions': 'saves nothing',
}

/** The writes that need a session of the console or a proposal; they have tests below. */
const OF_PERSONS = [
  'operatorAuth.addFactor',
  'operatorAuth.removeFactor',
  'operatorAuth.newRecoveryCodes',
  'operatorAuth.rotateToken',
  'operatorAuth.revokeToken',
  'approval.approve',
  'approval.decline',
  'approval.withdraw',
  // Its test is among those of campaigns.
  'notice.testCampaign',
]

let server: TestApp
let owner: TestOperator
let auditor: TestOperator
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  owner = await anOperator(server)
  auditor = await anOperator(server, 'AUDITOR')
})
afterAll(() => server.close())

const writes = operatorWriteInputs(() => server)
const written = Object.keys(writes) as CallId[] // Only ids of calls are keys.

type Query = CallInput<'operator.listAudit'>['query']

function dayOf(at: Date): { from: string; to: string } {
  const start = startOfDay(programmeDayOf(at)).getTime()
  return { from: new Date(start).toISOString(), to: new Date(start + DAY_MS).toISOString() }
}

async function find(query: Query, by: Pick<TestOperator, 'call'> = auditor) {
  const { data } = await by.call('operator.listAudit', { query: { size: 100, ...query } })
  return data?.list ?? []
}

/** Expects the newest entry to be found by each filter, and by no other operator, day or member. */
async function expectFound(
  entry: { actor: string; action: string; userId?: number | undefined },
  by: Pick<TestOperator, 'call'> = auditor,
  app = server,
) {
  const { userId, ...filter } = entry
  const day = dayOf(app.clock.now)
  const dayAfter = dayOf(new Date(app.clock.now.getTime() + DAY_MS))
  const [newest] = await find(filter, by)
  expect(newest).toMatchObject(filter)
  const ids = async (query: Query) => (await find(query, by)).map(({ auditId }) => auditId)
  const id = newest?.auditId
  expect(await ids({ actor: entry.actor })).toContain(id)
  expect(await ids({ action: entry.action })).toContain(id)
  expect(await ids({ ...filter, ...day })).toContain(id)
  expect(await ids({ ...filter, ...dayAfter })).toEqual([])
  expect(await ids({ ...filter, actor: 'operator:somebody-else' })).toEqual([])
  if (userId !== undefined) {
    expect(await ids({ userId })).toContain(id)
    expect(await ids({ userId, ...filter, ...day })).toContain(id)
    expect(await ids({ ...filter, userId: await insertMember(app.ctx.db) })).toEqual([])
  }
  return newest
}

test('every write of operators is audited, or has a reason not to be', () => {
  const known = [...written, ...OF_PERSONS, ...Object.keys(NOT_AUDITED)]
  expect(known.toSorted()).toEqual(operatorWrites.toSorted())
})

test.each(written)(
  '%s is found by member, operator, action and day, with its reason',
  async (id) => {
    const write = writes[id]
    if (!write) throw new Error(`There is no input for ${id}`)
    const { input, userId } = await write.make()
    const reason = `Ticket of ${id}`
    const body = { ...('body' in input ? input.body : undefined), reason }
    const sent = takesReason(id) ? { ...input, body } : input

    // The input belongs to `id`, which the compiler cannot infer.
    const reply = await owner.call(id, sent as CallInput<typeof id>)

    expect(reply).toMatchObject({ code: 0 })
    const actor = `operator:${owner.name}`
    const entry = await expectFound({ actor, action: write.action, userId })
    if (takesReason(id)) expect(entry?.reason).toBe(reason)
    expect((await auditor.call('operator.verifyAudit', {})).data).toMatchObject({ ok: true })
  },
)

test('changes of factors are found by operator, action and day', async () => {
  const person = await aPerson(server)
  const actor = `operator:${person.name}`
  await addPasskey(person)
  await expectFound({ actor, action: 'operator.add-factor' })
  await person.call('operatorAuth.newRecoveryCodes', {})
  await expectFound({ actor, action: 'operator.renew-recovery-codes' })
  const { data } = await person.call('operator.me', {})
  const factorId = data?.factors.find(({ kind }) => kind === 'PASSKEY')?.factorId ?? 0
  const removed = await person.call('operatorAuth.removeFactor', { params: { factorId } })
  expect(removed.code).toBe(0)
  await expectFound({ actor, action: 'operator.remove-factor' })
})

test('changes of own tokens are found by operator, action and day', async () => {
  const person = await aPerson(server)
  const actor = `operator:${person.name}`
  const machine = { name: 'own-token-in-the-audit', role: person.role }
  const { operatorId } = await addMachine(server.ctx.db, server.ctx, person, machine)
  const rotated = await person.call('operatorAuth.rotateToken', { params: { operatorId } })
  expect(rotated.code).toBe(0)
  await expectFound({ actor, action: 'operator.rotate-token' })
  await person.call('operatorAuth.revokeToken', { params: { operatorId } })
  await expectFound({ actor, action: 'operator.disable' })
})

describe('proposals', () => {
  let app: TestApp
  let finance: TestApprover
  let approver: TestApprover
  beforeAll(async () => {
    app = await startTestApp({ withApprovals: true })
    finance = await anApprover(app, 'FINANCE')
    approver = await anApprover(app)
  })
  afterAll(() => app.close())

  async function propose(): Promise<{ approvalId: number; userId: number }> {
    await finance.signInAgain()
    await approver.signInAgain()
    const userId = await insertMember(app.ctx.db)
    const body = { asset: 'XP', amount: '5001', reason: `Ticket ${userId}` } as const
    const reply = await finance.call('operator.adjustBalance', { params: { userId }, body })
    return { approvalId: approvalIdOf(reply), userId }
  }
  const found = (actor: string, action: string, userId: number) =>
    expectFound({ actor, action, userId }, approver, app)

  test('are found by the member they concern, from the request to the effect', async () => {
    const { approvalId, userId } = await propose()
    const requester = `operator:${finance.name}`
    expect(await found(requester, 'approval.request', userId)).toMatchObject({
      subject: `approval:${approvalId}`,
      reason: `Ticket ${userId}`,
    })
    await approver.approve(approvalId)
    await found(`operator:${approver.name}`, 'approval.approve', userId)
    expect(await found(requester, 'member.adjust', userId)).toMatchObject({
      reason: `Ticket ${userId}`,
      approval: { approvalId, approvedBy: `operator:${approver.name}` },
    })
  })

  test('are found when they are declined, withdrawn or expired', async () => {
    const declined = await propose()
    const reason = 'Not agreed'
    const params = ({ approvalId }: { approvalId: number }) => ({ approvalId })
    await approver.call('approval.decline', { params: params(declined), body: { reason } })
    const decliner = `operator:${approver.name}`
    const entry = await found(decliner, 'approval.decline', declined.userId)
    expect(entry?.reason).toBe(reason)

    const withdrawn = await propose()
    await finance.call('approval.withdraw', { params: params(withdrawn), body: { reason } })
    await found(`operator:${finance.name}`, 'approval.withdraw', withdrawn.userId)

    const expired = await propose()
    app.clock.advance(DAY_MS + MINUTE_MS)
    await app.worker.runDue()
    await approver.signInAgain()
    await found('system', 'approval.expire', expired.userId)
  })
})

describe('the whole log', () => {
  async function verify() {
    await auditor.call('operator.verifyAuditFully', {})
    await server.worker.runDue()
    return (await auditor.call('operator.verifyAudit', {})).data
  }
  const middle = async () => {
    const [newest] = await find({})
    return Math.floor((newest?.auditId ?? 0) / 2)
  }

  test('is valid after all of it, and names one changed row', async () => {
    const id = await middle()
    const { db } = server.ctx
    expect(await verify()).toMatchObject({ ok: true, firstBrokenId: null })

    await tamper(db, sql`update audit_entries set actor = 'operator:nobody' where id = ${id}`)
    const broken = await verify()
    await tamper(
      db,
      sql`update audit_entries set actor = ${`operator:${owner.name}`} where id = ${id}`,
    )

    expect(broken).toMatchObject({ ok: false, firstBrokenId: id })
  })

  test('differs from a checkpoint after it was rewritten with valid hashes', async () => {
    const { db } = server.ctx
    await queueAuditVerification(server.ctx, server.ctx.now())
    await server.worker.runDue()
    const id = await middle()
    // The database owner changes an entry and computes all hashes after it again.
    const entries = await findAuditEntriesAfter(db, id - 1, 100_000)
    let previousHash = entries[0]?.previousHash ?? ''
    const rewritten = entries.map((entry, at) => {
      const changed = at === 0 ? { ...entry, actor: 'operator:nobody' } : entry
      const hash = auditHash(previousHash, changed)
      const link = { id: entry.id, actor: changed.actor, previous: previousHash, hash }
      previousHash = hash
      return link
    })
    await tamper(
      db,
      sql`update audit_entries e set actor = r.actor, previous_hash = r.previous, hash = r.hash
        from jsonb_to_recordset(${JSON.stringify(rewritten)}::jsonb)
          as r(id bigint, actor text, previous text, hash text) where e.id = r.id`,
      sql`update audit_head set hash = ${previousHash}`,
    )

    const { data } = await auditor.call('audit.checkpoints', { query: {} })
    expect(data?.list.some(({ intact }) => !intact)).toBe(true)
    expect((await verify())?.ok).toBe(false)
  })
})
