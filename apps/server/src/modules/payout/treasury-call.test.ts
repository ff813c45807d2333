import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { claimMany } from '@solstice/contracts/calls'
import { distributionTree } from '@solstice/contracts/distribution-tree'
import { LOCAL_NETWORKS } from '@solstice/devnet/genesis'
import { readCode } from '#/modules/chain/chain-reading.service.ts'
import { distributionLeaves } from '#/modules/distribution/distribution.table.ts'
import type { CallRequest } from '#/platform/process/context.ts'
import { createWorker } from '#/platform/process/worker.ts'
import { insertClaims, insertRoot } from '#test/distribution-rows.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anOperator } from '#test/test-operator.ts'
import { payoutFixtures } from '#test/test-payout.ts'
import {
  advanceChains,
  fundTreasury,
  setStableCaps,
  transfersBetween,
} from '#test/test-treasury.ts'
import { aWallet, chainOf, sendFrom } from '#test/test-wallet.ts'
import { contractOf } from './contract.queries.ts'
import { deployments, ensureContract } from './contract.service.ts'
import { payMembers } from './payout.jobs.ts'
import { sumPayouts } from './payout-list.queries.ts'
import { setFrozen, setSwitch } from './treasury.queries.ts'

const CHAIN = 31_337
const TOKEN = LOCAL_NETWORKS[0]?.token.address.toLowerCase() ?? ''
const STABLE = { contract: TOKEN, symbol: 'USDS', decimals: 6 }

let server: TestApp
let treasury: `0x${string}`
const { payoutEvents, purposes, shown } = payoutFixtures(() => server)

beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  treasury = await fundTreasury(server)
  await setStableCaps(server, { perDay: '1000' })
  const listener = purposes.REWARD
  if (!listener) throw new Error('The fixtures have no listener')
  const ofCalls = { FUND: listener, ROOT: listener, CLAIM: listener, ANCHOR: listener }
  server.worker = createWorker(server.ctx, [
    payMembers({ ...purposes, ...ofCalls, DEPLOY: deployments }),
  ])
})
afterAll(() => server.close())
beforeEach(() => {
  payoutEvents.length = 0
  server.clock.advance(24 * 60 * 60_000)
})

const requestCall = async (call: CallRequest) => ({
  id: await server.ctx.db.transaction((tx) => server.ctx.payouts.requestCall(tx, call)),
})
const requested = async () =>
  (await sumPayouts(server.ctx.db, {})).reduce((all, { count }) => all + count, 0)

/** Deploys the distributor of the stable token, once for all tests. */
async function aDistributor() {
  const name = { chainId: CHAIN, kind: 'DISTRIBUTOR', token: TOKEN } as const
  const ensure = () => server.ctx.db.transaction((tx) => ensureContract(tx, server.ctx, name))
  await ensure()
  await advanceChains(server)
  const contract = await ensure()
  if (!contract) throw new Error('The distributor was not deployed')
  return { chainId: CHAIN, contract: contract.address, token: TOKEN }
}

const fund = (contract: string, amount: bigint, key = `fund-${amount}`) =>
  requestCall({ purpose: 'FUND', key, chainId: CHAIN, contract, token: STABLE, amount })

const tokensOf = async (address: string): Promise<bigint> => {
  const sums = await transfersBetween(server, await distributorAddress(), address)
  return sums.reduce((sum, amount) => sum + amount, 0n)
}
const distributorAddress = async () =>
  (await contractOf(server.ctx.db, { chainId: CHAIN, kind: 'DISTRIBUTOR', token: TOKEN }))
    ?.address ?? ''

describe('the deployment of a contract', () => {
  test('is requested once and gives the contract once its code is final', async () => {
    const name = { chainId: CHAIN, kind: 'LOG_ANCHOR', token: null } as const
    const ensure = () => server.ctx.db.transaction((tx) => ensureContract(tx, server.ctx, name))
    const before = await requested()
    expect([await ensure(), await ensure()]).toEqual([undefined, undefined])
    expect((await requested()) - before).toBe(1)
    await advanceChains(server, 3)
    expect(await contractOf(server.ctx.db, name)).toBeUndefined()
    await advanceChains(server, 2)

    const contract = await ensure()
    expect(contract).toMatchObject({ kind: 'LOG_ANCHOR', token: null, account: treasury })
    expect(await readCode(chainOf(server).node, contract?.address ?? '')).toMatch(/^0x60/)
    expect((await requested()) - before).toBe(1)
  })

  test('waits while its chain is frozen and while all payouts are stopped', async () => {
    const name = { chainId: 31_338, kind: 'LOG_ANCHOR', token: null } as const
    const { db } = server.ctx
    const stop = { at: server.ctx.now(), why: 'A drill' }
    await setSwitch(db, stop)
    await db.transaction((tx) => ensureContract(tx, server.ctx, name))
    await advanceChains(server)
    await setFrozen(db, 31_338, stop)
    await setSwitch(db, undefined)
    await advanceChains(server)
    expect(await contractOf(db, name)).toBeUndefined()
    await setFrozen(db, 31_338, undefined)
    await advanceChains(server, 8)

    expect(await contractOf(db, name)).toMatchObject({ chainId: 31_338 })
  })
})

describe('a distribution', () => {
  test('is funded, gets its root, and pays the claims, each with one transaction', async () => {
    const distributor = await aDistributor()
    const { contract } = distributor
    const [ada, ben] = [aWallet(), aWallet()]
    const shares = [
      { account: ada.address, cumulative: 30_000_000n },
      { account: ben.address, cumulative: 12_000_000n },
    ]
    const { db } = server.ctx
    const funded = await fund(contract, 42_000_000n)
    await advanceChains(server)
    const subject = await insertRoot(db, distributor, 1, shares)
    const root = await requestCall({
      purpose: 'ROOT',
      key: 'root-1',
      chainId: CHAIN,
      contract,
      subject,
    })
    await advanceChains(server)
    const claims = await db.transaction(async (tx) => {
      const id = await server.ctx.payouts.requestCall(tx, {
        purpose: 'CLAIM',
        key: 'claims-1',
        chainId: CHAIN,
        contract,
      })
      await insertClaims(tx, distributor, id, { shares, claimed: shares })
      return { id }
    })
    await advanceChains(server)

    for (const call of [funded, root, claims]) {
      expect(await shown(call)).toMatchObject({ state: 'CONFIRMED', memberId: null })
    }
    expect([await tokensOf(ada.address), await tokensOf(ben.address)]).toEqual([
      30_000_000n,
      12_000_000n,
    ])
    expect(payoutEvents.filter((event) => event.startsWith('confirmed'))).toEqual([
      'confirmed fund-42000000',
      'confirmed root-1',
      'confirmed claims-1',
    ])
  })

  test('fails a claim that the root does not contain, and tells its requester', async () => {
    const distributor = await aDistributor()
    const shares = [{ account: aWallet().address, cumulative: 5n }]
    const claims = await server.ctx.db.transaction(async (tx) => {
      const call = { purpose: 'CLAIM', key: 'claims-2', chainId: CHAIN } as const
      const { contract } = distributor
      const id = await server.ctx.payouts.requestCall(tx, { ...call, contract })
      await insertClaims(tx, distributor, id, { shares, claimed: shares })
      return { id }
    })
    await advanceChains(server)

    expect(await shown(claims)).toMatchObject({ state: 'FAILED' })
    expect(payoutEvents.at(-1)).toBe('failed claims-2')
  })

  test('takes a claim as paid that somebody else has submitted meanwhile', async () => {
    const distributor = await aDistributor()
    const { contract } = distributor
    const { db, payouts } = server.ctx
    const account = aWallet().address
    const earlier = await db.select().from(distributionLeaves)
    const shares = [
      ...earlier.map(({ address, cumulative }) => ({
        account: address as `0x${string}`,
        cumulative,
      })),
      { account, cumulative: 7_000_000n },
    ]
    await fund(contract, 7_000_000n)
    const subject = await insertRoot(db, distributor, 2, shares)
    await requestCall({ purpose: 'ROOT', key: 'root-2', chainId: CHAIN, contract, subject })
    await advanceChains(server)
    const claimed = shares.slice(-1)
    const stranger = aWallet()
    await chainOf(server).faucet.fundPayer(stranger.address)
    await advanceChains(server, 1)
    const proof = distributionTree(shares).proofOf({ account, cumulative: 7_000_000n }) ?? []
    const hashes = Buffer.from(proof.map((hash) => hash.slice(2)).join(''), 'hex')
    const data = claimMany([{ account, cumulative: 7_000_000n, proof: hashes }])
    await sendFrom(stranger, chainOf(server), { to: contract as `0x${string}`, data })
    const claims = await db.transaction(async (tx) => {
      const call = { purpose: 'CLAIM', key: 'claims-3', chainId: CHAIN, contract } as const
      const id = await payouts.requestCall(tx, call)
      await insertClaims(tx, distributor, id, { shares, claimed })
      return { id }
    })
    await advanceChains(server, 6)

    expect(await shown(claims)).toMatchObject({ state: 'CONFIRMED' })
    expect(await tokensOf(account)).toBe(7_000_000n)
  })

  test('is funded only within the caps of the day', async () => {
    const { contract } = await aDistributor()
    // Half of the cap of a day, which is 1000.
    const above = await fund(contract, 500_000_001n)
    const first = await fund(contract, 300_000_000n)
    const second = await fund(contract, 300_000_000n, 'fund-again')
    await advanceChains(server)

    expect(await shown(above)).toMatchObject({ state: 'QUEUED', heldFor: 'ABOVE_CAP' })
    expect(await shown(first)).toMatchObject({ state: 'CONFIRMED' })
    expect(await shown(second)).toMatchObject({ state: 'QUEUED', heldFor: 'DAY_CAP' })
  })
})

test('operators see calls as transactions of the programme', async () => {
  const operator = await anOperator(server)
  const { data } = await operator.call('payout.list', { query: { size: 100 } })
  const calls = data?.list.filter(({ userId }) => userId === null) ?? []

  expect(new Set(calls.map(({ purpose }) => purpose))).toEqual(
    new Set(['DEPLOY', 'FUND', 'ROOT', 'CLAIM']),
  )
})
