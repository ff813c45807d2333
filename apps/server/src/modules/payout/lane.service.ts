import { judgeNonce } from '@solstice/rules/payout'
import { readCount, readHeadNumber } from '#/modules/chain/chain-reading.service.ts'
import type { Network } from '#/modules/network/network.service.ts'
import type { AppContext, ChainNode, TreasurySigner } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { lowestOpenNonce } from './payout-attempt.queries.ts'
import { findLow } from './payout.queries.ts'
import { findLane, findSwitch, openLane, setFrozen, setLow, type Lane } from './treasury.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'log'>

/** Nothing more is signed on this chain until an operator says so. */
export async function freeze(ctx: Context, chainId: number, why: string): Promise<void> {
  if (await setFrozen(ctx.db, chainId, { at: ctx.now(), why })) {
    ctx.log.error({ chainId, why }, 'The treasury is frozen on a chain')
  }
}

/** The same where nothing was ever paid yet. */
export async function freezeFor(
  ctx: Context,
  signer: TreasurySigner,
  { chainId }: Network,
  node: ChainNode,
  why: string,
): Promise<void> {
  if (!(await findLane(ctx.db, chainId))) {
    const count = await readCount(node, signer.address, await readHeadNumber(node))
    await openLaneAt(ctx, signer, chainId, count)
  }
  await freeze(ctx, chainId, why)
}

/** Whether the chain there is not to be believed for now. */
export async function isLaneFrozen(db: Db, chainId: number): Promise<boolean> {
  return (await findLane(db, chainId))?.frozenAt != null
}

/** Whether anything is paid in or out on a chain now. */
export async function isFrozen(db: Db, chainId: number): Promise<boolean> {
  const { stoppedAt } = await findSwitch(db)
  return stoppedAt !== null || isLaneFrozen(db, chainId)
}

/**
 * The treasury's account on a chain, as database and chain agree on it. The first time it goes on
 * from where the account is. Where they do not agree it is frozen. Nothing where nothing may be paid.
 */
export async function enterLane(
  ctx: Context,
  signer: TreasurySigner,
  network: Network,
  node: ChainNode,
): Promise<Lane | undefined> {
  const { chainId } = network
  const count = async () => readCount(node, signer.address, await readHeadNumber(node))
  const before =
    (await findLane(ctx.db, chainId)) ?? (await openLaneAt(ctx, signer, chainId, await count()))
  const lowestOpen = (await lowestOpenNonce(ctx.db, chainId, before.address)) ?? before.nextNonce
  const onChain = await count()
  // All these only grow: what is the least is read first and what is the most last, so that nobody
  // who signs or confirms meanwhile looks like a mismatch.
  const lane = await findLane(ctx.db, chainId)
  if (!lane || lane.frozenAt || (await findSwitch(ctx.db)).stoppedAt) return undefined
  const problem =
    lane.address === signer.address
      ? judgeNonce({ onChain, next: lane.nextNonce, lowestOpen })
      : `The key is of ${signer.address}, the account here ${lane.address}`
  if (problem === undefined) return lane
  await freeze(ctx, chainId, problem)
  return undefined
}

export async function openLaneAt(
  { db }: Pick<AppContext, 'db'>,
  { address }: TreasurySigner,
  chainId: number,
  nextNonce: number,
): Promise<Lane> {
  await openLane(db, { chainId, address, nextNonce })
  const made = await findLane(db, chainId)
  if (!made) throw new Error('The database kept no lane')
  return made
}

/** Told when it begins for a token, and seen by operators until there is enough of all. */
export async function reportLowBalance(ctx: Context, chainId: number): Promise<void> {
  const low = await findLow(ctx.db, chainId)
  const why = low
    .map(({ symbol, payoutId }) => `${symbol}: payout ${payoutId} waits for more`)
    .join('; ')
  const alarm = why === '' ? undefined : { at: ctx.now(), why }
  if ((await setLow(ctx.db, chainId, alarm)) && alarm) {
    ctx.log.error({ chainId, why }, 'The treasury runs low')
  }
}
