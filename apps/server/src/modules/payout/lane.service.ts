import { evaluateNonce } from '@solstice/rules/payout'
import { readCount, readHeadNumber } from '#/modules/chain/chain-reading.service.ts'
import type { Network } from '#/modules/network/network.service.ts'
import type { AppContext, ChainNode, TreasurySigner } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { lowestOpenNonce } from './payout-attempt.queries.ts'
import { findLow } from './payout.queries.ts'
import {
  findLane,
  findSwitch,
  openLane,
  openUncountedLane,
  setFrozen,
  setLow,
  startUncountedLane,
  type Lane,
} from './treasury.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'log'>

/** Stops signing on this chain until an operator unfreezes it. */
export async function freeze(ctx: Context, chainId: number, why: string): Promise<void> {
  if (await setFrozen(ctx.db, chainId, { at: ctx.now(), why })) {
    ctx.log.error({ chainId, why }, 'The treasury was frozen on a chain')
  }
}

/** Freezes the chain, also if nothing was ever paid there, and without asking a node. */
export async function freezeFor(
  ctx: Context,
  { address }: TreasurySigner,
  { chainId }: Network,
  why: string,
): Promise<void> {
  await openUncountedLane(ctx.db, { chainId, address })
  await freeze(ctx, chainId, why)
}

/** Returns whether the chain is currently not trusted. */
export async function isLaneFrozen(db: Db, chainId: number): Promise<boolean> {
  return (await findLane(db, chainId))?.frozenAt != null
}

/** Returns whether payouts of a chain are paid by this account. */
export async function isTreasuryAccount(
  db: Db,
  chainId: number,
  account: string | undefined,
): Promise<boolean> {
  return account !== undefined && (await findLane(db, chainId))?.address === account
}

/** Returns whether payments and payouts are stopped on a chain. */
export async function isFrozen(db: Db, chainId: number): Promise<boolean> {
  const { stoppedAt } = await findSwitch(db)
  return stoppedAt !== null || isLaneFrozen(db, chainId)
}

/**
 * Returns the treasury's account on a chain if database and chain agree on its nonce, and freezes
 * it otherwise. On first use it starts at the account's current nonce. Returns undefined if no
 * payout is allowed.
 */
export async function enterLane(
  ctx: Context,
  signer: TreasurySigner,
  network: Network,
  node: ChainNode,
): Promise<Lane | undefined> {
  const { chainId } = network
  const count = async () => readCount(node, signer.address, await readHeadNumber(node))
  const before = await laneAt(ctx, signer, chainId, count)
  if (!before?.isCounted) return undefined
  const lowestOpen = (await lowestOpenNonce(ctx.db, chainId, before.address)) ?? before.nextNonce
  const onChain = await count()
  // These values only grow. Read the smallest first and the largest last, so that concurrent
  // signing or confirmation does not look like a mismatch.
  const lane = await findLane(ctx.db, chainId)
  if (!lane || lane.frozenAt || (await findSwitch(ctx.db)).stoppedAt) return undefined
  const problem =
    lane.address === signer.address
      ? evaluateNonce({ onChain, next: lane.nextNonce, lowestOpen })
      : `The key is of ${signer.address}, but the account on this chain is ${lane.address}`
  if (problem === undefined) return lane
  await freeze(ctx, chainId, problem)
  return undefined
}

/** Returns the lane of a chain, and starts it at the account's current nonce on its first use. */
async function laneAt(
  { db }: Pick<AppContext, 'db'>,
  { address }: TreasurySigner,
  chainId: number,
  count: () => Promise<number>,
): Promise<Lane | undefined> {
  const found = await findLane(db, chainId)
  if (found?.isCounted || found?.frozenAt) return found
  const lane = { chainId, address, nextNonce: await count() }
  await (found ? startUncountedLane(db, lane) : openLane(db, lane))
  return findLane(db, chainId)
}

/**
 * Logs when the balance becomes too low for a token, and shows it to operators until it suffices.
 */
export async function reportLowBalance(ctx: Context, chainId: number): Promise<void> {
  const low = await findLow(ctx.db, chainId)
  const why = low
    .map(({ symbol, payoutId }) => `${symbol}: payout ${payoutId} waits for funds`)
    .join('; ')
  const alarm = why === '' ? undefined : { at: ctx.now(), why }
  if ((await setLow(ctx.db, chainId, alarm)) && alarm) {
    ctx.log.error({ chainId, why }, 'The treasury balance is low')
  }
}
