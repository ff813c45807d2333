import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import { ChainError } from '#/platform/process/chain-error.ts'
import { insertMembers } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import {
  distributorOf,
  giveWallet,
  postRoots,
  rewardStates,
  settleShared,
} from '#test/test-distribution.ts'
import { aSeason } from '#test/test-season.ts'
import { fundTreasury, setStableCaps } from '#test/test-treasury.ts'
import { aWallet } from '#test/test-wallet.ts'
import { freeBalance } from './free-balance.service.ts'

const USDS = { symbol: 'USDS', decimals: 6 }
const CHAIN = 31_337

let server: TestApp
beforeEach(async () => {
  server = await startTestApp({ withChains: true })
  await fundTreasury(server)
})
afterEach(() => server.close())

const free = () => freeBalance(server.ctx, USDS)

/** Lets every round promise 9 USDS. */
const withSmallPools = (plan: SeasonPlan): SeasonPlan => ({
  ...plan,
  rounds: plan.rounds.map((round) => ({ ...round, pool: '9' })),
})

test('stays the same from the promise of a pool until the rewards of its round are paid', async () => {
  const unpromised = await free()
  const season = await aSeason(server, { change: withSmallPools })
  const [ada = 0, ben = 0, cal = 0] = await insertMembers(server.ctx.db, 3)
  for (const memberId of [ada, ben]) await giveWallet(server, memberId, aWallet().address)
  server.ctx.settings.rewardRootAbove = 1
  await setStableCaps(server, { perDay: '2' })

  const promised = await free()
  await settleShared(server, [ada, ben, cal], season)
  const settled = [await free(), ...(await rewardStates(server, ada))]
  await postRoots(server)
  const beingFunded = [await free(), (await distributorOf(server)).step]
  const states = [await rewardStates(server, ada), await rewardStates(server, cal)]

  expect(Number(unpromised) - Number(promised)).toBeCloseTo(36, 6)
  expect(settled).toMatchObject([promised, { state: 'OWED', root: null, amount: '3000000' }])
  expect(beingFunded).toEqual([promised, 'FUNDING'])
  expect(states).toMatchObject([[{ state: 'OWED', root: 1 }], [{ state: 'WAITING' }]])
})

test('is unknown while a network with the token is silent, and only then', async () => {
  const { node } = server.ctx.chains
  const silence = (isSilent: (chainId: number) => boolean) => {
    const silent = { call: () => Promise.reject(new ChainError('No answer')) }
    server.ctx.chains.node = (network) => (isSilent(network.chainId) ? silent : node(network))
  }
  silence((chainId) => chainId !== CHAIN)
  const oneOfTwo = await free()
  await server.ctx.db.execute(sql`update contracts set enabled = false where symbol = 'USDS'
    and network_id <> (select id from networks where chain_id = ${CHAIN})`)
  const other = await free()
  silence((chainId) => chainId === CHAIN)

  expect(oneOfTwo).toBeNull()
  expect(Number(other)).toBeGreaterThan(0)
  expect(await free()).toBeNull()
})
