import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import type { AppContext } from '#/platform/process/context.ts'
import { rowsOf, transactionEndingWith, type Db, type Transactions } from '#/platform/process/db.ts'
import { idempotencyKeys } from './idempotency.table.ts'
import { refuse } from '#/platform/process/refusal.ts'

export const KEY_MAX_LENGTH = 255
export const IDEMPOTENCY_KEPT_MS = DAY_MS

type KeyedCall = {
  /** `member:1` or `operator:1`: keys are scoped to their caller. */
  caller: string
  call: string
  key: string
  /** Everything the caller sent, so that a key cannot be used for two different intents. */
  request: unknown
}

/**
 * Runs the effect and saves its response in one transaction. A repeated call gets the saved
 * response; a concurrent one waits for the first. A refusal saves nothing. `savedForm` removes what
 * must not be stored.
 */
export function runOnce<Reply>(
  ctx: Pick<AppContext, 'now'> & { db: Transactions },
  keyed: KeyedCall,
  effect: (tx: Db) => Promise<Reply>,
  savedForm: (reply: Reply) => unknown = (reply) => reply,
): Promise<Reply> {
  const now = ctx.now()
  const hash = createHash('sha256').update(JSON.stringify(keyed.request)).digest('base64url')
  return transactionEndingWith(ctx.db, async (tx) => {
    if (await claimKey(tx, keyed, hash, now)) {
      const reply = await effect(tx)
      // Raw SQL: every write ends with it, and building it takes ten times as long.
      const save = sql`update idempotency_keys set reply = ${JSON.stringify(savedForm(reply))}::json
        where caller = ${keyed.caller} and call = ${keyed.call} and key = ${keyed.key}`
      return { result: reply, last: save }
    }
    const [saved] = await tx
      .select({
        requestHash: idempotencyKeys.requestHash,
        // The driver has already parsed it; the column would parse a response that is a string
        // again.
        reply: sql<Reply>`${idempotencyKeys.reply}`,
      })
      .from(idempotencyKeys)
      .where(
        and(
          eq(idempotencyKeys.caller, keyed.caller),
          eq(idempotencyKeys.call, keyed.call),
          eq(idempotencyKeys.key, keyed.key),
        ),
      )
    if (!saved) throw new Error('The idempotency key was taken but has no row')
    if (saved.requestHash !== hash) throw refuse(Code.INVALID_REQUEST)
    return { result: saved.reply }
  })
}

async function claimKey(tx: Db, keyed: KeyedCall, hash: string, now: Date): Promise<boolean> {
  const expiredBefore = new Date(now.getTime() - IDEMPOTENCY_KEPT_MS).toISOString()
  // Raw SQL: every write begins with it, and building it takes ten times as long.
  const rows = await rowsOf(
    tx,
    sql`insert into idempotency_keys as k (caller, call, key, request_hash, created_at)
      values (${keyed.caller}, ${keyed.call}, ${keyed.key}, ${hash}, ${now.toISOString()}::timestamptz)
      on conflict (caller, call, key) do update
        set request_hash = excluded.request_hash, reply = null, created_at = excluded.created_at
        where k.created_at <= ${expiredBefore}::timestamptz
      returning key`,
  )
  return rows.length === 1
}

/** Part of deleting an account, because saved responses reveal the member's actions. */
export async function eraseIdempotencyKeys(tx: Db, caller: string): Promise<void> {
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.caller, caller))
}
