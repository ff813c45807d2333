import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints, schemas, type CallId } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import { OPERATOR_ROLES, type Endpoint } from '@solstice/contract/endpoint'
import type { CallSchemas } from '@solstice/contract/schema'
import type { CallInput } from '@solstice/contract/wire'
import { DAY_MS, MINUTE_MS } from '@solstice/rules/duration'
import { sweeps } from '#/sweeps.ts'
import { appendAudit, attachToAudit } from '#/platform/books/audit.ts'
import { queueAuditVerification } from '#/platform/books/audit.queue.ts'
import { runSweeps } from '#/platform/process/sweep.ts'
import { exportAudit } from './operator-audit.service.ts'
import { membersRead } from './operator-reads.service.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { tamper } from '#test/test-audit.ts'
import { signUpMember } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'

let server: TestApp
let auditor: TestOperator
let support: TestOperator
beforeAll(async () => {
  server = await startTestApp()
  auditor = await anOperator(server, 'AUDITOR')
  support = await anOperator(server, 'SUPPORT')
})
afterAll(() => server.close())

const list = async (query: CallInput<'operator.listAudit'>['query']) => {
  const { data } = await auditor.call('operator.listAudit', { query })
  return data?.list ?? []
}

describe('the audit log', () => {
  let userId: number
  let began: string
  beforeEach(async () => {
    server.clock.advance(MINUTE_MS)
    began = server.clock.now.toISOString()
    ;({ userId } = await signUpMember(server))
    const params = { userId }
    await support.call('operator.suspendMember', { params, body: { reason: 'Ticket 1' } })
    server.clock.advance(MINUTE_MS)
    await support.call('operator.restoreMember', { params, body: { reason: 'Ticket 2' } })
  })

  test('is found by member, operator, action, kind and time', async () => {
    const at = server.clock.now.toISOString()
    const actor = `operator:${support.name}`
    const actionsOf = async (query: CallInput<'operator.listAudit'>['query']) =>
      (await list({ ...query, from: began })).map(({ action }) => action)

    expect(await actionsOf({ subject: `member:${userId}` })).toEqual([
      'member.restore',
      'member.suspend',
    ])
    expect(await actionsOf({ actor })).toEqual(['member.restore', 'member.suspend'])
    expect(await actionsOf({ action: 'member.suspend' })).toEqual(['member.suspend'])
    expect(await actionsOf({ subjectKind: 'member' })).toHaveLength(2)
    expect(await actionsOf({ subjectKind: 'job' })).toEqual([])
    expect(await actionsOf({ to: at })).toEqual(['member.suspend'])
    expect((await list({ from: at })).map(({ action }) => action)).toEqual(['member.restore'])
  })

  test('states who, what, why, before and after', async () => {
    const [newest] = await list({ subject: `member:${userId}` })

    expect(newest).toMatchObject({
      actor: `operator:${support.name}`,
      action: 'member.restore',
      subject: `member:${userId}`,
      reason: 'Ticket 2',
      before: { status: 'SUSPENDED' },
      after: { status: 'ACTIVE' },
      approval: null,
    })
  })

  test('shows the note of a refund as its reason', async () => {
    const fact = { at: server.clock.now, actor: 'operator:min', action: 'refund.decide' }
    const data = { approve: true, note: 'Paid twice' }
    await server.ctx.db.transaction((tx) => appendAudit(tx, { ...fact, subject: 'refund:1', data }))

    expect(await list({ action: 'refund.decide' })).toMatchObject([{ reason: 'Paid twice' }])
  })

  test('names both persons of an approved action', async () => {
    const approval = {
      approval: 7,
      requestedBy: 'operator:min',
      approvedBy: 'operator:sun',
      solo: false,
      waitedSeconds: 90,
      bodyHash: 'a'.repeat(64),
    }
    const fact = { at: server.clock.now, actor: 'operator:min', action: 'payout.unfreeze' }
    await server.ctx.db.transaction(async (tx) => {
      attachToAudit(tx, approval)
      await appendAudit(tx, { ...fact, subject: 'treasury', data: { reason: 'Checked' } })
    })

    const [newest] = await list({ action: 'payout.unfreeze' })

    const { approval: approvalId, ...rest } = approval
    expect(newest).toMatchObject({ reason: 'Checked', approval: { approvalId, ...rest } })
  })

  test('is read by cursor without gaps or repetitions, also while it grows', async () => {
    const first = await auditor.call('operator.listAudit', { query: { before: 'latest', size: 2 } })
    await support.call('operator.suspendMember', { params: { userId }, body: { reason: 'More' } })
    const before = first.data?.nextCursor ?? ''
    const second = await auditor.call('operator.listAudit', { query: { before, size: 2 } })

    const ids = [...(first.data?.list ?? []), ...(second.data?.list ?? [])].map(
      ({ auditId }) => auditId,
    )
    expect(first.data?.totalCount).toBeNull()
    expect(ids).toEqual([0, 1, 2, 3].map((at) => (ids[0] ?? 0) - at))
  })

  test('is exported as lines that anyone can verify', async () => {
    let text = ''
    let after: number | null = 0
    while (after !== null) {
      const query: { after: number; size: number } = { after, size: 3 }
      const { data } = await auditor.call('audit.export', { query })
      text += data?.text ?? ''
      after = data?.nextAfter ?? null
    }
    const lines = text.trimEnd().split('\n')

    let previous = '0'.repeat(64)
    for (const line of lines) {
      const [, content = '', hashes = ''] = /^(.*),("previousHash".*)$/.exec(line) ?? []
      const { previousHash, hash } = JSON.parse(`{${hashes}`) as Record<string, string>
      const computed = createHash('sha256').update(`${previous}${content}}`).digest('hex')
      expect([previousHash, hash]).toEqual([previous, computed])
      previous = hash ?? ''
    }
    const { data } = await auditor.call('operator.verifyAudit', {})
    expect(data).toMatchObject({ count: lines.length, lastHash: previous })
  })

  test('is exported as a table of the filtered entries, in which nothing is a formula', async () => {
    const member = await signUpMember(server)
    const params = { userId: member.userId }
    const reasons = ['=HYPERLINK("https://harbor.example")', 'Ticket 1, 2', '-2+3']
    for (const [at, reason] of reasons.entries()) {
      const id = at === 1 ? 'operator.restoreMember' : 'operator.suspendMember'
      await support.call(id, { params, body: { reason } })
    }

    const query = { format: 'csv', ...params, size: 2 } as const
    const first = await auditor.call('audit.export', { query })
    const after = first.data?.nextAfter ?? 0
    const second = await auditor.call('audit.export', { query: { ...query, after } })
    const lines = `${first.data?.text}${second.data?.text}`.trimEnd().split('\r\n')

    expect([first.data?.count, second.data?.count, second.data?.nextAfter]).toEqual([2, 1, null])
    expect(lines).toHaveLength(4)
    expect(lines[0]).toMatch(/^id,at,actor,action,subject,reason,/)
    const cells = [`"'=HYPERLINK(""https://harbor.example"")"`, '"Ticket 1, 2"', `'-2+3`]
    for (const [at, line] of lines.slice(1).entries()) {
      const action = at === 1 ? 'member.restore' : 'member.suspend'
      expect(line).toContain(
        `,operator:${support.name},${action},member:${params.userId},${cells[at]},`,
      )
    }
  })

  test('is no table with more entries than a spreadsheet shows', async () => {
    const query = { format: 'csv', after: 0, size: 1000 } as const
    const { count } = await exportAudit(server.ctx, query)

    expect((await exportAudit(server.ctx, query, count)).count).toBe(count)
    await expect(exportAudit(server.ctx, query, count - 1)).rejects.toMatchObject({
      code: Code.EXPORT_TOO_LARGE,
    })
    expect((await exportAudit(server.ctx, { ...query, format: 'ndjson' }, 1)).count).toBe(count)
  })
})

describe('the history of a subject', () => {
  test('is open to the roles that may read the subject, and to no other', async () => {
    const { userId } = await signUpMember(server)
    const subjects = {
      [`member:${userId}`]: ['OWNER', 'SUPPORT', 'FINANCE', 'AUDITOR'],
      'operator:min': ['OWNER', 'AUDITOR'],
      'job:5': OPERATOR_ROLES,
      maintenance: OPERATOR_ROLES,
      'something-new:5': ['OWNER', 'AUDITOR'],
      constructor: ['OWNER', 'AUDITOR'],
    }
    for (const role of OPERATOR_ROLES) {
      const operator = await anOperator(server, role)
      for (const [subject, roles] of Object.entries(subjects)) {
        const { code } = await operator.call('audit.history', { query: { subject } })
        const expected = roles.includes(role) ? 0 : Code.ACCESS_DENIED
        expect([role, subject, code]).toEqual([role, subject, expected])
      }
    }
  })

  test('lists only entries about the subject', async () => {
    const { userId } = await signUpMember(server)
    const params = { userId }
    await support.call('operator.suspendMember', { params, body: { reason: 'Ticket 3' } })

    const { data } = await support.call('audit.history', { query: { subject: `member:${userId}` } })

    expect(data?.list).toMatchObject([{ action: 'member.suspend', reason: 'Ticket 3' }])
  })
})

describe('checkpoints', () => {
  test('are listed, and show a rewritten log; one changed row is named', async () => {
    const { db } = server.ctx
    await queueAuditVerification(server.ctx, server.ctx.now())
    await server.worker.runDue()
    const sound = await auditor.call('audit.checkpoints', { query: {} })
    const [{ auditId, data } = { auditId: 0, data: {} }] = (await list({ size: 100 })).slice(3)
    await tamper(db, sql`update audit_entries set data = '{}' where id = ${auditId}`)

    const started = await auditor.call('operator.verifyAuditFully', {})
    const repeated = await auditor.call('operator.verifyAuditFully', {})
    await server.worker.runDue()
    const broken = await auditor.call('operator.verifyAudit', {})
    await tamper(
      db,
      sql`update audit_entries set data = ${JSON.stringify(data)}::jsonb where id = ${auditId}`,
      sql`update audit_checkpoints set entry_hash = repeat('a', 64)`,
    )
    const rewritten = await auditor.call('audit.checkpoints', { query: {} })

    expect(sound.data?.list).toMatchObject([{ checkpointId: 1, intact: true, mailedAt: null }])
    expect(started.data).toMatchObject({ finishedAt: null, verifiedId: 0 })
    expect(repeated.data).toEqual(started.data)
    expect(broken.data).toMatchObject({ ok: false, firstBrokenId: auditId })
    expect(broken.data?.full).toMatchObject({ firstBrokenId: auditId })
    expect(broken.data?.full?.finishedAt).not.toBeNull()
    expect(rewritten.data?.list).toMatchObject([{ checkpointId: 1, intact: false }])
    const entry = sound.data?.list[0]?.entryHash ?? ''
    await tamper(db, sql`update audit_checkpoints set entry_hash = ${entry}`)
    await auditor.call('operator.verifyAuditFully', {})
    await server.worker.runDue()
    expect((await auditor.call('operator.verifyAudit', {})).data?.ok).toBe(true)
  })
})

describe('reads of a member', () => {
  const reads = async (query: CallInput<'operator.listReads'>['query']) => {
    const { data } = await auditor.call('operator.listReads', { query })
    return data?.list.map(({ operator, call }) => [operator, call]) ?? []
  }

  test('are recorded for every call that returns the file, apart from the audit', async () => {
    const { userId } = await signUpMember(server)
    const finance = await anOperator(server, 'FINANCE')
    const before = (await auditor.call('operator.verifyAudit', {})).data?.count

    await support.call('operator.showMember', { params: { userId } })
    await support.call('audit.history', { query: { subject: `member:${userId}` } })
    await finance.call('payout.list', { query: { userId } })
    await auditor.call('operator.listReads', { query: { userId } })
    await support.call('operator.findMembers', { query: { search: String(userId) } })

    expect(await reads({ userId })).toEqual([
      [support.name, 'operator.findMembers'],
      [finance.name, 'payout.list'],
      [support.name, 'audit.history'],
      [support.name, 'operator.showMember'],
    ])
    expect(await reads({ userId, operatorId: finance.operatorId })).toHaveLength(1)
    expect((await auditor.call('operator.verifyAudit', {})).data?.count).toBe(before)
  })

  test('are recorded for every call of the contract that names a member', () => {
    const named = Object.values<Endpoint>(endpoints).filter(({ id, access, method }) => {
      const { params, query }: CallSchemas = schemas[id as CallId]
      const takesMember = [params, query].some(
        (schema) => schema instanceof z.ZodObject && 'userId' in schema.shape,
      )
      return access === 'operator' && method === 'GET' && takesMember
    })

    const read = named.map(({ id }) => [
      id,
      membersRead(id as CallId, [undefined, { userId: 5 }], null),
    ])
    expect(named.length).toBeGreaterThanOrEqual(3)
    expect(read).toEqual(named.map(({ id }) => [id, id === 'operator.listReads' ? [] : [5]]))
  })

  test('are recorded for every member of a list', async () => {
    const members = [await signUpMember(server), await signUpMember(server)]
    await support.call('operator.findMembers', { query: { size: 100 } })

    for (const { userId } of members) {
      expect(await reads({ userId })).toEqual([[support.name, 'operator.findMembers']])
    }
  })

  test('are recorded for the members of queues and proposals, but not for entries of the log', () => {
    const queue = { list: [{ userId: 5 }, { userId: 6 }, { userId: 5 }] }
    const proposal = { subject: 'member:7', sentence: { values: { userId: 7 } } }

    expect(membersRead('refund.queue', [], queue)).toEqual([5, 6])
    expect(membersRead('approval.show', [{ approvalId: 1 }], proposal)).toEqual([7])
    expect(membersRead('operator.listAudit', [{}], { list: [proposal] })).toEqual([])
  })

  test('are not recorded for a refused call or an unknown member', async () => {
    const { userId } = await signUpMember(server)
    const programme = await anOperator(server, 'PROGRAMME')
    await programme.call('operator.showMember', { params: { userId } })
    await support.call('operator.showMember', { params: { userId: 987_654 } })
    await support.call('payout.list', { query: { userId: 987_654 } })

    expect(await reads({ userId })).toEqual([])
    expect(await reads({ userId: 987_654 })).toEqual([])
  })

  test('count once while a screen stays open, and are deleted after a year', async () => {
    const { userId } = await signUpMember(server)
    const params = { userId }
    await support.call('operator.showMember', { params })
    server.clock.advance(9 * MINUTE_MS)
    await support.call('operator.showMember', { params })
    server.clock.advance(2 * MINUTE_MS)
    await support.call('operator.showMember', { params })
    const within = await reads({ userId })
    const started = server.clock.now

    server.clock.now = new Date(started.getTime() + 366 * DAY_MS)
    await runSweeps(server.ctx, sweeps)
    server.clock.now = started

    expect(within).toHaveLength(2)
    expect(await reads({ userId })).toEqual([])
  })
})
