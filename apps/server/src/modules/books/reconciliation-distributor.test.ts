import { sql } from 'drizzle-orm'
import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { REWARD_DISTRIBUTOR } from '@solstice/contracts/contracts'
import { distributionTree } from '@solstice/contracts/distribution-tree'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { jobKinds } from '#/job-kinds.ts'
import { queueWatches } from '#/modules/order/order.jobs.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { createWorker } from '#/platform/process/worker.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { distributorOf, giveWallet, postRoots, settleShared } from '#test/test-distribution.ts'
import { logInAgain, signUpMember, type Browser } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { payTokens } from '#test/test-shop.ts'
import { advanceChains, fundTreasury, setStableCaps } from '#test/test-treasury.ts'
import { aWallet, chainOf, sendFrom } from '#test/test-wallet.ts'
import { queueReconciliation } from './books.jobs.ts'

type Player = Browser & { email: string; userId: number; wallet: ReturnType<typeof aWallet> }

let server: TestApp
let finance: TestOperator
let players: Player[]
let season: Awaited<ReturnType<typeof settleShared>>['season']
const stranger = aWallet()

beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  await fundTreasury(server)
  await setStableCaps(server, { perDay: '100000' })
  server.worker = createWorker(server.ctx, jobKinds)
  server.ctx.settings.rewardRootAbove = 1
  // As when a server starts.
  await queueWatches(server.ctx)
  finance = await anOperator(server, 'FINANCE')
  players = []
  for (let at = 0; at < 3; at += 1) {
    const member = await signUpMember(server)
    const wallet = aWallet()
    await giveWallet(server, member.userId, wallet.address)
    players.push(Object.assign(member, { wallet }))
  }
  await chainOf(server).faucet.send(stranger.address, { native: '1', token: '5' })
  const settled = await settleShared(server, idsOf(players))
  season = settled.season
  await postRoots(server)
  await nightPasses()
})
afterAll(() => server.close())

const idsOf = (list: readonly Player[]) => list.map(({ userId }) => userId)

/** Makes everything final and reconciles as every night. */
async function nightPasses(): Promise<void> {
  await advanceChains(server, 6)
  server.clock.advance(HOUR_MS)
  await advanceChains(server, 3)
  server.clock.advance(DAY_MS)
  await advanceChains(server, 2)
  await queueReconciliation(server.ctx, server.ctx.now())
  await server.worker.runDue()
}

async function show(kind: 'TREASURY' | 'DISTRIBUTOR'): Promise<CallData<'ledger.reconciliation'>> {
  const { data: list } = await finance.call('ledger.reconciliations', {})
  const found = list?.accounts.find((each) => each.chainId === 31_337 && each.kind === kind)
  const params = { accountId: found?.accountId ?? 0 }
  const { data } = await finance.call('ledger.reconciliation', { params, query: {} })
  if (!data) throw new Error(`There is no account of the kind ${kind}`)
  return data
}

const differencesIn = ({ account }: CallData<'ledger.reconciliation'>) =>
  account.tokens.map(({ symbol, difference }) => [symbol, difference])

/** Returns the sums of all recorded movements of the token. */
function movementsIn({ runs }: CallData<'ledger.reconciliation'>): Record<string, string> {
  const all = runs
    .flatMap(({ tokens }) => tokens.filter(({ symbol }) => symbol === 'USDS'))
    .flatMap(({ movements }) => movements)
  const sums = Array.from(
    Map.groupBy(all, ({ kind }) => kind),
    ([kind, own]) => {
      const sum = own.reduce((total, { amount }) => total + Number(amount), 0)
      return [kind, sum.toFixed(6)]
    },
  )
  return Object.fromEntries(sums) as Record<string, string> // Pairs of texts.
}

/** Submits the claim of a member with the key of somebody else. */
async function submitClaim({ wallet }: Player): Promise<string> {
  const rows = await rowsOf<{ address: `0x${string}`; cumulative: string }>(
    server.ctx.db,
    sql`select address, cumulative from distribution_leaves order by address`,
  )
  const shares = rows.map((row) => ({ account: row.address, cumulative: BigInt(row.cumulative) }))
  const share = shares.find(({ account }) => account === wallet.address.toLowerCase())
  if (!share) throw new Error('The member has no share')
  const proof = distributionTree(shares).proofOf(share) ?? []
  const args = [share.account, share.cumulative, proof]
  const data = encodeFunctionData({ abi: REWARD_DISTRIBUTOR.abi, functionName: 'claim', args })
  const { contract: to } = await distributorOf(server)
  return sendFrom(stranger, chainOf(server), { to, data, value: 0n, gas: 500_000n })
}

test('the distributor is reconciled with fundings and with claims, whoever submits them', async () => {
  const [ada, ben, cara] = players as [Player, Player, Player]
  const opened = await show('DISTRIBUTOR')
  await logInAgain(ada)
  expect((await ada.call('distribution.claim', {})).code).toBe(Code.SUCCESS)
  await submitClaim(ben)
  await settleShared(server, idsOf([ben, cara]), season, 1)
  await postRoots(server)

  await nightPasses()

  const [distributor, treasury] = [await show('DISTRIBUTOR'), await show('TREASURY')]
  expect(differencesIn(opened)).toEqual([['USDS', '0']])
  expect(differencesIn(distributor)).toEqual([['USDS', '0']])
  expect(differencesIn(treasury)).toEqual([
    ['ETH', '0'],
    ['USDS', '0'],
  ])
  expect(distributor.transfers).toEqual([])
  expect(movementsIn(distributor)).toEqual({ CLAIM: '-1666.666666', FUND: '2500.000000' })
  expect(movementsIn(treasury)).toEqual({ FUND: '-2500.000000' })
})

test('a unit that a stranger sends to the distributor is found and named', async () => {
  const { contract } = await distributorOf(server)
  const txHash = await payTokens(server, stranger, contract, 1n)

  await nightPasses()

  const { account, transfers, unexplained, ...view } = await show('DISTRIBUTOR')
  expect(differencesIn({ account, transfers, unexplained, ...view })).toEqual([
    ['USDS', '0.000001'],
  ])
  expect(transfers).toMatchObject([{ txHash, onChain: '0.000001', recorded: '0' }])
  expect(unexplained).toEqual([])
  const [token] = account.tokens
  const { contract: of, difference } = token ?? { contract: null, difference: '' }
  const body = { contract: of, amount: difference, difference, txHash }
  await finance.call('ledger.book', { params: { accountId: account.accountId }, body })
})

test('a claim that no reward explains is named alone, not with the claims beside it', async () => {
  const [, ben, cara] = players as [Player, Player, Player]
  await submitClaim(ben)
  const txHash = await submitClaim(cara)
  await server.ctx.db.execute(sql`delete from distribution_leaves
    where address = ${cara.wallet.address.toLowerCase()}`)

  await nightPasses()

  const { account, transfers, unexplained } = await show('DISTRIBUTOR')
  const [token] = account.tokens
  expect(transfers.filter(({ bookingId }) => bookingId === null)).toMatchObject([
    { txHash, onChain: token?.difference, recorded: '0' },
  ])
  expect(token?.difference).toMatch(/^-\d+\.\d+$/)
  expect(unexplained).toEqual([])
})
