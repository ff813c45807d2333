import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anApprover, approvalIdOf, type TestApprover } from '#test/test-approval.ts'
import { aGroup, assessAll, heldMembers, holdOf } from '#test/test-hold.ts'
import { giveReferralBalance } from '#test/test-invite.ts'
import { logInAgain, openBrowser, signUpMember } from '#test/test-member.ts'
import { eraseHoldTexts, lapseHolds } from './hold.service.ts'

let server: TestApp
let support: TestApprover
let finance: TestApprover
beforeAll(async () => {
  server = await startTestApp({ withApprovals: true })
  support = await anApprover(server, 'SUPPORT')
  finance = await anApprover(server, 'FINANCE')
})
afterAll(() => server.close())

const days = (count: number) => new Date(server.clock.now.getTime() + count * DAY_MS)

async function aHeldGroup(size = 9) {
  const member = await aGroup(server, size)
  await assessAll(server)
  return { ...member, holdId: (await holdOf(member)).holdId }
}

const release = { decision: 'RELEASE', answer: 'EXPLAINED', reason: 'A club' } as const

describe('an assessment', () => {
  test('holds each account of a group, and shows the member neither a signal nor another member', async () => {
    const member = await aHeldGroup()
    const { data } = await member.call('hold.mine', {})

    expect(await heldMembers(server)).toEqual([member.userId, ...member.others])
    expect(data?.list).toEqual([
      {
        holdId: member.holdId,
        state: 'OPEN',
        openedAt: server.clock.now.toISOString(),
        until: days(14).toISOString(),
        endedAt: null,
        evidence: ['SIGN_UP', 'INVITES'],
        accountsAtLeast: 5,
        amounts: [],
        appeal: null,
        canAppeal: true,
        decision: null,
      },
    ])
    const { data: alerts } = await member.call('alert.list', { query: {} })
    expect(alerts?.list[0]).toMatchObject({
      code: 'HOLD_OPENED',
      data: { holdId: member.holdId },
    })
  })

  test('never holds seven accounts, although they share mailbox, network and invitation', async () => {
    const family = await aGroup(server, 7)
    await assessAll(server)

    expect((await family.call('hold.mine', {})).data?.list).toEqual([])
  })

  test('opens no second hold for the same evidence', async () => {
    const member = await aHeldGroup()
    await assessAll(server)
    server.clock.advance(14 * DAY_MS)
    await lapseHolds(server.ctx)
    await assessAll(server)

    await logInAgain(member)
    const { data } = await member.call('hold.mine', {})
    expect(data?.list.map(({ state }) => state)).toEqual(['LAPSED'])
  })

  test('stores keys that cannot be read', async () => {
    await aHeldGroup()
    const links = await rowsOf<{ key: string }>(server.ctx.db, sql`select key from hold_links`)

    expect(links.length).toBeGreaterThan(0)
    expect(links.filter(({ key }) => !/^[\w-]{20,}$/.test(key))).toEqual([])
  })
})

describe('an appeal', () => {
  test('is recorded once, however often it arrives', async () => {
    await support.signInAgain()
    const member = await aHeldGroup()
    const appeal = (text: string) =>
      member.call('hold.appeal', { params: { holdId: member.holdId }, body: { text } })
    const first = await appeal('We are\na football club.')
    const repeated = await appeal('We are\na football club.')
    const other = await appeal('Please!')
    const { data: alerts } = await member.call('alert.list', { query: {} })
    const { data: queue } = await support.call('hold.queue', { query: { filter: 'appealed' } })

    expect([first.code, repeated.code, other.code]).toEqual([0, 0, 2972])
    expect(first.data).toMatchObject({
      canAppeal: false,
      appeal: { text: 'We are\na football club.', answerBy: days(5).toISOString() },
    })
    expect(repeated.data).toEqual(first.data)
    expect(alerts?.list.filter(({ code }) => code === 'HOLD_APPEALED')).toHaveLength(1)
    expect(queue?.list.map(({ holdId }) => holdId)).toContain(member.holdId)
    expect(queue?.counts.appealed).toBe(1)
  })

  test('needs words, at most a thousand characters and no control characters', async () => {
    const member = await aHeldGroup()
    const appeal = async (text: string) =>
      (await member.call('hold.appeal', { params: { holdId: member.holdId }, body: { text } })).code
    const refused = ['', ' \n ', '\u200b\u2060', 'a'.repeat(1001), 'a\u0000b', 'a\rb', 'a\ud800']
    const codes: number[] = []
    for (const text of refused) codes.push(await appeal(text))

    expect(codes).toEqual(refused.map(() => 9992))
    expect(await holdOf(member)).toMatchObject({ canAppeal: true })
    expect(await appeal('a'.repeat(1000))).toBe(0)
  })

  test('is refused for another member’s hold and after the end', async () => {
    const member = await aHeldGroup()
    const stranger = await signUpMember(server)
    const input = { params: { holdId: member.holdId }, body: { text: 'Hello' } }
    const foreign = await stranger.call('hold.appeal', input)
    server.clock.advance(14 * DAY_MS)
    await logInAgain(member)
    const late = await member.call('hold.appeal', input)

    expect([foreign.code, late.code]).toEqual([2901, 2971])
  })
})

describe('a deleted account', () => {
  test('keeps its hold, but neither its words nor its links', async () => {
    const member = await aHeldGroup()
    const params = { holdId: member.holdId }
    await member.call('hold.appeal', { params, body: { text: 'We are a club.' } })
    await server.ctx.db.transaction((tx) => eraseHoldTexts(tx, member.userId))
    const [row] = await rowsOf<{ appeal: string | null; ended_at: string | null }>(
      server.ctx.db,
      sql`select appeal, ended_at from holds where id = ${member.holdId}`,
    )
    const traces = await rowsOf(
      server.ctx.db,
      sql`select member_id from hold_links where member_id = ${member.userId}
        union all select member_id from hold_peers where member_id = ${member.userId}`,
    )

    expect(row).toEqual({ appeal: null, ended_at: null })
    expect(traces).toEqual([])
    expect(await holdOf(member)).toMatchObject({ appeal: null, canAppeal: false })
  })
})

describe('a decision', () => {
  test('of an operator ends a hold with an answer, and the reversal is published', async () => {
    await support.signInAgain()
    const before = (await openBrowser(server).call('hold.published', {})).data
    const member = await aHeldGroup()
    const params = { holdId: member.holdId }
    await member.call('hold.appeal', { params, body: { text: 'We are a club.' } })
    const decided = await support.call('hold.decide', { params, body: release })
    const again = await support.call('hold.decide', { params, body: release })
    const { data: published } = await openBrowser(server).call('hold.published', {})
    const { data: alerts } = await member.call('alert.list', { query: {} })

    expect(decided.data).toMatchObject({
      state: 'RELEASED',
      decisions: [{ decision: 'RELEASE', reason: 'A club', by: support.name }],
      can: { decide: false },
    })
    expect(again.code).toBe(2971)
    expect(await holdOf(member)).toMatchObject({
      state: 'RELEASED',
      decision: { decision: 'RELEASE', answer: 'EXPLAINED' },
    })
    expect(alerts?.list[0]).toMatchObject({ code: 'HOLD_RELEASED' })
    const [month] = published?.months ?? []
    const earlier = before?.months.find((each) => each.month === month?.month)
    expect((month?.held ?? 0) - (earlier?.held ?? 0)).toBe(9)
    expect((month?.reversed ?? 0) - (earlier?.reversed ?? 0)).toBe(1)
    expect((month?.released ?? 0) - (earlier?.released ?? 0)).toBe(1)
    expect(published?.lastAppeals).toEqual({ answered: 1, reversed: 1 })
  })

  test('upholds a hold until a date within 180 days, when it ends like every hold', async () => {
    const member = await aHeldGroup()
    await support.signInAgain()
    const params = { holdId: member.holdId }
    const uphold = (until: Date) =>
      support.call('hold.decide', {
        params,
        body: {
          decision: 'UPHOLD',
          answer: 'SAME_PERSON',
          until: until.toISOString(),
          reason: 'One mailbox',
          scope: 'GROUP',
        },
      })
    const tooLong = await uphold(days(181))
    const waiting = await uphold(days(180))
    await finance.signInAgain()
    const approved = await finance.approve(approvalIdOf(waiting))
    const { data: upheld } = await support.call('hold.show', { params })
    server.clock.advance(180 * DAY_MS)
    await lapseHolds(server.ctx)
    await logInAgain(member)

    expect(tooLong).toMatchObject({ code: 9992, data: { reason: 'UNTIL' } })
    expect(approved.code).toBe(0)
    expect(upheld).toMatchObject({ state: 'UPHELD', groupOpen: 9 })
    expect(await holdOf(member)).toMatchObject({ state: 'LAPSED' })
    expect(await heldMembers(server)).toEqual([])
    const { data: alerts } = await member.call('alert.list', { query: {} })
    expect(alerts?.list[0]).toMatchObject({ code: 'HOLD_LAPSED' })
  })

  test('that upholds is not published as an end in the member’s favour when its date comes', async () => {
    const totals = async () => {
      const { data } = await openBrowser(server).call('hold.published', {})
      const sum = (name: 'upheld' | 'lapsed') =>
        data?.months.reduce((total, month) => total + month[name], 0) ?? 0
      return { upheld: sum('upheld'), lapsed: sum('lapsed') }
    }
    // The holds of other tests end before.
    server.clock.advance(180 * DAY_MS)
    await lapseHolds(server.ctx)
    const upheld = await aHeldGroup()
    await aHeldGroup()
    const before = await totals()
    await support.signInAgain()
    await support.call('hold.decide', {
      params: { holdId: upheld.holdId },
      body: {
        decision: 'UPHOLD',
        answer: 'SAME_PERSON',
        until: days(30).toISOString(),
        reason: 'One mailbox',
        scope: 'GROUP',
      },
    })
    server.clock.advance(31 * DAY_MS)
    await lapseHolds(server.ctx)
    const after = await totals()

    expect([after.upheld - before.upheld, after.lapsed - before.lapsed]).toEqual([9, 9])
  })

  test('and every other event counts in the month in which the hold was opened', async () => {
    const monthOf = async (month: string) => {
      const { data } = await openBrowser(server).call('hold.published', {})
      return data?.months.find((each) => each.month === month)
    }
    server.clock.now = new Date('2027-09-29T08:00:00.000Z')
    const appealing = await aHeldGroup()
    const before = await monthOf('2027-10')
    server.clock.now = new Date('2027-10-05T08:00:00.000Z')
    await logInAgain(appealing)
    const params = { holdId: appealing.holdId }
    await appealing.call('hold.appeal', { params, body: { text: 'We are a club.' } })
    await support.signInAgain()
    await support.call('hold.decide', { params, body: release })
    server.clock.now = new Date('2027-10-20T08:00:00.000Z')
    await lapseHolds(server.ctx)

    expect(await monthOf('2027-09')).toEqual({
      month: '2027-09',
      held: 9,
      released: 1,
      upheld: 0,
      lapsed: 8,
      appealed: 1,
      reversed: 1,
    })
    expect(await monthOf('2027-10')).toEqual(before)
  })

  test('about more money than one person may decide waits for a second person', async () => {
    const member = await aHeldGroup()
    await giveReferralBalance(server, member.userId, '50.000001')
    await support.signInAgain()
    const input = { params: { holdId: member.holdId }, body: release }
    const waiting = await support.call('hold.decide', input)
    const stillHeld = await holdOf(member)
    await finance.signInAgain()
    const approved = await finance.approve(approvalIdOf(waiting))

    expect(stillHeld).toMatchObject({
      state: 'OPEN',
      amounts: [{ symbol: 'USDS', amount: '50.000001' }],
    })
    expect(approved.code).toBe(0)
    expect(await holdOf(member)).toMatchObject({ state: 'RELEASED' })
  })

  test('shows an operator the facts of each signal and the members concerned', async () => {
    const member = await aHeldGroup()
    await support.signInAgain()
    const { data } = await support.call('hold.show', { params: { holdId: member.holdId } })

    expect(data?.facts.map(({ signal, weight, members }) => [signal, weight, members])).toEqual([
      ['EMAIL', 100, 8],
      ['STAR', 25, 8],
    ])
    expect(data?.members.map(({ userId }) => userId)).toEqual(member.others)
    expect(data).toMatchObject({ score: 125, threshold: 100, groupHolds: 9, groupOpen: 9 })
  })
})

test('holds are published for twelve months, and only those that still apply are open', async () => {
  const published = async () => (await openBrowser(server).call('hold.published', {})).data
  server.clock.now = new Date('2028-03-30T08:00:00.000Z')
  await lapseHolds(server.ctx)
  await aHeldGroup()
  const open = (await published())?.open
  // Their time is up, but no job has recorded it.
  server.clock.now = new Date('2029-02-28T08:00:00.000Z')
  const later = await published()
  server.clock.now = new Date('2029-03-01T08:00:00.000Z')

  expect([open, later?.open]).toEqual([9, 0])
  expect(later?.months.map(({ month }) => month)).toContain('2028-03')
  expect((await published())?.months.map(({ month }) => month)).not.toContain('2028-03')
})
