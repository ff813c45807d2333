import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import { queueReminders } from '#/modules/alert/alert.jobs.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { balanceOf } from '#/platform/books/ledger.ts'
import { Refusal } from '#/platform/process/refusal.ts'
import { insertMembers } from '#test/insert-members.ts'
import { checkProgramme } from '#test/programme-check.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import {
  aFriendOf,
  available,
  checkInOnDays,
  claim,
  friendsOf,
  noon,
  inviteSummaryOf,
  qualifiedFriends,
  setTerms,
  resetProgramme,
} from '#test/test-invite.ts'
import { logInAgain, signUpMember, type Browser } from '#test/test-member.ts'
import { anOperator } from '#test/test-operator.ts'
import { enrolPin, pinHeader } from '#test/test-pin.ts'
import { aSeason } from '#test/test-season.ts'
import { aWallet, registerWallet } from '#test/test-wallet.ts'
import { claimReward } from './claim.service.ts'

const PIN = '135790'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(() => resetProgramme(server))

describe('an invited friend', () => {
  test('moves from joined to claimed, visible to the referrer at every step', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    const friend = await aFriendOf(server, member)
    const states: unknown[] = []
    const recordState = async () => {
      const [row] = await friendsOf(member)
      states.push([row?.state, row?.checkInDays, row?.qualified, row?.claimed])
    }

    await recordState()
    await registerWallet(friend, aWallet())
    await recordState()
    await checkInOnDays(server, [friend], { seasonId, days: 2 })
    await logInAgain(member)
    await recordState()
    await checkInOnDays(server, [friend], { seasonId, days: 1 })
    await logInAgain(member)
    await recordState()
    const waiting = await available(member, 'REFERRAL', seasonId)
    const tooEarly = await claim(member, 'REFERRAL')
    const promised = await inviteSummaryOf(member)
    server.clock.advance(7 * DAY_MS)
    await logInAgain(member)
    await recordState()
    for (let round = 0; round < 2; round += 1) {
      await queueReminders(server.ctx, server.ctx.now())
      await server.worker.runDue()
      server.clock.advance(10 * 60_000)
    }
    await logInAgain(member)
    const ready = await available(member, 'REFERRAL', seasonId)
    const claimed = await claim(member, 'REFERRAL')
    await recordState()

    expect(states).toEqual([
      ['JOINED', 0, false, false],
      ['WALLET', 0, false, false],
      ['WALLET', 2, false, false],
      ['WAITING', 3, true, false],
      ['CLAIMABLE', 3, true, false],
      ['CLAIMED', 3, true, true],
    ])
    const claimableAt = new Date(noon.getTime() + 10 * DAY_MS).toISOString()
    expect(waiting).toMatchObject({ available: false, reason: 'WAITING', claimableAt, goal: 1 })
    expect(tooEarly).toMatchObject({
      code: Code.NOTHING_TO_CLAIM,
      data: { reason: 'WAITING', claimableAt },
    })
    expect(promised).toMatchObject({ referralBalance: '1', withdrawable: '0' })
    expect(ready).toMatchObject({ available: true, amount: '1', reason: null })
    expect(claimed.data).toMatchObject({ type: 'REFERRAL', xp: null, amount: '1' })
    expect(await inviteSummaryOf(member)).toMatchObject({ referralBalance: '0', withdrawable: '1' })
    expect(await balanceOf(server.ctx.db, { member: member.userId, asset: 'REFERRAL' })).toBe(
      1_000_000n,
    )
    expect((await claim(member, 'REFERRAL')).code).toBe(Code.NOTHING_TO_CLAIM)
    const { data } = await member.call('alert.list', { query: {} })
    const alertCodes = data?.list
      .map(({ code }) => code)
      .filter((code) => code.startsWith('INVITE'))
    expect(alertCodes).toEqual(['INVITE_CLAIMABLE', 'INVITE_QUALIFIED'])
  })

  test('counts check-ins from before the wallet was registered, but not from before the referral', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    const [friend, late] = [await aFriendOf(server, member), await signUpMember(server)]
    await registerWallet(late, aWallet())
    await checkInOnDays(server, [friend, late], { seasonId, days: 3 })
    server.clock.advance(DAY_MS)
    await logInAgain(friend)
    await logInAgain(late)
    await logInAgain(member)

    await registerWallet(friend, aWallet())
    const { referralCode } = await inviteSummaryOf(member)
    await late.call('referral.register', { body: { referralCode } })
    await checkInOnDays(server, [late], { seasonId, days: 2 })
    await logInAgain(member)

    expect(await friendsOf(member)).toMatchObject([
      { state: 'WALLET', checkInDays: 2 },
      { state: 'WAITING', checkInDays: 3 },
    ])
  })

  test("never counts with the referrer's own wallet or with one that has counted before", async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    const [own, used] = [aWallet(), aWallet()]
    await enrolPin(member, PIN)
    await registerWallet(member, own)
    const drop = async (browser: Browser, address: string) =>
      browser.call(
        'wallet.disconnect',
        { params: { address } },
        await pinHeader(browser, PIN, 'WALLET_DISCONNECT'),
      )
    await drop(member, own.address)
    const [second, first, again] = [
      await aFriendOf(server, member),
      await aFriendOf(server, member),
      await aFriendOf(server, member),
    ]
    await registerWallet(second, own)
    await registerWallet(first, used)
    await checkInOnDays(server, [second, first, again], { seasonId, days: 3 })
    await drop(first, used.address)
    await registerWallet(again, used)
    await logInAgain(member)

    expect((await friendsOf(member)).map(({ state }) => state)).toEqual([
      'NEVER',
      'WAITING',
      'NEVER',
    ])
    expect((await inviteSummaryOf(member)).referralBalance).toBe('1')
    // The check must decide this itself: a unique violation would fail the job and retry it until
    // it is given up.
    const failed = sql`select id from jobs where kind = 'invite.qualify' and last_error is not null`
    expect(await rowsOf(server.ctx.db, failed)).toEqual([])
  })

  test('forfeits the reward by deleting the account before the claim, and the wallet stays used', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    const wallet = aWallet()
    const friend = await aFriendOf(server, member)
    await registerWallet(friend, wallet)
    await checkInOnDays(server, [friend], { seasonId, days: 3 })
    await friend.call(
      'account.delete',
      { body: { reason: 'PRIVACY', agreed: true } },
      await pinHeader(friend, PIN, 'ACCOUNT_DELETE'),
    )
    const next = await aFriendOf(server, await loggedInAgain(member))
    await registerWallet(next, wallet)
    await checkInOnDays(server, [next], { seasonId, days: 3 })
    server.clock.advance(8 * DAY_MS)
    await logInAgain(member)

    expect((await claim(member, 'REFERRAL')).code).toBe(Code.NOTHING_TO_CLAIM)
    expect(await friendsOf(member)).toMatchObject([
      { state: 'NEVER' },
      { state: 'NEVER', nickname: '***' },
    ])
    expect((await inviteSummaryOf(member)).referralBalance).toBe('0')
  })

  test('counts but pays nothing beyond the cap of a member or the budget of a season', async () => {
    const { seasonId } = await aSeason(server)
    await setTerms(server, { maxPerReferrer: '1', seasonBudget: '2', minWithdraw: '1' })
    const [one, two, three] = [
      await signUpMember(server),
      await signUpMember(server),
      await signUpMember(server),
    ]

    await qualifiedFriends(server, one, { seasonId, count: 2 })
    await qualifiedFriends(server, two, { seasonId })
    await qualifiedFriends(server, three, { seasonId })
    await logInAgain(one)
    await logInAgain(two)

    expect((await friendsOf(one)).map(({ state }) => state).toSorted()).toEqual([
      'CAPPED',
      'WAITING',
    ])
    expect((await friendsOf(two)).map(({ state }) => state)).toEqual(['WAITING'])
    expect(await friendsOf(three)).toMatchObject([
      { state: 'CAPPED', qualified: true, reward: '0', claimed: false },
    ])
    const owner = await anOperator(server)
    const { data } = await owner.call('invite.showTerms', {})
    expect(data?.seasons).toContainEqual(
      expect.objectContaining({ seasonId, promised: '2', friends: 4 }),
    )
  })

  async function loggedInAgain<Member extends Browser & { email: string }>(member: Member) {
    await logInAgain(member)
    return member
  }
})

describe('referral circles', () => {
  test('pay nothing, also when the circle closes while a reward waits', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    const [friend] = await qualifiedFriends(server, member, { seasonId })
    if (!friend) throw new Error('No qualified friend was created')
    const { data } = await friend.call('referral.mine', {})
    await registerWallet(member, aWallet())
    await member.call('referral.register', { body: { referralCode: data?.referralCode ?? '' } })
    await checkInOnDays(server, [member], { seasonId, days: 3 })
    server.clock.advance(8 * DAY_MS)
    await logInAgain(member)
    await logInAgain(friend)

    const replies = [await claim(member, 'REFERRAL'), await claim(friend, 'REFERRAL')]

    expect(replies.map(({ code }) => code)).toEqual([Code.NOTHING_TO_CLAIM, Code.NOTHING_TO_CLAIM])
    expect((await friendsOf(member)).map(({ state }) => state)).toEqual(['NEVER'])
    expect((await friendsOf(friend)).map(({ state }) => state)).toEqual(['NEVER'])
  })

  type Graph = readonly (number | null)[]

  /** Returns pseudo-random numbers below a limit, reproducible by the seed. */
  function seededRandom(seed: number): (below: number) => number {
    let state = seed
    return (below) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
      return state % below
    }
  }

  /**
   * Assigns random referrers to members without one, which creates chains, trees and circles of
   * every length.
   */
  function drawReferrers(graph: Graph, next: (below: number) => number): Graph {
    return graph.map((known, at) => {
      const by = next(graph.length + 15)
      return known ?? (by >= graph.length || by === at ? null : by)
    })
  }

  function isInCycle(graph: Graph, at: number): boolean {
    let up = graph[at] ?? null
    for (let steps = 0; steps < graph.length && up !== null; steps += 1) {
      if (up === at) return true
      up = graph[up] ?? null
    }
    return false
  }

  async function saveReferrers(ids: readonly number[], graph: Graph): Promise<void> {
    const links = graph.flatMap((by, at) => (by === null ? [] : [{ id: ids[at], by: ids[by] }]))
    await server.ctx.db
      .execute(sql`update members m set referred_by = l.by, referred_at = m.created_at
      from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as l(id bigint, by bigint) where m.id = l.id`)
  }

  async function claimAll(ids: readonly number[]): Promise<void> {
    for (const id of ids) {
      const request = { type: 'REFERRAL', seasonId: undefined } as const
      const claiming = server.ctx.db.transaction((tx) => claimReward(tx, server.ctx, id, request))
      await claiming.catch((error: unknown) => {
        if (!(error instanceof Refusal) || error.code !== Code.NOTHING_TO_CLAIM) throw error
      })
    }
  }

  test.each([14, 53, 159, 358])(
    'drawn with seed %i pay exactly for friends outside a circle',
    async (seed) => {
      const { db } = server.ctx
      const { seasonId } = await aSeason(server)
      const next = seededRandom(seed)
      const ids = await insertMembers(db, 40)
      const graph = drawReferrers(
        ids.map(() => null),
        next,
      )
      const wallets = ids.map((id) => ({ id, wallet: aWallet().address }))
      await saveReferrers(ids, graph)
      await db.execute(sql`update members m set wallet_address = w.wallet
      from jsonb_to_recordset(${JSON.stringify(wallets)}::jsonb) as w(id bigint, wallet text) where m.id = w.id`)
      await db.execute(sql`insert into mission_completions (season_id, mission_id, member_id, slot, day, history_id)
      select ${seasonId}, 1, m.value::bigint, d.day::text, d.day, 0
      from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) m,
        (values ('2026-06-23'::date), ('2026-06-24'), ('2026-06-25')) as d(day)`)
      await db.execute(sql`insert into jobs (kind, payload, due_at, created_at)
      select 'invite.qualify', jsonb_build_object('friendId', m.value::bigint),
        ${noon.toISOString()}::timestamptz, ${noon.toISOString()}::timestamptz
      from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) m`)

      await server.worker.runDue()
      // While the rewards wait, members without a referrer get one and some circles close.
      const closed = drawReferrers(graph, next)
      await saveReferrers(ids, closed)
      server.clock.advance(8 * DAY_MS)
      await claimAll(ids)

      const qualified = await rowsOf<{ id: number | string }>(
        db,
        sql`select friend_id as id from invite_referrals where season_id = ${seasonId} order by 1`,
      )
      const eligible = ids.filter((_, at) => graph[at] !== null && !isInCycle(graph, at))
      expect(graph.some((_, at) => isInCycle(graph, at))).toBe(true)
      expect(qualified.map(({ id }) => Number(id))).toEqual(eligible.toSorted((a, b) => a - b))
      const lost = eligible.filter((id) => isInCycle(closed, ids.indexOf(id)))
      expect(lost).not.toEqual([])
      for (const [at, member] of ids.entries()) {
        const paidFor = eligible.filter((id) => graph[ids.indexOf(id)] === at && !lost.includes(id))
        const earned = await balanceOf(db, { member, asset: 'REFERRAL' })
        expect(earned).toBe(BigInt(paidFor.length) * 1_000_000n)
      }
      await db.execute(sql`delete from mission_completions where season_id = ${seasonId}`)
    },
  )
})

test('keeps the ledger and the programme consistent after all tests above', async () => {
  expect(await checkLedger(server.ctx.db)).toEqual([])
  expect(await checkProgramme(server.ctx.db)).toEqual([])
})
