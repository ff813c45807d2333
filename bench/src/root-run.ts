import { StandardMerkleTree } from '@openzeppelin/merkle-tree'
import { asc, count, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import { encodeFunctionData, erc20Abi } from 'viem'
import { jobKinds } from '../../apps/server/src/job-kinds.ts'
import {
  distributionClaims,
  distributionLeaves,
  distributionRoots,
  distributors,
} from '../../apps/server/src/modules/distribution/distribution.table.ts'
import { RUN_CLAIMS } from '../../apps/server/src/modules/distribution/distribution.queue.ts'
import { claimRewards } from '../../apps/server/src/modules/distribution/reward-claim.service.ts'
import { RUN_PAYOUTS } from '../../apps/server/src/modules/payout/payout.queue.ts'
import { payouts } from '../../apps/server/src/modules/payout/payout.table.ts'
import { BUILD_ROOTS } from '../../apps/server/src/modules/season/root.queue.ts'
import { SETTLE_ROUND } from '../../apps/server/src/modules/season/season.queue.ts'
import { members } from '../../apps/server/src/modules/users/users.table.ts'
import { openPostgres } from '../../apps/server/src/platform/process/db.ts'
import { createWorker } from '../../apps/server/src/platform/process/worker.ts'
import { startTestApp } from '../../apps/server/test/test-app.ts'
import { fundTreasury, makeGasFree } from '../../apps/server/test/test-treasury.ts'
import { chainOf } from '../../apps/server/test/test-wallet.ts'
import { REWARD_DISTRIBUTOR } from '../../packages/contracts/src/contracts.ts'
import { distributionTree } from '../../packages/contracts/src/distribution-tree.ts'
import { peakMb, resetPeak } from './peak-memory.ts'

/**
 * Settles an ended round by a root: settlement, root, its transaction on a local chain, and claims of
 * some members. Prints one line of JSON.
 */
const [, , url = '', settleAt = '', sample = '1000'] = process.argv
const CHAIN = 31_337
/** A root that needs more blocks than this is stuck. */
const MOST_BLOCKS = 500
const COMPARED_SHARES = 20_000

const database = { ...(await openPostgres(url, () => {})), url }
const server = await startTestApp({ database, withChains: true })
// A root pays even the smallest run.
const ctx = { ...server.ctx, settings: { ...server.ctx.settings, rewardRootAbove: 0 } }
server.clock.now = new Date(settleAt)
const treasury = await fundTreasury(server)
await makeGasFree(server)
const chain = chainOf(server, CHAIN)

function workerOf(...kinds: string[]) {
  return createWorker(
    ctx,
    jobKinds.filter(({ kind }) => kinds.includes(kind)),
  )
}
const builder = workerOf(BUILD_ROOTS)
const claimer = workerOf(RUN_CLAIMS)
const payer = workerOf(RUN_PAYOUTS)

type Stage = { seconds: number; batches: number; idleMb: number; peakMb: number }

/** Measures work that comes in parts, without what happens between them. */
function stage() {
  // Garbage of the start would hide what the stage needs.
  globalThis.gc?.()
  resetPeak()
  const measured: Stage = { seconds: 0, batches: 0, idleMb: peakMb(), peakMb: 0 }
  return {
    run: async (part: () => Promise<number>) => {
      const startedAt = performance.now()
      measured.batches += await part()
      measured.seconds += (performance.now() - startedAt) / 1000
      measured.peakMb = peakMb()
    },
    measured,
  }
}

async function mine(): Promise<void> {
  await chain.control.mine(1)
  server.clock.advance(2000)
}

/** Lets the chain and the payout lane go on by one block. */
async function nextBlock(): Promise<number> {
  await mine()
  return payer.runDue()
}

async function untilTrue(isDone: () => Promise<boolean>, step: () => Promise<void>): Promise<void> {
  for (let block = 0; !(await isDone()); block += 1) {
    if (block === MOST_BLOCKS) throw new Error(`The run made no progress:\n${server.log.text}`)
    await step()
  }
}

const settling = stage()
await settling.run(() => workerOf(SETTLE_ROUND).runDue())

const making = stage()
await untilTrue(
  async () => (await rootState()) !== undefined,
  async () => {
    await making.run(() => builder.runDue())
    await nextBlock()
  },
)
const posting = stage()
await untilTrue(
  async () => (await rootState()) === 'POSTED',
  async () => {
    await mine()
    // While the signer computes the root, the payout waits for a minute.
    server.clock.advance(60_000)
    await posting.run(() => payer.runDue())
    if ((await rootState()) !== 'POSTED') await builder.runDue()
  },
)
const releasing = stage()
await untilTrue(
  async () => (await stepNow()) === 'IDLE',
  async () => {
    await releasing.run(() => builder.runDue())
    await nextBlock()
  },
)

for (const memberId of await sampledMembers(Number(sample))) {
  await ctx.db.transaction((tx) => claimRewards(tx, ctx, memberId))
}
const claiming = stage()
await untilTrue(
  async () => (await claimsIn(['WAITING', 'SENDING'])) === 0,
  async () => {
    await claiming.run(() => claimer.runDue())
    await mine()
    await claiming.run(() => payer.runDue())
  },
)

const [root] = await ctx.db.select().from(distributionRoots)
const sent = await ctx.db
  .select({ purpose: payouts.purpose, count: count() })
  .from(payouts)
  .groupBy(payouts.purpose)
console.log(
  JSON.stringify({
    settling: settling.measured,
    making: making.measured,
    posting: posting.measured,
    releasing: releasing.measured,
    claiming: claiming.measured,
    recipients: root?.leaves ?? 0,
    claims: await claimsIn(['PAID']),
    transactions: Object.fromEntries(sent.map((each) => [each.purpose, each.count])),
    nonce: Number(await chain.node.call('eth_getTransactionCount', [treasury, 'latest'])),
    rootNumber: await readRootNumber(),
    gasPerClaim: await gasPerClaim(),
    received: await countReceived(),
    refused: await countRefused(),
    hasIndependentRoot: await hasIndependentRoot(),
  }),
)
await server.close()
// The engine of the chains keeps a timer.
process.exit()

async function rootState() {
  const [row] = await ctx.db.select().from(distributionRoots)
  return row?.state
}

async function stepNow() {
  const [row] = await ctx.db.select().from(distributors)
  return row?.step
}

async function claimsIn(states: ('WAITING' | 'SENDING' | 'PAID')[]): Promise<number> {
  const [row] = await ctx.db
    .select({ count: count() })
    .from(distributionClaims)
    .where(inArray(distributionClaims.state, states))
  return row?.count ?? 0
}

/** Compares the root of the first shares with that of another implementation, which is slower. */
async function hasIndependentRoot(): Promise<boolean> {
  const rows = await ctx.db
    .select()
    .from(distributionLeaves)
    .orderBy(asc(distributionLeaves.address))
    .limit(COMPARED_SHARES)
  const theirs = StandardMerkleTree.of(
    rows.map(({ address, cumulative }) => [address, cumulative.toString()]),
    ['address', 'uint256'],
  )
  const ours = distributionTree(
    rows.map(({ address, cumulative }) => ({ account: `0x${address.slice(2)}`, cumulative })),
  )
  return ours.root === theirs.root
}

/** Returns members from all parts of the round. */
async function sampledMembers(wanted: number): Promise<number[]> {
  const rows = await ctx.db
    .select({ id: members.id })
    .from(members)
    .where(isNotNull(members.walletAddress))
    .orderBy(asc(members.id))
  const step = Math.max(1, Math.floor(rows.length / wanted))
  return rows
    .filter((_, at) => at % step === 0)
    .slice(0, wanted)
    .map(({ id }) => id)
}

async function read(to: string, data: `0x${string}`): Promise<bigint> {
  return BigInt(String(await chain.node.call('eth_call', [{ to, data }, 'latest'])))
}

async function contractAddress(): Promise<string> {
  const [row] = await ctx.db.select().from(distributors)
  return row?.contract ?? ''
}

async function readRootNumber(): Promise<number> {
  const data = encodeFunctionData({ abi: REWARD_DISTRIBUTOR.abi, functionName: 'rootNumber' })
  return Number(await read(await contractAddress(), data))
}

async function gasPerClaim(): Promise<number> {
  const sentClaims = await ctx.db.select().from(payouts).where(eq(payouts.purpose, 'CLAIM'))
  let gas = 0
  for (const { txHash } of sentClaims) {
    const receipt = await chain.node.call('eth_getTransactionReceipt', [txHash])
    gas += Number((receipt as { gasUsed: string }).gasUsed) // The response of the node.
  }
  return gas / (await claimsIn(['PAID']))
}

function paidClaims(limit: number) {
  return ctx.db
    .select()
    .from(distributionClaims)
    .where(gt(distributionClaims.cumulative, 0n))
    .limit(limit)
}

/** Counts the accounts that have exactly what they claimed. */
async function countReceived(): Promise<number> {
  let received = 0
  for (const { address, token, cumulative } of await paidClaims(Number(sample))) {
    const args = [`0x${address.slice(2)}`] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args })
    if ((await read(token, data)) === cumulative) received += 1
  }
  return received
}

/** Returns how many of three wrong variants of each claim the contract refuses. */
async function countRefused(): Promise<number> {
  const contract = await contractAddress()
  const isAccepted = async (data: `0x${string}`): Promise<boolean> => {
    try {
      await chain.node.call('eth_call', [{ to: contract, data }, 'latest'])
      return true
    } catch {
      return false
    }
  }
  const claim = (account: string, cumulative: bigint, proof: readonly string[]) =>
    encodeFunctionData({
      abi: REWARD_DISTRIBUTOR.abi,
      functionName: 'claim',
      args: [account, cumulative, proof],
    })
  let refused = 0
  for (const { address, cumulative, proof } of await paidClaims(10)) {
    const hashes = (proof?.toString('hex').match(/.{64}/g) ?? []).map((hash) => `0x${hash}`)
    const other = `0x${'ab'.repeat(20)}`
    const many = encodeFunctionData({
      abi: REWARD_DISTRIBUTOR.abi,
      functionName: 'claimMany',
      args: [[{ account: address, cumulative, proof: hashes }]],
    })
    // The proof itself is valid, so each refusal is due to what differs.
    if (!(await isAccepted(many))) throw new Error(`The proof of ${address} is not valid`)
    for (const wrong of [
      claim(address, cumulative, hashes),
      claim(address, cumulative + 1n, hashes),
      claim(other, cumulative, hashes),
    ]) {
      if (!(await isAccepted(wrong))) refused += 1
    }
  }
  return refused
}
