import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { transfer } from '#/platform/books/ledger.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openBrowser, signUpMember } from '#test/test-member.ts'
import { aSeason, earnXp } from '#test/test-season.ts'

let server: TestApp
let ended: Awaited<ReturnType<typeof aSeason>>
let ongoing: Awaited<ReturnType<typeof aSeason>>
let upcoming: Awaited<ReturnType<typeof aSeason>>
beforeAll(async () => {
  server = await startTestApp()
  ended = await aSeason(server, { startsInDays: -50 })
  ongoing = await aSeason(server, { startsInDays: -7 })
  upcoming = await aSeason(server, { startsInDays: 25 })
})
afterAll(() => server.close())

describe('the list of seasons', () => {
  test('is public, contains no member data and starts with the running season', async () => {
    const { code, data } = await openBrowser(server).call('season.listPublic', { query: {} })

    expect(code).toBe(0)
    expect(data?.list.map(({ seasonId, status }) => [seasonId, status])).toEqual([
      [ongoing.seasonId, 'ONGOING'],
      [upcoming.seasonId, 'UPCOMING'],
      [ended.seasonId, 'ENDED'],
    ])
    expect(Object.keys(data?.list[0] ?? {}).toSorted()).toEqual([
      'description',
      'endAt',
      'imageUrl',
      'seasonId',
      'startAt',
      'status',
      'title',
    ])
    expect(data).toMatchObject({ page: 1, size: 20, totalCount: 3, hasNext: false })
  })

  test('is filtered by one status or several, and is paged', async () => {
    const ids = async (search: string) => {
      const response = await server.app.inject(`/v1/public/seasons?${search}`)
      const { data, code } = response.json<{
        code: number
        data: { list: { seasonId: number }[]; hasNext: boolean; totalCount: number } | null
      }>()
      return { code, ...data, ids: data?.list.map(({ seasonId }) => seasonId) }
    }

    expect(await ids('status=ENDED')).toMatchObject({ ids: [ended.seasonId] })
    expect(await ids('status=ENDED&status=ONGOING')).toMatchObject({
      ids: [ongoing.seasonId, ended.seasonId],
    })
    expect(await ids('size=2')).toMatchObject({ hasNext: true })
    expect(await ids('size=2&page=2')).toMatchObject({ ids: [ended.seasonId], hasNext: false })
    const beyond = { ids: [], hasNext: false, totalCount: 3 }
    expect(await ids('size=2&page=3')).toMatchObject(beyond)
    expect((await ids('status=OVER')).code).toBe(Code.INVALID_REQUEST)
  })

  test('shows a member the points earned, the progress and the card status', async () => {
    const member = await signUpMember(server)
    await earnXp(server, ongoing.seasonId, new Map([[member.userId, 120]]))

    const { data } = await member.call('season.list', { query: {} })

    expect(
      data?.list.map(({ pointsEarned, progress, cardStatus }) => [
        pointsEarned,
        progress,
        cardStatus,
      ]),
    ).toEqual([
      [120, 26, 'IN_PROGRESS'],
      [0, 0, 'IN_PROGRESS'],
      [0, 100, 'COMPLETED'],
    ])
  })

  test('is in Korean when the client requests Korean', async () => {
    const browser = openBrowser(server)

    const { data } = await browser.call(
      'season.listPublic',
      { query: {} },
      { 'accept-language': 'ko' },
    )

    expect(data?.list[0]?.title).toBe('긴 밤')
  })
})

describe('a season', () => {
  test('starts a new member at the first level', async () => {
    const member = await signUpMember(server)
    const { seasonId, rounds, tiers } = ongoing

    const { data } = await member.call('season.show', { params: { seasonId } })

    expect(data).toMatchObject({
      seasonId,
      status: 'ONGOING',
      currentRoundId: rounds[1]?.roundId,
      me: {
        level: 1,
        seasonXp: 0,
        xpBalance: 0,
        xpToNextLevel: 100,
        levelMinXp: 0,
        nextLevelMinXp: 100,
        tickets: 0,
        ticketRatePerDay: 1,
        rank: null,
        tier: 'Bronze',
        tierId: tiers[0]?.tierId,
        tierEmblem: 'bronze',
        nextTier: { name: 'Silver', minXp: 2000 },
        levelBonusPercent: 0,
        tierBonusPercent: 0,
        estimatedReward: '0',
        receivedReward: '0',
        pendingReward: '0',
        waitingReward: '0',
        rewardSymbol: 'USDS',
      },
    })
  })

  test('returns level, tier, rank and the estimated round share with the values it is based on', async () => {
    const { seasonId, rounds } = await aSeason(server, { startsInDays: -7 })
    const member = await signUpMember(server)
    const other = await signUpMember(server)
    await earnXp(server, seasonId, new Map([[member.userId, 5000]]), rounds[0])
    await earnXp(
      server,
      seasonId,
      new Map([
        [member.userId, 300],
        [other.userId, 700],
      ]),
      rounds[1],
    )

    const { data } = await member.call('season.show', { params: { seasonId } })

    expect(data?.me).toMatchObject({
      level: 54,
      seasonXp: 5300,
      xpToNextLevel: 100,
      tier: 'Gold',
      tierBonusPercent: 10,
      ticketRatePerDay: 3,
      rank: 1,
      estimatedReward: '750',
      estimate: {
        roundId: rounds[1]?.roundId,
        pool: '2500',
        myXp: 300,
        allXp: 1000,
        checkInDays: 0,
        checkInDaysNeeded: 3,
        hasWallet: false,
        asOf: server.clock.now.toISOString(),
      },
    })
  })

  test('keeps level, tier and rank when the member spends XP', async () => {
    const { seasonId } = await aSeason(server)
    const member = await signUpMember(server)
    const rival = await signUpMember(server)
    await earnXp(
      server,
      seasonId,
      new Map([
        [member.userId, 2000],
        [rival.userId, 2040],
      ]),
    )
    await member.call('mission.execute', { params: { seasonId, missionId: 1 }, body: {} })
    const before = await member.call('season.show', { params: { seasonId } })

    await transfer(server.ctx.db, {
      kind: 'PURCHASE',
      key: `season-26:${seasonId}`,
      at: server.ctx.now(),
      from: { member: member.userId },
      to: { system: 'SHOP' },
      asset: 'XP',
      scope: `season:${seasonId}`,
      amount: 52n,
    })
    const after = await member.call('season.show', { params: { seasonId } })

    expect(before.data?.me).toMatchObject({ rank: 1, level: 21, tier: 'Silver', xpBalance: 52 })
    expect(after.data?.me).toEqual({ ...before.data?.me, xpBalance: 0 })
  })

  test('has no next level at the highest level', async () => {
    const { seasonId } = await aSeason(server, { startsInDays: -3 })
    const member = await signUpMember(server)
    await earnXp(server, seasonId, new Map([[member.userId, 50_000]]))

    const { data } = await member.call('season.show', { params: { seasonId } })

    expect(data?.me).toMatchObject({
      level: 300,
      xpToNextLevel: 0,
      nextLevelMinXp: null,
      nextTier: null,
      tier: 'Diamond',
      levelBonusPercent: 10,
      tierBonusPercent: 20,
    })
  })

  test('has no round to estimate before it starts and after it has ended', async () => {
    const member = await signUpMember(server)

    for (const { seasonId } of [upcoming, ended]) {
      const { data } = await member.call('season.show', { params: { seasonId } })
      expect(data).toMatchObject({ currentRoundId: null, me: { estimate: null } })
    }
  })

  test('lists the tiers with their benefits and marks the member’s tier', async () => {
    const { seasonId } = await aSeason(server, { startsInDays: -2 })
    const member = await signUpMember(server)
    await earnXp(server, seasonId, new Map([[member.userId, 2000]]))

    const { data } = await member.call('season.tiers', { params: { seasonId } })

    expect(
      data?.list.map((tier) => [
        tier.name,
        tier.emblem,
        tier.minXp,
        tier.bonusPercent,
        tier.ticketsPerDay,
        tier.mine,
      ]),
    ).toEqual([
      ['Bronze', 'bronze', 0, 0, 1, false],
      ['Silver', 'silver', 2000, 5, 2, true],
      ['Gold', 'gold', 5000, 10, 3, false],
      ['Platinum', 'platinum', 10_000, 15, 4, false],
      ['Diamond', 'diamond', 20_000, 20, 5, false],
    ])
  })

  test('has 300 levels, with a bonus from level 100 and a larger one from 200', async () => {
    const member = await signUpMember(server)

    const { data } = await member.call('season.levels', { params: { seasonId: ongoing.seasonId } })

    expect(data?.list).toHaveLength(300)
    expect([1, 2, 99, 100, 199, 200, 300].map((level) => data?.list[level - 1])).toEqual([
      { level: 1, minXp: 0, bonusPercent: 0 },
      { level: 2, minXp: 100, bonusPercent: 0 },
      { level: 99, minXp: 9800, bonusPercent: 0 },
      { level: 100, minXp: 9900, bonusPercent: 5 },
      { level: 199, minXp: 19_800, bonusPercent: 5 },
      { level: 200, minXp: 19_900, bonusPercent: 10 },
      { level: 300, minXp: 29_900, bonusPercent: 10 },
    ])
  })

  test('lists consecutive rounds, each with its pool and the member’s share', async () => {
    const member = await signUpMember(server)

    const { data } = await member.call('season.rounds', { params: { seasonId: ongoing.seasonId } })

    expect(
      data?.list.map(({ number, status, pool, symbol }) => [number, status, pool, symbol]),
    ).toEqual([
      [1, 'ENDED', '2500', 'USDS'],
      [2, 'ONGOING', '2500', 'USDS'],
      [3, 'UPCOMING', '2500', 'USDS'],
      [4, 'UPCOMING', '2500', 'USDS'],
    ])
    data?.list.slice(1).forEach(({ startAt }, at) => expect(startAt).toBe(data.list[at]?.endAt))
  })

  test('lists its own banners in order', async () => {
    const member = await signUpMember(server)

    const { data } = await member.call('season.banners', { params: { seasonId: ongoing.seasonId } })

    expect(data?.list.map(({ imageUrl, linkUrl }) => [imageUrl, linkUrl])).toEqual([
      ['/art/banner-wheel.svg', null],
      ['/art/banner-stars.svg', '/starlight'],
      ['/art/banner-climb.svg', '/rewards/invite-event/'],
    ])
  })

  test.each([
    'season.show',
    'season.tiers',
    'season.rounds',
    'season.levels',
    'season.banners',
  ] as const)('returns 2901 from %s when it does not exist', async (id) => {
    const member = await signUpMember(server)

    const reply = await member.call(id, { params: { seasonId: 999_999_999 } })

    expect(reply).toMatchObject({
      status: 404,
      code: Code.NOT_FOUND,
      msg: 'We couldn’t find that.',
    })
  })
})
