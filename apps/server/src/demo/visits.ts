import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { executeMission } from '#/modules/mission/execution.service.ts'
import type { Programme } from '#/modules/season/programme.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'

export const CHECK_IN = 1
export const SPIN = 2
export const TICKETS = 3

/** The missions completed on one day of a season, counted from its first day. */
export type Visit = readonly [day: number, missions: readonly number[]]

/** Completes missions the regular way, at an earlier time. */
export async function completeVisit(
  tx: Db,
  ctx: AppContext,
  { seasonId, startAt }: Programme,
  memberId: number,
  [day, missions]: Visit,
): Promise<void> {
  const noon = startAt.getTime() + day * DAY_MS + 12 * HOUR_MS
  for (const [minute, missionId] of missions.entries()) {
    const seed = `demo-${seasonId}-${day}-${minute}`
    const pastCtx = {
      ...ctx,
      now: () => new Date(noon + minute * 60_000),
      randomBytes: repeatableBytes(seed),
    }
    await executeMission(tx, pastCtx, {
      seasonId,
      missionId,
      memberId,
      language: 'en',
      body: missionId === SPIN ? { clientSeed: seed } : {},
      chain: { kind: 'not-required' },
    })
  }
}

/** A rare prize would lift the account above the leagues, so every start draws the same ones. */
function repeatableBytes(seed: string): AppContext['randomBytes'] {
  let calls = 0
  return (outputLength) => {
    calls += 1
    return createHash('shake256', { outputLength }).update(`${seed}-${calls}`).digest()
  }
}
