import { decideRestored, type LeagueResult } from '@solstice/rules/league'
import type { Db } from '#/platform/process/db.ts'
import { findHeld, saveResults } from './league-draw.queries.ts'
import { findRestorable } from './league-restore.queries.ts'

/**
 * Returns the members of a batch who are held. They are placed in leagues of their own, so that a farm
 * takes no place of a member, and a member who is held by mistake keeps the rung.
 */
export async function heldAmong(
  tx: Db,
  of: { memberIds: readonly number[]; now: Date },
): Promise<Set<number>> {
  return new Set(await findHeld(tx, of))
}

/**
 * Gives the next members whose hold has ended the result that a turn up to this week withheld. The
 * places of the others stay, so a place may occur twice.
 */
export async function restoreResults(
  tx: Db,
  of: { seasonId: number; week: number; size: number; now: Date },
): Promise<{ results: LeagueResult[]; isLast: boolean }> {
  const rows = await findRestorable(tx, of)
  const results = rows.map((row) => ({ week: row.week, ...decideRestored(row) }))
  for (const [week, ofWeek] of Map.groupBy(results, (result) => result.week)) {
    await saveResults(tx, { seasonId: of.seasonId, week }, ofWeek)
  }
  return { results, isLast: rows.length < of.size }
}
