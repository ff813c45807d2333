import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { checkAudit } from '#/platform/books/audit-check.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { insertMember } from '#test/insert-members.ts'
import { statementLog } from '#test/statement-log.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { anApprover, approvalIdOf, type TestApprover } from '#test/test-approval.ts'
import { aGroup, assessAll, holdOf } from '#test/test-hold.ts'
import { giveReferralBalance } from '#test/test-invite.ts'
import { logInAgain } from '#test/test-member.ts'
import { decideHolds } from './hold-decision.service.ts'
import { insertHold, nextGroup } from './hold.queries.ts'
import { lapseHolds } from './hold.service.ts'

let server: TestApp
let support: TestApprover
let colleague: TestApprover
let statements: string[] = []
beforeAll(async () => {
  const database = await openTestDatabase({
    logQuery: (text, params) => {
      statements.push(text)
      statementLog.logQuery(text, params)
    },
  })
  server = await startTestApp({ database, withApprovals: true })
  support = await anApprover(server, 'SUPPORT')
  colleague = await anApprover(server, 'FINANCE')
})
afterAll(() => server.close())
beforeEach(async () => {
  await support.signInAgain()
  await colleague.signInAgain()
})

async function aHeldGroup() {
  const member = await aGroup(server)
  await assessAll(server)
  return { ...member, params: { holdId: (await holdOf(member)).holdId } }
}

const release = { decision: 'RELEASE', answer: 'EXPLAINED', reason: 'A club' } as const

/** Proposes to release a hold of more money than one person may decide about. */
async function aProposal(scope: 'MEMBER' | 'GROUP' = 'MEMBER') {
  const member = await aHeldGroup()
  await giveReferralBalance(server, member.userId, '51')
  const { params } = member
  const propose = async () =>
    approvalIdOf(await support.call('hold.decide', { params, body: { ...release, scope } }))
  return { ...member, propose }
}

const decisionsOf = ({ params }: { params: { holdId: number } }) =>
  rowsOf<{ decision: string }>(
    server.ctx.db,
    sql`select decision from hold_decisions where hold_id = ${params.holdId}`,
  )

describe('a decision of two persons', () => {
  test('is never approved by the person who proposed it', async () => {
    const member = await aProposal()
    const approvalId = await member.propose()

    expect((await support.approve(approvalId)).code).toBe(Code.ACCESS_DENIED)
    expect(await decisionsOf(member)).toEqual([])
    expect((await colleague.approve(approvalId)).code).toBe(0)
    expect(await decisionsOf(member)).toEqual([{ decision: 'RELEASE' }])
  })

  test('does nothing once the hold has ended by its time', async () => {
    const member = await aProposal()
    server.clock.advance(14 * DAY_MS - HOUR_MS)
    await support.signInAgain()
    const approvalId = await member.propose()
    server.clock.advance(HOUR_MS)
    await colleague.signInAgain()

    expect((await colleague.approve(approvalId)).code).not.toBe(0)
    expect(await decisionsOf(member)).toEqual([])
    await logInAgain(member)
    expect(await holdOf(member)).toMatchObject({ state: 'LAPSED', decision: null })
  })

  test('about a group is outdated when a member of it was decided meanwhile', async () => {
    const member = await aProposal('GROUP')
    const approvalId = await member.propose()
    const [other = 0] = member.others
    const { data } = await support.call('hold.queue', { query: { userId: other } })
    const params = { holdId: data?.list[0]?.holdId ?? 0 }
    expect((await support.call('hold.decide', { params, body: release })).code).toBe(0)

    expect((await colleague.approve(approvalId)).code).toBe(Code.OUTDATED)
    expect(await holdOf(member)).toMatchObject({ state: 'OPEN' })
  })

  test('answers an appeal that arrives while it waits', async () => {
    const member = await aProposal()
    const approvalId = await member.propose()
    const { params } = member
    await member.call('hold.appeal', { params, body: { text: 'We are a club.' } })
    expect((await colleague.approve(approvalId)).code).toBe(0)

    expect(await holdOf(member)).toMatchObject({ state: 'RELEASED', canAppeal: false })
    const [row] = await rowsOf<{ answered: boolean }>(
      server.ctx.db,
      sql`select answered_at is not null as answered from holds where id = ${params.holdId}`,
    )
    expect(row).toEqual({ answered: true })
  })
})

describe('upholding a hold for long', () => {
  const upholdTo = (member: { params: { holdId: number } }, openedAt: Date, days: number) =>
    support.call('hold.decide', {
      params: member.params,
      body: {
        decision: 'UPHOLD',
        answer: 'NOT_EXPLAINED',
        reason: 'More evidence',
        until: new Date(openedAt.getTime() + days * DAY_MS).toISOString(),
      },
    })

  test('needs a second person beyond thirty days, although nothing is on hold yet', async () => {
    const member = await aHeldGroup()
    const openedAt = server.clock.now
    const waiting = await upholdTo(member, openedAt, 180)
    const before = await decisionsOf(member)

    expect(before).toEqual([])
    expect((await support.approve(approvalIdOf(waiting))).code).toBe(Code.ACCESS_DENIED)
    expect((await colleague.approve(approvalIdOf(waiting))).code).toBe(0)
    expect(await decisionsOf(member)).toEqual([{ decision: 'UPHOLD' }])
  })

  test('needs a second person also if one person extends it step by step', async () => {
    const member = await aHeldGroup()
    const openedAt = server.clock.now
    expect((await upholdTo(member, openedAt, 30)).code).toBe(0)
    server.clock.advance(29 * DAY_MS)
    await support.signInAgain()

    expect(approvalIdOf(await upholdTo(member, openedAt, 31))).toBeGreaterThan(0)
    expect(await decisionsOf(member)).toHaveLength(1)
  })

  test('leaves it in the count of the queue while an appeal waits for an answer', async () => {
    const member = await aHeldGroup()
    const query = { filter: 'waiting', userId: member.userId } as const
    const countsOf = async () => {
      const { data } = await support.call('hold.queue', { query })
      return { listed: data?.totalCount, counted: data?.counts.waiting }
    }
    const before = await countsOf()
    expect((await upholdTo(member, server.clock.now, 30)).code).toBe(0)
    const upheld = await countsOf()
    const appeal = { params: member.params, body: { text: 'We are a club.' } }
    expect((await member.call('hold.appeal', appeal)).code).toBe(0)

    expect(upheld).toEqual({ listed: 0, counted: (before.counted ?? 0) - 1 })
    expect(await countsOf()).toEqual({ listed: 1, counted: before.counted })
  })
})

test('a decision about a group sends the same number of statements for any number of members', async () => {
  const decideGroupOf = async (size: number) => {
    const member = await aGroup(server, size)
    await assessAll(server)
    const { holdId } = await holdOf(member)
    await support.signInAgain()
    statements = []
    const by = {
      operatorId: 1,
      name: 'support',
      role: 'SUPPORT',
      kind: 'PERSON',
      expiresAt: server.clock.now,
      steppedUpUntil: null,
    } as const
    await server.ctx.db.transaction((tx) =>
      decideHolds(tx, server.ctx, by, { holdId, scope: 'GROUP', ...release }),
    )
    return statements.length
  }

  expect(await decideGroupOf(15)).toBe(await decideGroupOf(9))
  expect(await checkAudit(server.ctx.db)).toMatchObject({ ok: true })
})

test('a hold may have no peers left', async () => {
  const memberId = await insertMember(server.ctx.db)
  const { ctx } = server
  const until = new Date(ctx.now().getTime() + DAY_MS)
  const holdId = await insertHold(ctx.db, {
    memberId,
    groupId: await nextGroup(ctx.db),
    score: 100,
    signals: ['STAR'],
    peers: [],
    openedAt: ctx.now(),
    until,
  })

  expect(holdId).toBeGreaterThan(0)
})

describe('at the same instant', () => {
  test('two decisions are one, and the other person reads that the hold has ended', async () => {
    const member = await aHeldGroup()
    const { params } = member
    const decide = (by: TestApprover) => by.call('hold.decide', { params, body: release })
    const codes = (await Promise.all([decide(support), decide(colleague)])).map(({ code }) => code)

    expect(codes.toSorted((one, other) => one - other)).toEqual([0, Code.HOLD_ENDED])
    expect(await decisionsOf(member)).toHaveLength(1)
  })

  test('an appeal is recorded before the decision, or refused after it', async () => {
    const member = await aHeldGroup()
    const { params } = member
    const [appeal, decided] = await Promise.all([
      member.call('hold.appeal', { params, body: { text: 'We are a club.' } }),
      support.call('hold.decide', { params, body: release }),
    ])

    expect(decided.code).toBe(0)
    expect([0, Code.HOLD_ENDED]).toContain(appeal.code)
    const shown = await holdOf(member)
    expect(shown.state).toBe('RELEASED')
    expect(shown.appeal === null).toBe(appeal.code !== 0)
  })

  test('the end of a hold and a decision count once, in the member’s favour', async () => {
    const member = await aHeldGroup()
    const { params } = member
    server.clock.advance(14 * DAY_MS)
    await support.signInAgain()
    const until = new Date(server.clock.now.getTime() + DAY_MS).toISOString()
    const [, , decided] = await Promise.all([
      lapseHolds(server.ctx),
      lapseHolds(server.ctx),
      support.call('hold.decide', {
        params,
        body: { decision: 'UPHOLD', answer: 'SAME_PERSON', reason: 'One person', until },
      }),
    ])
    await logInAgain(member)

    expect(decided.code).toBe(Code.HOLD_ENDED)
    expect(await holdOf(member)).toMatchObject({ state: 'LAPSED', decision: null })
    const { data: alerts } = await member.call('alert.list', { query: {} })
    expect(alerts?.list.filter(({ code }) => code === 'HOLD_LAPSED')).toHaveLength(1)
  })
})
