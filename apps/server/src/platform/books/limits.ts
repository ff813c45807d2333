import { and, eq, lte, sql } from 'drizzle-orm'
import { Code } from '@solstice/contract/codes'
import { LIMITS, type Limit, type LimitName, type LimitSubject } from '@solstice/contract/limits'
import type { AppContext } from '#/platform/process/context.ts'
import { ipBudgetsOf, type Budget } from '#/platform/process/ip-budgets.ts'
import { prepared, type Params } from '#/platform/process/prepared.ts'
import { rateLimits } from './limits.table.ts'
import { refuse } from '#/platform/process/refusal.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'keys' | 'settings' | 'metrics'>

/** The known subjects that this call counts for. */
export type Subjects = Partial<Record<LimitSubject, string>>

/**
 * Counts a call before it is processed, in one separate statement, so that parallel calls in
 * several processes cannot exceed the limit. Limits without a subject here are skipped. Returns a
 * function to run once the call succeeded.
 */
export async function countCall(
  ctx: Context,
  names: readonly LimitName[],
  subjects: Subjects,
): Promise<() => Promise<void>> {
  const cleared: (() => Promise<void>)[] = []
  for (const name of names) {
    const limit: Limit = LIMITS[name]
    const subject = subjects[limit.per]
    if (subject === undefined) continue
    // Narrow networks come first, so that a caller over its own budget does not use up what
    // neighbours share.
    for (const { scope, factor } of budgetsOf(ctx, limit, subject)) {
      const key = ctx.keys.mac('limit', `${limit.per}:${scope}`)
      await countOne(ctx, { name, key, limit, factor })
      if (limit.counts === 'failures') cleared.push(() => clearCount(ctx, name, key))
    }
  }
  return async () => {
    for (const each of cleared) await each()
  }
}

function budgetsOf({ settings }: Context, { per }: Limit, subject: string): Budget[] {
  if (per !== 'ip') return [{ scope: subject, factor: 1 }]
  return ipBudgetsOf(subject).map(({ scope, factor }) => ({
    scope,
    factor: factor * settings.ipLimitFactor,
  }))
}

const count = prepared(
  'limits.count',
  (db, params: Params<{ name: LimitName; subject: string; now: Date; windowStart: Date }>) => {
    const { name, subject, now, windowStart } = params
    const isOver = lte(rateLimits.windowStartedAt, windowStart)
    return db
      .insert(rateLimits)
      .values({ name, subject, windowStartedAt: now, count: 1 })
      .onConflictDoUpdate({
        target: [rateLimits.name, rateLimits.subject],
        set: {
          count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
          windowStartedAt: sql`case when ${isOver} then excluded.window_started_at
          else ${rateLimits.windowStartedAt} end`,
        },
      })
      .returning({
        count: rateLimits.count,
        windowStartedAt: rateLimits.windowStartedAt,
        // Losing a count in a power failure is harmless, so no call waits for the disk.
        commit: sql`set_config('synchronous_commit', 'off', true)`,
      })
  },
)

async function countOne(
  ctx: Context,
  { name, key, limit, factor }: { name: LimitName; key: string; limit: Limit; factor: number },
): Promise<void> {
  const now = ctx.now()
  const windowStart = new Date(now.getTime() - limit.windowMs)
  const [row] = await count(ctx.db, { name, subject: key, now, windowStart })
  if (!row || row.count <= limit.max * factor) return
  ctx.metrics?.limitHit(name)
  const endsAt = row.windowStartedAt.getTime() + limit.windowMs
  throw refuse(Code.TOO_MANY_REQUESTS, {
    retryAfterSeconds: Math.ceil((endsAt - now.getTime()) / 1000),
  })
}

async function clearCount(ctx: Context, name: LimitName, key: string): Promise<void> {
  await ctx.db.delete(rateLimits).where(and(eq(rateLimits.name, name), eq(rateLimits.subject, key)))
}

/** Rows older than the longest window have no effect. */
export const LONGEST_WINDOW_MS = Math.max(...Object.values(LIMITS).map((limit) => limit.windowMs))
