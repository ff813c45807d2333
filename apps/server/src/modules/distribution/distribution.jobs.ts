import { HOUR_MS } from '@solstice/rules/duration'
import { networkByChain } from '#/modules/network/network.service.ts'
import { BUILD_ROOTS, type BuildRoots } from '#/modules/season/root.queue.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { continueFrom, enqueue, type JobKind } from '#/platform/process/jobs.ts'
import { sendNextClaims } from './claim-batch.service.ts'
import { endUnrecorded, recordClaimed } from './claimed.service.ts'
import { RUN_CLAIMS, type OnChain } from './distribution.queue.ts'
import { findDeployed } from './distributor.queries.ts'
import { findProblems, hasOpenClaims } from './reward-claim.queries.ts'
import { buildRoots } from './root.service.ts'

/** A chain may be down for days; repeating is safe. */
const RETRIES = Array.from({ length: 1000 }, () => 60_000)

/** Makes the next root, one batch at a time, and looks every hour for rewards that are owed. */
export const buildRootsJob: JobKind<BuildRoots> = {
  kind: BUILD_ROOTS,
  lane: 'programme',
  retryAfterMs: RETRIES,
  handle: async (ctx, { payload }) => {
    if ((await buildRoots(ctx, payload)) === 'more') return continueFrom({ start: false })
    for (const problem of await findProblems(ctx.db)) {
      ctx.log.error({ problem }, 'The sums of a distributor violate their rules')
    }
    await queueRoots(ctx, new Date(ctx.now().getTime() + HOUR_MS))
    return undefined
  },
}

/** The hour is part of the key, so that several processes enqueue one job. */
export async function queueRoots(ctx: Pick<AppContext, 'db' | 'now'>, dueAt: Date): Promise<void> {
  const payload: BuildRoots = { start: false }
  const key = `${BUILD_ROOTS}:${Math.floor(dueAt.getTime() / HOUR_MS)}`
  await enqueue(ctx.db, BUILD_ROOTS, { payload, dueAt, now: ctx.now(), key })
}

const BUSY_MS = 2000
const IDLE_MS = 60_000

/** Sends and records the claims of a chain: soon again while any is open, else every minute. */
export const runClaims: JobKind<OnChain> = {
  kind: RUN_CLAIMS,
  lane: 'chains',
  retryAfterMs: RETRIES,
  handle: async (ctx, { payload }) => {
    const { chainId } = payload
    const network = await networkByChain(ctx, chainId)
    const deployed = await findDeployed(ctx.db, chainId)
    if (!network || deployed.length === 0) return undefined
    for (const distributor of deployed) {
      while (await sendNextClaims(ctx, distributor));
      if ((await recordClaimed(ctx, network, distributor)) === 'part') return continueFrom(payload)
      await endUnrecorded(ctx, network, distributor)
    }
    await queueClaims(ctx, payload, (await hasOpenClaims(ctx.db, chainId)) ? BUSY_MS : IDLE_MS)
    return undefined
  },
}

/** The time slot is part of the key, so that repeated polls become one. */
async function queueClaims(
  ctx: Pick<AppContext, 'db' | 'now'>,
  payload: OnChain,
  inMs: number,
): Promise<void> {
  const now = ctx.now()
  const dueAt = new Date(now.getTime() + inMs)
  const key = `${RUN_CLAIMS}:${payload.chainId}:${inMs}:${Math.floor(dueAt.getTime() / inMs)}`
  await enqueue(ctx.db, RUN_CLAIMS, { payload, dueAt, now, key })
}
