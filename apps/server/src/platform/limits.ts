import { sql } from 'drizzle-orm'
import { Code } from '@solstice/contract/codes'
import { LIMITS, type Limit, type LimitName, type LimitSubject } from '@solstice/contract/limits'
import type { AppContext } from './context.ts'
import { rowsOf } from './db.ts'
import { placesOf, type Place } from './ip-places.ts'
import { refuse } from './refusal.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'keys' | 'settings' | 'metrics'>

/** Whom this call counts for, as far as it can be told. */
export type Subjects = Partial<Record<LimitSubject, string>>

/**
 * Counts before the call is looked at, in one statement and on its own, so that parallel calls in
 * several processes cannot slip through together. Limits without a subject here are left out. Returns
 * what to do once the call succeeded.
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
    // Narrow places first: who is over the budget of one uses up nothing of what neighbours share.
    for (const { place, factor } of budgetsOf(ctx, limit, subject)) {
      const key = ctx.keys.mac('limit', `${limit.per}:${place}`)
      await countOne(ctx, { name, key, limit, factor })
      if (limit.counts === 'failures') cleared.push(() => clear(ctx, name, key))
    }
  }
  return async () => {
    for (const each of cleared) await each()
  }
}

function budgetsOf({ settings }: Context, { per }: Limit, subject: string): Place[] {
  if (per !== 'ip') return [{ place: subject, factor: 1 }]
  return placesOf(subject).map(({ place, factor }) => ({
    place,
    factor: factor * settings.ipLimitFactor,
  }))
}

async function countOne(
  ctx: Context,
  { name, key, limit, factor }: { name: LimitName; key: string; limit: Limit; factor: number },
): Promise<void> {
  const now = ctx.now()
  const windowStart = new Date(now.getTime() - limit.windowMs).toISOString()
  const [row] = await rowsOf<{ count: number; window_started_at: string | Date }>(
    ctx.db,
    sql`insert into rate_limits as r (name, subject, window_started_at, count)
      values (${name}, ${key}, ${now.toISOString()}::timestamptz, 1)
      on conflict (name, subject) do update set
        count = case when r.window_started_at <= ${windowStart}::timestamptz then 1 else r.count + 1 end,
        window_started_at = case when r.window_started_at <= ${windowStart}::timestamptz
          then excluded.window_started_at else r.window_started_at end
      returning count, window_started_at,
        -- A count that a power cut takes away hurts nobody: no call waits for the disk because of it.
        set_config('synchronous_commit', 'off', true)`,
  )
  if (!row || row.count <= limit.max * factor) return
  ctx.metrics?.limitHit(name)
  const endsAt = new Date(row.window_started_at).getTime() + limit.windowMs
  throw refuse(Code.TOO_MANY_REQUESTS, {
    retryAfterSeconds: Math.ceil((endsAt - now.getTime()) / 1000),
  })
}

async function clear(ctx: Context, name: LimitName, key: string): Promise<void> {
  await ctx.db.execute(sql`delete from rate_limits where name = ${name} and subject = ${key}`)
}

/** Windows that are over count for nothing. */
export const LONGEST_WINDOW_MS = Math.max(...Object.values(LIMITS).map((limit) => limit.windowMs))
