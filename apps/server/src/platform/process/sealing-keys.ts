import { eq } from 'drizzle-orm'
import { HOUR_MS } from '@solstice/rules/duration'
import type { AppContext } from './context.ts'
import type { Db } from './db.ts'
import { SettingsError } from './env.ts'
import { continueFrom, enqueue, enqueuePoll, type JobKind } from './jobs.ts'
import { sealingKeys } from './sealing-keys.table.ts'

export const RESEAL = 'platform.reseal'

/** Values in the database that only a key of the settings can open or reproduce. */
export type SealedValues = {
  name: string
  /** The setting that the key comes from. */
  setting: string
  /** The ids of the keys that can be used, the current one first. */
  keyIds: (ctx: AppContext) => readonly string[]
  /**
   * Seals the values after a position again with the current key, if they need it. Without it, the
   * key can never change.
   */
  reseal?: (ctx: AppContext, after: string | null) => Promise<Resealed>
}

type Resealed = {
  count: number
  /** The position of the next batch; null after the last one. */
  next: string | null
}

type Context = Pick<AppContext, 'db' | 'now' | 'log'>

/**
 * Checks that the values of this database can still be used, and enqueues the sealing of values that
 * need a previous key. A process with an unknown key would replace PINs that members rely on.
 */
export async function checkSealingKeys(
  ctx: AppContext,
  values: readonly SealedValues[],
  { isFatal }: { isFatal: boolean },
): Promise<void> {
  const problems: string[] = []
  let isRotating = false
  for (const { name, setting, keyIds } of values) {
    const [current = '', ...previous] = keyIds(ctx)
    const recorded = await recordedKey(ctx, name, current)
    if (previous.includes(recorded)) isRotating = true
    else if (recorded !== current) {
      problems.push(
        `${setting} is not the key of this database (${name}): set the key that it had as ${setting}, or as its previous key`,
      )
    }
  }
  if (isRotating) await enqueuePoll(ctx.db, RESEAL, ctx.now())
  if (problems.length === 0) return
  if (isFatal) throw new SettingsError(problems)
  for (const problem of problems) ctx.log.warn(problem)
}

/** Returns the id of the recorded key; the first process on a database records its own. */
async function recordedKey(ctx: Context, name: string, keyId: string): Promise<string> {
  const found = await findKeyId(ctx.db, name)
  if (found !== undefined) return found
  await ctx.db.insert(sealingKeys).values({ name, keyId, since: ctx.now() }).onConflictDoNothing()
  return (await findKeyId(ctx.db, name)) ?? keyId
}

async function findKeyId(db: Db, name: string): Promise<string | undefined> {
  const [row] = await db.select().from(sealingKeys).where(eq(sealingKeys.name, name))
  return row?.keyId
}

/** The hour is part of the key, so that several processes enqueue one job. */
async function queueResealing(ctx: Pick<AppContext, 'db' | 'now'>, dueAt: Date): Promise<void> {
  const key = `${RESEAL}:${Math.floor(dueAt.getTime() / HOUR_MS)}`
  await enqueue(ctx.db, RESEAL, { payload: null, dueAt, now: ctx.now(), key })
}

type ResealPosition = { name: string; after: string | null; count: number }

/**
 * Seals everything with the current key, in batches, until one pass finds nothing to seal; then the
 * current key is recorded and the previous one can be removed. While previous keys are configured, it
 * runs every hour, because a process with older settings may still use them.
 */
export function resealJob(values: readonly SealedValues[]): JobKind<ResealPosition | null> {
  return {
    kind: RESEAL,
    lane: 'housekeeping',
    retryAfterMs: Array.from({ length: 1000 }, () => 60_000),
    handle: async (ctx, { payload, signal }) => {
      const rotating = values.filter((each) => each.reseal && each.keyIds(ctx).length > 1)
      const first = rotating[0]
      if (!first) return undefined
      const position = payload ?? { name: first.name, after: null, count: 0 }
      const next = await resealStep(ctx, rotating, position)
      signal.throwIfAborted()
      if (next) return continueFrom(next)
      await queueResealing(ctx, new Date(ctx.now().getTime() + HOUR_MS))
      return undefined
    },
  }
}

/** Seals one batch, and returns where the next one begins; undefined after the last value. */
async function resealStep(
  ctx: AppContext,
  values: readonly SealedValues[],
  { name, after, count }: ResealPosition,
): Promise<ResealPosition | undefined> {
  const at = values.findIndex((each) => each.name === name)
  const current = values[at]
  if (!current?.reseal) return undefined
  const resealed = await current.reseal(ctx, after)
  const total = count + resealed.count
  if (resealed.next !== null) return { name, after: resealed.next, count: total }
  // Values that were sealed meanwhile are found by another pass.
  if (total > 0) return { name, after: null, count: 0 }
  await recordKey(ctx, current)
  const following = values[at + 1]
  return following && { name: following.name, after: null, count: 0 }
}

async function recordKey(ctx: AppContext, { name, keyIds }: SealedValues): Promise<void> {
  const [keyId = ''] = keyIds(ctx)
  if ((await findKeyId(ctx.db, name)) === keyId) return
  await ctx.db
    .update(sealingKeys)
    .set({ keyId, since: ctx.now() })
    .where(eq(sealingKeys.name, name))
  ctx.log.info({ name }, 'Everything is sealed with the current key')
}
