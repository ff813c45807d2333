import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#/platform/process/db.ts'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { checkProgramme } from '#test/programme-check.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openBrowser, type Browser } from '#test/test-member.ts'
import { DEMO_ACCOUNT, seedDemo } from './account.ts'

let server: TestApp
let demo: Browser
beforeAll(async () => {
  server = await startTestApp()
  server.ctx.settings.demo = true
  await Promise.all(Array.from({ length: 6 }, () => seedDemo(server.ctx)))
  await server.worker.runDue()
  demo = openBrowser(server)
  await demo.call('auth.login', { body: DEMO_ACCOUNT })
})
afterAll(() => server.close())

test('servers that start concurrently create the demo account once', async () => {
  const accounts = await rowsOf(
    server.ctx.db,
    sql`select id from members where email = ${DEMO_ACCOUNT.email}`,
  )

  expect(accounts).toHaveLength(1)
})

test('a new visitor finds a season of each kind, competitors and a history', async () => {
  const { data: seasons } = await demo.call('season.list', { query: {} })
  const seasonId = seasons?.list[0]?.seasonId ?? 0
  const { data: season } = await demo.call('season.show', { params: { seasonId } })
  const { data: ranking } = await demo.call('ranking.list', { params: { seasonId } })
  const { data: history } = await demo.call('history.list', { params: { seasonId }, query: {} })

  expect(seasons?.list.map(({ status }) => status)).toEqual(['ONGOING', 'UPCOMING', 'ENDED'])
  expect(new Set(seasons?.list.map(({ title }) => title)).size).toBe(3)
  expect(ranking).toMatchObject({ totalCount: 225 })
  expect(ranking?.list).toHaveLength(100)
  const { data: mine } = await demo.call('league.mine', { params: { seasonId } })
  expect(mine).toMatchObject({ state: 'PLAYING', week: { number: 2 } })
  expect(mine?.league?.list.length).toBeGreaterThanOrEqual(20)
  expect(season?.me.seasonXp).toBeGreaterThan(500)
  expect(season?.me.tickets).toBeGreaterThan(0)
  expect(Number(season?.me.waitingReward)).toBeGreaterThan(0)
  expect(new Set(history?.list.map(({ kind }) => kind))).toEqual(
    new Set(['CHECK_IN', 'SPIN', 'TICKET', 'ROUND_REWARD']),
  )
  expect(await checkLedger(server.ctx.db)).toEqual([])
  expect(await checkProgramme(server.ctx.db)).toEqual([])
})

test('draws the same prizes at every start, so that the account is in a league', async () => {
  const { data: seasons } = await demo.call('season.list', { query: {} })
  const { data: history } = await demo.call('history.list', {
    params: { seasonId: seasons?.list[0]?.seasonId ?? 0 },
    query: {},
  })

  const spins = history?.list.filter(({ kind }) => kind === 'SPIN')
  expect(spins?.map(({ xp }) => xp)).toEqual([50, 30, 10, 10, 300])
})

test('a new visitor finds a friend in each state, a withdrawal, a purchase and a refund', async () => {
  const { data: friends } = await demo.call('invite.referrals', { query: {} })
  const { data: mine } = await demo.call('invite.mine', {})
  const { data: withdrawals } = await demo.call('invite.withdrawals', { query: {} })
  const { data: seasons } = await demo.call('season.list', { query: {} })
  const { data: bought } = await demo.call('history.list', {
    params: { seasonId: seasons?.list[0]?.seasonId ?? 0 },
    query: { tab: 'Purchased' },
  })

  expect(friends?.list.map(({ state }) => state)).toEqual([
    'JOINED',
    'WALLET',
    'WAITING',
    'NEVER',
    'CLAIMABLE',
    'CLAIMED',
  ])
  expect(mine).toMatchObject({ withdrawable: '3', withdrawn: '10' })
  expect(withdrawals?.list).toMatchObject([{ amount: '10', status: 'CONFIRMED' }])
  expect(bought?.list.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
    'REFUND COMPLETED',
    'PURCHASE REFUND_COMPLETED',
    'PURCHASE COMPLETED',
  ])
  expect(await checkLedger(server.ctx.db)).toEqual([])
})

test('a new visitor finds a notice of each kind, the oldest already read', async () => {
  const { data: notices } = await demo.call('notice.list', { query: {} })

  expect(notices?.list.map(({ type, read }) => `${type} ${read}`)).toEqual([
    'MAINTENANCE false',
    'NOTICE false',
    'EVENT true',
  ])
})

test('the demo always has an upcoming season with its own name, however long it runs', async () => {
  for (const days of [30, 60, 400]) {
    server.clock.advance(days * 24 * 60 * 60_000)
    await server.worker.runDue()
    const { data } = await openBrowser(server).call('season.listPublic', {
      query: { status: 'UPCOMING' },
    })
    expect(data?.list).toHaveLength(1)
  }
  // The themes have started over by then, but no two seasons may have the same name.
  const { data } = await openBrowser(server).call('season.listPublic', { query: { size: 100 } })
  const names = data?.list.map(({ title }) => title) ?? []
  expect(names.length).toBeGreaterThan(5)
  expect(new Set(names).size).toBe(names.length)
})
