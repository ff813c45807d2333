import { readClaimed } from '@solstice/contracts/calls'
import { rootOfClaimed } from '@solstice/rules/distribution'
import { MINUTE_MS } from '@solstice/rules/duration'
import {
  quantity,
  readHeadNumber,
  readLogs,
  readReceipt,
  readWord,
  type Log,
} from '#/modules/chain/chain-reading.service.ts'
import { nodeOf } from '#/modules/chain/chain.service.ts'
import type { Network } from '#/modules/network/network.service.ts'
import { memberToNotifyOfPayment, rewardKey } from '#/modules/season/round.service.ts'
import { wakeRoots } from '#/modules/season/root.queue.ts'
import { notifyAll } from '#/platform/books/alerts.ts'
import { postAll } from '#/platform/books/ledger.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { AppContext, ChainNode } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import {
  findRoot,
  lockDistributor,
  saveDistributor,
  type DeployedDistributor,
  type Distributor,
} from './distributor.queries.ts'
import {
  endClaims,
  failClaim,
  findDeployment,
  findUnrecorded,
  lockLeaf,
  lockRewardsOfLeaf,
  setClaimed,
  setPaid,
} from './reward-claim.queries.ts'
import { claimableScope } from './root-entries.service.ts'

/** keccak256('Claimed(address,uint256,uint256)') */
const CLAIMED_TOPIC = '0x987d620f307ff6b94d58743cb7a7509f24071586a77759b77c2d4e29f75a2f9a'
/** The largest range of blocks requested from a node at once. */
const LOG_BLOCKS = 2000
const WORD_DIGITS = 64
const UNKNOWN_PAYMENT = 'A distributor paid an amount that no root has'

type Context = Pick<AppContext, 'db' | 'now' | 'log' | 'chains' | 'settings' | 'atFaultPoint'>

/**
 * Records the claims of final blocks, whoever submitted them. The blocks of a range and the new
 * position are committed together. Returns whether more blocks are final.
 */
export async function recordClaimed(
  ctx: Context,
  network: Network,
  distributor: DeployedDistributor,
): Promise<'all' | 'part'> {
  const node = await nodeOf(ctx, network)
  const final = (await readHeadNumber(node)) - network.confirmations + 1
  const scanned = distributor.scannedTo ?? (await blockBeforeContract(ctx, node, distributor))
  if (final <= scanned) return 'all'
  const range = await readRange(node, distributor.contract, scanned + 1, final)
  const isRecorded = await ctx.db.transaction(async (tx) => {
    const locked = await lockDistributor(tx, distributor.id)
    // Another worker was faster, or the rewards of the newest root are not released yet.
    if (!locked || locked.scannedTo !== distributor.scannedTo) return false
    if (!(await mayRecord(tx, locked, distributor.contract))) return false
    let claimed = locked.claimed
    for (const event of range.events) {
      const added = await recordEvent(tx, ctx, distributor, event)
      if (added === undefined) {
        // Waiting for it would stop the claims of everybody else on the chain.
        ctx.log.error({ ...event, contract: distributor.contract }, UNKNOWN_PAYMENT)
      }
      claimed += added ?? 0n
    }
    await saveDistributor(tx, locked.id, { scannedTo: range.to, claimed })
    if (range.events.length > 0) await wakeRoots(tx, ctx, { start: false })
    return true
  })
  ctx.atFaultPoint?.('claims-recorded')
  return isRecorded && range.to < final ? 'part' : 'all'
}

/** By then the events of a final transaction are recorded. */
const RECORDED_AFTER_MS = 10 * MINUTE_MS

/**
 * Ends claims whose transaction is final but whose events were not found. If the contract says that the
 * account has claimed, a node left out the event; else the token refused to pay the account.
 */
export async function endUnrecorded(
  ctx: Context,
  network: Network,
  distributor: DeployedDistributor,
): Promise<void> {
  const before = new Date(ctx.now().getTime() - RECORDED_AFTER_MS)
  const claims = await findUnrecorded(ctx.db, distributor, before)
  if (claims.length === 0) return
  const node = await nodeOf(ctx, network)
  for (const { id, address, cumulative, txHash } of claims) {
    const claimed = await readWord(node, distributor.contract, readClaimed(address))
    await ctx.db.transaction(async (tx) => {
      const locked = await lockDistributor(tx, distributor.id)
      if (!locked || !(await mayRecord(tx, locked, distributor.contract))) return
      if (claimed < cumulative || txHash === null) {
        ctx.log.error({ claim: id, txHash }, 'A claim was not paid by its transaction')
        await failClaim(tx, id, ctx.now())
        return
      }
      const added = await recordEvent(tx, ctx, distributor, { address, cumulative, txHash })
      if (added === undefined) throw new Error(`${UNKNOWN_PAYMENT}: claim ${id}`)
      await saveDistributor(tx, locked.id, { claimed: locked.claimed + added })
    })
  }
}

/** A claim of a root whose rewards are still owed is recorded after they are released. */
async function mayRecord(tx: Db, distributor: Distributor, contract: string): Promise<boolean> {
  if (distributor.step === 'RELEASING') return false
  if (distributor.step !== 'POSTING') return true
  return (await findRoot(tx, { ...distributor, contract }))?.state === 'PREPARED'
}

async function blockBeforeContract(
  { db }: Context,
  node: ChainNode,
  distributor: DeployedDistributor,
): Promise<number> {
  const txHash = await findDeployment(db, distributor)
  const receipt = txHash === undefined ? undefined : await readReceipt(node, txHash)
  if (!receipt) throw new ChainError('The node does not know the deployment of the distributor')
  return receipt.blockNumber - 1
}

export type ClaimedEvent = { address: string; cumulative: bigint; txHash: string }

/** Reads a range of events, halved while the node refuses it. */
async function readRange(
  node: ChainNode,
  contract: string,
  from: number,
  final: number,
): Promise<{ to: number; events: ClaimedEvent[] }> {
  for (let size = Math.min(LOG_BLOCKS, final - from + 1); ; size = Math.floor(size / 2)) {
    const to = from + size - 1
    try {
      const [fromBlock, toBlock] = [quantity(from), quantity(to)]
      const filter = { address: contract, topics: [CLAIMED_TOPIC], fromBlock, toBlock }
      return { to, events: (await readLogs(node, filter)).flatMap(claimedIn) }
    } catch (error) {
      if (!(error instanceof ChainError) || size === 1) throw error
    }
  }
}

/** Returns the claim of a log: the account is indexed, amount and cumulative amount are the data. */
function claimedIn({ topics, data, transactionHash }: Log): ClaimedEvent[] {
  const [topic, account = ''] = topics
  if (topic !== CLAIMED_TOPIC || data.length !== 2 + 2 * WORD_DIGITS) return []
  const cumulative = BigInt(`0x${data.slice(2 + WORD_DIGITS)}`)
  return [{ address: `0x${account.slice(26)}`, cumulative, txHash: transactionHash }]
}

/**
 * Pays the rewards up to the root that the amount names, and returns what was added. Returns undefined if
 * no root has the amount, as after the restore of an earlier database.
 */
async function recordEvent(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  { id, chainId, contract }: DeployedDistributor,
  { address, cumulative, txHash }: ClaimedEvent,
): Promise<bigint | undefined> {
  const of = { chainId, contract, address }
  const leaf = await lockLeaf(tx, of)
  if (!leaf) return undefined
  if (cumulative <= leaf.claimed) return 0n
  const rewards = await lockRewardsOfLeaf(tx, { distributorId: id, address })
  const added = rewards.map(({ rootNumber, amount }) => ({ rootNumber: rootNumber ?? 0, amount }))
  const upTo = rootOfClaimed(added, cumulative)
  if (upTo === undefined) return undefined
  const paid = rewards.filter(
    ({ state, rootNumber }) => state === 'CLAIMABLE' && (rootNumber ?? 0) <= upTo,
  )
  const at = ctx.now()
  await setPaid(tx, paid, txHash)
  await postAll(
    tx,
    paid.map(({ roundId, memberId, seasonId, amount }) => ({
      kind: 'ROUND_REWARD_PAID',
      key: `paid:${rewardKey({ roundId, memberId })}`,
      at,
      entries: [
        {
          holder: { member: memberId },
          asset: 'REWARD',
          scope: claimableScope(seasonId),
          amount: -amount,
        },
        {
          holder: { system: 'TREASURY' },
          asset: 'REWARD',
          scope: claimableScope(seasonId),
          amount,
        },
      ],
    })),
  )
  await setClaimed(tx, of, cumulative)
  await endClaims(tx, { ...of, claimed: cumulative }, { txHash, at })
  for (const reward of paid) await notifyAll(tx, ctx, memberToNotifyOfPayment(reward))
  return cumulative - leaf.claimed
}
