import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aFriendOf, claim } from '#test/test-invite.ts'
import { logInAgain, signUpMember, type Browser } from '#test/test-member.ts'
import { execute, LINK_MISSION } from '#test/test-mission.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aSeason, earnXp, settleRound } from '#test/test-season.ts'
import { aProduct } from '#test/test-shop.ts'
import { aWallet, registerWallet } from '#test/test-wallet.ts'

const CHECK_IN = 1
const SPIN = 2
const TICKETS = 3
const noon = new Date('2026-06-23T08:00:00.000Z')

let server: TestApp
let support: TestOperator
beforeAll(async () => {
  server = await startTestApp()
  support = await anOperator(server, 'SUPPORT')
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.now = noon
  await server.ctx.db.execute(sql`delete from rate_limits`)
})

type Member = Awaited<ReturnType<typeof signUpMember>>

async function mine(member: Browser, entryId: string, language = 'en') {
  const headers = { 'accept-language': language }
  return member.call('explanation.mine', { params: { entryId } }, headers)
}

async function ofMember({ userId }: Pick<Member, 'userId'>, entryId: string) {
  return support.call('explanation.ofMember', { params: { userId, entryId } })
}

/** Executes a mission and returns the id of its entry in the history. */
async function earn(member: Browser, seasonId: number, missionId: number): Promise<string> {
  const { data, code } = await execute(member, seasonId, missionId)
  if (!data?.historyId) throw new Error(`Mission ${missionId} was refused with ${code}`)
  return `history:${data.historyId}`
}

describe('an explained credit', () => {
  test('names every part of a fifth check-in with its bonuses', async () => {
    const season = await aSeason(server)
    const { seasonId } = season
    const member = await signUpMember(server)
    await earnXp(server, seasonId, new Map([[member.userId, 2500]]))
    let entryId = ''
    for (let day = 0; day < 5; day += 1) {
      if (day > 0) server.clock.advance(DAY_MS)
      await logInAgain(member)
      entryId = await earn(member, seasonId, CHECK_IN)
    }

    const { data } = await mine(member, entryId)
    const asOperator = await ofMember(member, entryId)

    const [tier] = season.tiers.filter(({ minXp }) => minXp <= 2500).slice(-1)
    expect(data).toMatchObject({
      entryId,
      rule: 'check-in',
      ruleVersion: 1,
      outcome: 'GRANTED',
      seasonVersion: season.version,
      seasonId,
      at: server.clock.now.toISOString(),
      inputs: {
        number: 5,
        baseXp: 50,
        bonusEvery: 5,
        bonusXp: 100,
        lastDay: '2026-06-26',
        tier: tier?.name.en,
        tierPercent: tier?.bonusPercent,
        level: 28,
      },
      steps: [
        { check: 'WINDOW_OPEN', passed: true },
        { check: 'FIRST_TODAY', passed: true },
      ],
      next: null,
    })
    const [sum] = data?.sums ?? []
    expect(sum?.unit).toBe('XP')
    expect(sum?.parts.slice(0, 2)).toEqual([
      { part: 'BASE', amount: '50' },
      { part: 'FIFTH_BONUS', amount: '100' },
    ])
    // The operator reads the same verdict, and more.
    expect(asOperator.data).toMatchObject({
      ...data,
      replayed: true,
      equalsLedger: true,
      refusal: null,
      hiddenInputs: { tierId: tier?.tierId },
      links: [
        { kind: 'LEDGER', id: String(data?.ledgerTransactionId) },
        { kind: 'SEASON', id: String(seasonId) },
      ],
    })
    expect(data).not.toHaveProperty('links')
  })

  test('shows the draw of a spin, and an altered prize is not the one of the rule', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    const entryId = await earn(member, seasonId, SPIN)

    const { data } = await ofMember(member, entryId)
    const other = data?.inputs['prizeXp'] === 10 ? { at: 1, xp: 30 } : { at: 0, xp: 10 }
    await server.ctx.db.execute(sql`update histories set xp = ${other.xp}::integer,
      data = jsonb_set(data, '{prizeIndex}', to_jsonb(${other.at}::integer))
      where member_id = ${member.userId}`)
    const altered = await ofMember(member, entryId)

    expect(data).toMatchObject({
      rule: 'spin',
      replayed: true,
      equalsLedger: true,
      inputs: { freePerDay: 1, freeUsedToday: 0, nonce: 0, usedTicket: false },
      steps: [
        { check: 'SPIN_LEFT', passed: true },
        { check: 'DRAW_VERIFIED', passed: true },
      ],
    })
    expect(altered.data).toMatchObject({
      replayed: false,
      equalsLedger: false,
      steps: [{ passed: true }, { check: 'DRAW_VERIFIED', passed: false }],
    })
  })

  test('keeps the version and the terms of the season of its day', async () => {
    const season = await aSeason(server)
    const { seasonId } = season
    const member = await signUpMember(server)
    const entryId = await earn(member, seasonId, CHECK_IN)
    await server.ctx.db.execute(sql`update seasons
      set version = version + 1, check_in_base_xp = 75 where id = ${seasonId}`)

    const { data } = await ofMember(member, entryId)

    expect(data).toMatchObject({
      seasonVersion: season.version,
      inputs: { baseXp: 50 },
      replayed: true,
    })
  })

  test('is explained by the parts that an entry kept before traces existed', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    const entries = [
      await earn(member, seasonId, CHECK_IN),
      await earn(member, seasonId, SPIN),
      await earn(member, seasonId, TICKETS),
    ]
    await server.ctx.db.execute(sql`update histories set data = data - 'trace'
      where member_id = ${member.userId}`)

    for (const entryId of entries) {
      const { data } = await ofMember(member, entryId)

      expect(data).toMatchObject({ outcome: 'GRANTED', replayed: null, equalsLedger: true })
      expect(data?.seasonVersion).toBeNull()
      expect(data?.sums).not.toEqual([])
    }
  })

  test('covers missions, tickets, invites, purchases and the ledger transactions behind them', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    await member.call('mission.open', { params: { seasonId, missionId: LINK_MISSION } })
    server.clock.advance(20_000)
    await aFriendOf(server, member)
    const claimed = await claim(member, 'FIRST_INVITE', seasonId)
    await earn(member, seasonId, LINK_MISSION)
    await earn(member, seasonId, TICKETS)
    const productId = await aProduct(server, seasonId)
    const params = { seasonId, productId }
    const bought = await member.call('product.buy', { params, body: { quantity: 1 } })
    expect([claimed.code, bought.code]).toEqual([Code.SUCCESS, Code.SUCCESS])

    const histories = await rowsOf<{ id: string; kind: string }>(
      server.ctx.db,
      sql`select id, kind from histories where member_id = ${member.userId} order by id`,
    )
    const transactions = await rowsOf<{ id: string }>(
      server.ctx.db,
      sql`select distinct e.transaction_id as id from ledger_entries e
        join ledger_accounts a on a.id = e.account_id where a.member_id = ${member.userId}
        order by 1`,
    )
    expect(histories.map(({ kind }) => kind).toSorted()).toEqual([
      'INVITE',
      'MISSION',
      'PURCHASE',
      'TICKET',
    ])
    expect(transactions).toHaveLength(histories.length)
    const found = new Set<string>()
    for (const { id } of histories) {
      const { data } = await ofMember(member, `history:${id}`)
      expect(data).toMatchObject({ outcome: 'GRANTED', replayed: true, equalsLedger: true })
      found.add(String(data?.ledgerTransactionId))
      // The transaction of the entry has the same explanation.
      const other = await ofMember(member, `ledger:${data?.ledgerTransactionId}`)
      expect({ ...other.data, entryId: '' }).toEqual({ ...data, entryId: '' })
    }
    expect(found).toEqual(new Set(transactions.map(({ id }) => id)))
  })

  test('covers adjustments by operators', async () => {
    const finance = await anOperator(server, 'FINANCE')
    const member = await signUpMember(server)
    const body = { asset: 'XP', amount: '50', reason: 'Lost in the outage' } as const
    const params = { userId: member.userId }
    const given = await finance.call('operator.adjustBalance', { params, body })

    const { data } = await ofMember(member, `ledger:${given.data?.transactionId}`)

    expect(data).toMatchObject({
      rule: 'adjustment',
      outcome: 'GRANTED',
      sums: [{ unit: 'XP', parts: [{ part: 'ADJUSTMENT', amount: '50' }], total: '50' }],
      // The sums are those of the ledger.
      equalsLedger: null,
    })
    expect(JSON.stringify(data)).not.toContain('outage')
  })
})

describe('an explained round', () => {
  /** Lets members check in on the first days of a season and settles its first round. */
  async function settledRound(daysOf: readonly number[]) {
    const season = await aSeason(server)
    const { seasonId, firstRound } = season
    const members: Member[] = []
    while (members.length < daysOf.length) members.push(await signUpMember(server))
    for (let day = 0; day < Math.max(...daysOf); day += 1) {
      if (day > 0) server.clock.advance(DAY_MS)
      for (const [at, member] of members.entries()) {
        await logInAgain(member)
        if (day < (daysOf[at] ?? 0)) await earn(member, seasonId, CHECK_IN)
      }
    }
    server.clock.now = new Date(firstRound.endAt.getTime() + 3 * 60 * 60_000)
    await server.worker.runDue()
    await settleRound(server.ctx, firstRound.roundId)
    return { ...season, members, entryId: `round:${firstRound.roundId}` }
  }

  test('says which days counted, who shared the pool and how many days the next one has', async () => {
    const season = await settledRound([2, 3, 4])
    const [member, other] = season.members
    if (!member || !other) throw new Error('The round has no members')
    await logInAgain(member)
    await earn(member, season.seasonId, CHECK_IN)

    const { data } = await mine(member, season.entryId)

    expect(data).toMatchObject({
      rule: 'round',
      outcome: 'TOO_FEW_DAYS',
      inputs: {
        number: 1,
        pool: '2500',
        symbol: 'USDS',
        members: 2,
        checkInDays: 2,
        checkInDaysNeeded: 3,
      },
      sums: [],
      steps: [
        { check: 'XP', passed: true },
        { check: 'CHECK_IN_DAYS', passed: false },
      ],
      next: { kind: 'ROUND', inputs: { number: 2, checkInDays: 1, checkInDaysNeeded: 3 } },
      ledgerTransactionId: null,
    })
    expect(data?.days).toHaveLength(7)
    expect(data?.days.filter(({ counted }) => counted).map(({ day }) => day)).toEqual([
      '2026-06-23',
      '2026-06-24',
    ])
    // Other members stay unnamed.
    expect(JSON.stringify(data)).not.toContain(other.email)
  })

  test('without any XP says so, and a running round is not settled yet', async () => {
    const season = await settledRound([3])
    const stranger = await signUpMember(server)
    const [, second] = season.rounds

    const ended = await mine(stranger, season.entryId)
    const running = await mine(stranger, `round:${second?.roundId}`)

    expect(ended.data).toMatchObject({ outcome: 'NO_XP', inputs: { xp: 0, members: 1 } })
    expect(running.data).toMatchObject({
      outcome: 'NOT_SETTLED',
      inputs: { number: 2 },
      next: { kind: 'ROUND', inputs: { number: 2, checkInDays: 0 } },
    })
  })

  test('explains a reward that waits for a wallet, and the same reward on its way', async () => {
    const season = await settledRound([3, 3])
    const [member] = season.members
    if (!member) throw new Error('The round has no members')
    await logInAgain(member)

    const waiting = await ofMember(member, season.entryId)
    await registerWallet(member, aWallet())
    const onItsWay = await ofMember(member, season.entryId)
    const [row] = await rowsOf<{ id: string }>(
      server.ctx.db,
      sql`select id from histories where member_id = ${member.userId} and kind = 'ROUND_REWARD'`,
    )
    const asHistory = await ofMember(member, `history:${row?.id}`)

    expect(waiting.data).toMatchObject({
      outcome: 'WAITING_FOR_WALLET',
      seasonVersion: season.version,
      inputs: { reward: '1250', state: 'WAITING', checkInDays: 3 },
      sums: [{ unit: 'USDS', parts: [{ part: 'SHARE', amount: '1250' }], total: '1250' }],
      next: { kind: 'WALLET' },
      replayed: true,
      equalsLedger: true,
    })
    expect(onItsWay.data).toMatchObject({
      outcome: 'GRANTED',
      inputs: { state: 'PENDING' },
      next: null,
      replayed: true,
    })
    expect(onItsWay.data?.links.map(({ kind }) => kind)).toEqual(['LEDGER', 'PAYOUT', 'SEASON'])
    expect({ ...asHistory.data, entryId: '' }).toEqual({ ...onItsWay.data, entryId: '' })
  })
})

describe('an entry that the member does not have', () => {
  test('is not found, neither by another member nor for an operator', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    const other = await signUpMember(server)
    const entryId = await earn(member, seasonId, CHECK_IN)
    const { data } = await mine(member, entryId)
    const ledgerId = `ledger:${data?.ledgerTransactionId}`

    for (const id of [entryId, ledgerId]) {
      expect(await mine(other, id)).toMatchObject({ status: 404, code: Code.NOT_FOUND })
      expect(await ofMember(other, id)).toMatchObject({ code: Code.NOT_FOUND })
      expect(await mine(member, id)).toMatchObject({ code: Code.SUCCESS })
    }
    for (const id of ['history:999999999', 'ledger:999999999', 'round:999999999']) {
      expect(await mine(member, id)).toMatchObject({ code: Code.NOT_FOUND })
    }
    expect(await mine(member, 'history:x')).toMatchObject({ code: Code.INVALID_REQUEST })
  })
})
