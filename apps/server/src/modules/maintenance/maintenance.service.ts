import { Code } from '@solstice/contract/codes'
import { MINUTE_MS } from '@solstice/rules/duration'
import {
  DEFAULT_MAINTENANCE,
  isMaintenanceOn,
  type MaintenanceConfig,
} from '@solstice/rules/maintenance'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { findNewestVersion, insertVersion, type MaintenanceVersion } from './maintenance.queries.ts'

const NEVER_SET: MaintenanceVersion = {
  version: 0,
  config: DEFAULT_MAINTENANCE,
  campaignId: undefined,
}

export async function currentMaintenance(ctx: Pick<AppContext, 'db'>): Promise<MaintenanceVersion> {
  return (await findNewestVersion(ctx.db)) ?? NEVER_SET
}

/** Runs in the caller's transaction, together with its audit entry. */
export async function setMaintenance(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  config: MaintenanceConfig,
  campaignId?: number,
): Promise<void> {
  await insertVersion(tx, { config, campaignId }, ctx.now())
}

const CACHE_TTL_MS = 1000

/**
 * Refuses calls while maintenance is on. Each process reads the flag at most once a second, so that
 * writes do not pay for it.
 */
export function maintenanceGate(ctx: Pick<AppContext, 'db' | 'now'>): () => Promise<void> {
  let known: { config: MaintenanceConfig; readAtMs: number } | undefined
  return async () => {
    const now = ctx.now()
    if (!known || now.getTime() - known.readAtMs >= CACHE_TTL_MS) {
      known = { config: (await currentMaintenance(ctx)).config, readAtMs: now.getTime() }
    }
    if (!isMaintenanceOn(known.config, now)) return
    throw refuse(Code.MAINTENANCE, { retryAfterSeconds: secondsLeft(known.config, now) })
  }
}

function secondsLeft(config: MaintenanceConfig, now: Date): number {
  const startMs = config.scheduled_time === null ? undefined : Date.parse(config.scheduled_time)
  if (config.estimated_duration === null || startMs === undefined) return 5 * 60
  const endMs = startMs + config.estimated_duration * MINUTE_MS
  return Math.max(60, Math.ceil((endMs - now.getTime()) / 1000))
}
