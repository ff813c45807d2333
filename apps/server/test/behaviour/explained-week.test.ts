import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallData } from '@solstice/contract/wire'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { QUIZ_QUESTIONS } from '#/demo/quiz-questions.ts'
import { appendPostings } from '#/modules/points-log/points-log.service.ts'
import { pointsLogMembers } from '#/modules/points-log/points-log.table.ts'
import { OpeningsRefusedError } from '#/modules/points-log/round-openings.service.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aFriendOf, claim } from '#test/test-invite.ts'
import { logInAgain, signUpMember } from '#test/test-member.ts'
import { DAILY_LINK_MISSION, LINK_MISSION } from '#test/test-mission.ts'
import { anOperator } from '#test/test-operator.ts'
import { aSeason, earnXp, settleRound } from '#test/test-season.ts'
import { exportOpenings, postRoot, replayFromLog } from '#test/test-settlement.ts'
import { aProduct } from '#test/test-shop.ts'
import { aWallet, registerWallet } from '#test/test-wallet.ts'

const CHECK_IN = 1
const SPIN = 2
const TICKETS = 3
const QUIZ = 14
const MEMBERS = 9
const DAYS = 7
const EXPLAINED = 200

let server: TestApp
let week: Awaited<ReturnType<typeof simulateWeek>>
beforeAll(async () => {
  server = await startTestApp()
  week = await simulateWeek()
})
afterAll(() => server.close())

type Member = Awaited<ReturnType<typeof signUpMember>>

/** Returns numbers below 1 that look random and are the same in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

async function answerOf(member: Member, seasonId: number) {
  const { data } = await member.call('mission.show', { params: { seasonId, missionId: QUIZ } })
  const questionId = (data?.type === 'QUIZ' && data.question?.questionId) || 0
  return { answer: { questionId, option: QUIZ_QUESTIONS[questionId]?.answer ?? 0 } }
}

/** Executes a mission; a refusal is part of a normal day. */
async function attempt(member: Member, seasonId: number, missionId: number): Promise<void> {
  const body = missionId === QUIZ ? await answerOf(member, seasonId) : {}
  const headers = { 'idempotency-key': randomUUID() }
  const params = { seasonId, missionId }
  await member.call('mission.execute', { params, body }, headers)
}

async function openLink(member: Member, seasonId: number, missionId: number): Promise<void> {
  await member.call('mission.open', { params: { seasonId, missionId } })
}

/** A member's day: most missions, some of them in vain. */
async function liveDay(member: Member, seasonId: number, random: () => number): Promise<void> {
  await logInAgain(member)
  await openLink(member, seasonId, LINK_MISSION)
  await openLink(member, seasonId, DAILY_LINK_MISSION)
  server.clock.advance(20_000)
  const day = [CHECK_IN, TICKETS, SPIN, SPIN, QUIZ, DAILY_LINK_MISSION, LINK_MISSION]
  for (const missionId of day) {
    if (random() < 0.9) await attempt(member, seasonId, missionId)
  }
}

async function simulateWeek(): Promise<{ seasonVersion: number; roundId: number }> {
  const random = numbersFrom(20_260_623)
  const season = await aSeason(server)
  const { seasonId, firstRound } = season
  const productId = await aProduct(server, seasonId, { price: 20n, givesTickets: 2 })
  const first = await signUpMember(server)
  const members = [first]
  while (members.length < MEMBERS) {
    await server.ctx.db.execute(sql`delete from rate_limits`)
    members.push(await aFriendOf(server, members[members.length >> 1] ?? first))
  }
  // Members of higher tiers and levels have bonuses.
  const xpOf = new Map(members.map(({ userId }, at) => [userId, 1 + at * 2500]))
  await earnXp(server, seasonId, xpOf, firstRound)
  for (const [at, member] of members.entries()) {
    if (at % 3 !== 0) await registerWallet(member, aWallet())
  }
  const morning = server.clock.now.getTime()
  for (let day = 0; day < DAYS; day += 1) {
    server.clock.now = new Date(morning + day * DAY_MS)
    await server.ctx.db.execute(sql`delete from rate_limits`)
    for (const member of members) {
      await liveDay(member, seasonId, random)
      if (random() < 0.4) {
        const params = { seasonId, productId }
        await member.call('product.buy', { params, body: { quantity: 1 } })
      }
      if (day === 3) await claim(member, 'FIRST_INVITE', seasonId)
    }
  }
  server.clock.now = new Date(firstRound.endAt.getTime() + HOUR_MS)
  await server.worker.runDue()
  await settleRound(server.ctx, firstRound.roundId)
  return { seasonVersion: season.version, roundId: firstRound.roundId }
}

type Credit = { id: string; memberId: string; kind: string; createdAt: Date }

async function creditsOf(): Promise<Credit[]> {
  return rowsOf<Credit>(
    server.ctx.db,
    sql`select id, member_id as "memberId", kind, created_at as "createdAt" from histories
      where xp > 0 or tickets > 0 or reward > 0 order by id`,
  )
}

/** Returns what a transaction moved on the member's accounts, apart from season XP. */
async function movesOf(transactionId: number | null, memberId: number) {
  const rows = await rowsOf<{ asset: string; amount: string }>(
    server.ctx.db,
    sql`select a.asset, e.amount::text as amount from ledger_entries e
      join ledger_accounts a on a.id = e.account_id
      where e.transaction_id = ${transactionId} and a.member_id = ${memberId}
        and a.asset <> 'SEASON_XP'`,
  )
  return new Map(rows.map(({ asset, amount }) => [asset, BigInt(amount)]))
}

/** Rewards are counted in millionths of their token. */
function unitsOf(sums: CallData<'explanation.mine'>['sums']): Map<string, bigint> {
  return new Map(
    sums.map(({ unit, total }) => {
      const [whole = '0', fraction = ''] = total.split('.')
      return unit === 'USDS'
        ? ['REWARD', BigInt(whole + fraction.padEnd(6, '0'))]
        : [unit, BigInt(total)]
    }),
  )
}

function addUp({ parts, total }: CallData<'explanation.mine'>['sums'][number]) {
  const sum = parts.reduce((all, { amount }) => all + Number(amount), 0)
  return [sum.toFixed(6), Number(total).toFixed(6)] as const
}

test('200 random credits of a busy week add up to the ledger, and replaying them gives the same', async () => {
  const { seasonVersion } = week
  const credits = await creditsOf()
  const random = numbersFrom(7)
  const chosen = credits
    .map((credit) => ({ credit, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, EXPLAINED)
    .map(({ credit }) => credit)
  const support = await anOperator(server, 'SUPPORT')

  const transactions = new Set<number | null>()
  for (const { id, memberId } of chosen) {
    const userId = Number(memberId)
    const params = { userId, entryId: `history:${id}` }
    const { data } = await support.call('explanation.ofMember', { params })

    expect(data).toMatchObject({ replayed: true, equalsLedger: true, seasonVersion })
    const sums = data?.sums ?? []
    expect(unitsOf(sums)).toEqual(await movesOf(data?.ledgerTransactionId ?? null, userId))
    for (const sum of sums) {
      const [parts, total] = addUp(sum)
      expect(parts).toBe(total)
    }
    transactions.add(data?.ledgerTransactionId ?? null)
  }

  expect(chosen).toHaveLength(EXPLAINED)
  // Each credit is recorded by a transaction of its own.
  expect(transactions.size).toBe(EXPLAINED)
  expect(new Set(chosen.map(({ kind }) => kind))).toEqual(
    new Set(['CHECK_IN', 'SPIN', 'TICKET', 'MISSION', 'INVITE', 'PURCHASE', 'ROUND_REWARD']),
  )
})

describe('the settlement of the week', () => {
  beforeAll(async () => {
    while ((await appendPostings(server.ctx)) === 'part');
  })

  test('follows from the public log and the openings of the round', async () => {
    const openings = await exportOpenings(server, week.roundId)
    const replay = await replayFromLog(server, openings)

    expect(replay.problems).toEqual([])
    expect(replay).toMatchObject({ members: MEMBERS, notOpened: 0, late: 0 })
    expect(replay.opened.xp).toBeGreaterThan(100)
    expect(replay.expectedMembers).toBeGreaterThan(2)
    expect(replay.paid).toBe(replay.facts.rewarded)
    // An outsider learns the salts of this round, and no key.
    const keys = await server.ctx.db.select().from(pointsLogMembers)
    for (const { key } of keys) expect(openings.join()).not.toContain(key?.toString('hex'))
  })

  test('does not follow when the ledger has another reward than the one that was paid', async () => {
    const openings = await exportOpenings(server, week.roundId)
    const last = openings.findLastIndex((line) => line.includes('"salt"'))
    const altered = openings.with(
      last,
      (openings[last] ?? '').replace(/"amounts":\["(\d)/, '"amounts":["1$1'),
    )
    const { index } = JSON.parse(altered[last] ?? '') as { index: number }
    const replay = await replayFromLog(server, altered)

    expect(replay.problems).toContainEqual({ problem: 'OPENING_ALTERED', index })
    expect(replay.problems.map(({ problem }) => problem)).toContain('WRONG_SHARE')
  })

  test('follows for all others when an account was erased', async () => {
    const before = await replayFromLog(server, await exportOpenings(server, week.roundId))
    const erased = await server.ctx.db
      .update(pointsLogMembers)
      .set({ key: null })
      .where(eq(pointsLogMembers.memberId, MEMBERS))
      .returning()
    const replay = await replayFromLog(server, await exportOpenings(server, week.roundId))

    expect(erased).toHaveLength(1)
    expect(replay.problems).toEqual([])
    expect(replay.members).toBe(MEMBERS - 1)
    expect(replay.erased.xp).toBe(before.opened.xp - replay.opened.xp)
    expect(replay.erased.xp).toBeGreaterThan(0)
  })

  test('follows from the shares of the root that pays it', async () => {
    const { sum, root } = await postRoot(server, week.roundId)
    const replay = await replayFromLog(server, await exportOpenings(server, week.roundId))

    expect(replay.problems).toEqual([])
    expect(replay.root).toMatchObject({ root, ofRound: sum, total: sum + 7n })
    expect(sum).toBeGreaterThan(0n)
  })

  test('cannot be exported before the round is settled', async () => {
    await expect(exportOpenings(server, week.roundId + 1)).rejects.toThrow(OpeningsRefusedError)
    await expect(exportOpenings(server, 999_999)).rejects.toThrow('There is no round 999999')
  })
})
