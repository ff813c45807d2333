import { HOUR_MS } from '@solstice/rules/duration'
import { programmeDayOf } from '@solstice/rules/programme-day'
import { enabledNetworks } from '#/modules/network/network.service.ts'
import { ensureContract, hasFailedSince } from '#/modules/payout/contract.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { findPostedCheckpoint, findRequestedSize } from './anchor.queries.ts'
import { findNewestCheckpoint } from './points-log.queries.ts'

export type Anchor = {
  chainId: number
  /** The contract, in lower case. */
  address: string
  size: number
  root: Buffer
  postedAt: Date
}

/** Returns the newest checkpoint that is final on a chain. */
export async function anchorOf(db: Db): Promise<Anchor | undefined> {
  const row = await findPostedCheckpoint(db)
  if (!row || row.chainId === null || row.postedAt === null) return undefined
  return { ...row, chainId: row.chainId, postedAt: row.postedAt }
}

/**
 * Requests that the newest checkpoint is posted on chain, once a programme day and only if the log has
 * grown. The contract is deployed first. A checkpoint that the chain refused is tried again after an
 * hour.
 */
export async function requestAnchor(
  ctx: Pick<AppContext, 'db' | 'now' | 'payouts' | 'treasury' | 'settings' | 'atFaultPoint'>,
): Promise<void> {
  const chainId = await anchorChain(ctx)
  if (chainId === undefined || !ctx.treasury) return
  const newest = await findNewestCheckpoint(ctx.db)
  if (!newest) return
  await ctx.db.transaction(async (tx) => {
    const contract = await ensureContract(tx, ctx, { chainId, kind: 'LOG_ANCHOR', token: null })
    if (!contract) return
    const { address } = contract
    const requested = await findRequestedSize(tx, { chainId, address })
    if (requested !== undefined && requested >= newest.size) return
    // One for a day, whichever process requests it.
    const key = `anchor:${chainId}:${address}:${programmeDayOf(ctx.now())}`
    if (await hasFailedSince(tx, key, new Date(ctx.now().getTime() - HOUR_MS))) return
    const call = { purpose: 'ANCHOR', key, chainId, contract: address } as const
    await ctx.payouts.requestCall(tx, { ...call, subject: newest.size })
    ctx.atFaultPoint?.('anchor-posting')
  })
}

/** Returns the chain of the setting, or the first one that members use. */
async function anchorChain({
  db,
  settings,
}: Pick<AppContext, 'db' | 'settings'>): Promise<number | undefined> {
  const { pointsLogChain } = settings
  const networks = await enabledNetworks({ db })
  if (pointsLogChain === undefined) return networks[0]?.chainId
  return networks.find(({ chainId }) => chainId === pointsLogChain)?.chainId
}
