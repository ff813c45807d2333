import { OPERATOR_TOKEN_TTL_MS, operatorTokenExpiresAt } from '@solstice/rules/operator'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { SettingsError } from '#/platform/process/env.ts'
import {
  anyOperatorExists,
  extendToken,
  findOperatorByName,
  insertOperator,
  isReplacedToken,
  lockOperator,
  replaceTokenHash,
} from './operator.queries.ts'
import { hashOf } from './operator-secret.ts'
import { actorOf } from './operator.service.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'randomBytes' | 'log'>

/** The machine whose token is OPERATOR_TOKEN. */
export const FIRST_NAME = 'owner'

/** The source of the first token: given in the settings, or generated once and stored. */
export type FirstToken = { given: string } | { made: () => Promise<string> } | undefined

/**
 * Ensures that a first operator exists to appoint the others. A given token applies at every start,
 * so changing it revokes the old one permanently; a generated token is used only while there is no
 * other operator. Returns whether an operator exists.
 */
export async function ensureFirstOperator(ctx: Context, first: FirstToken): Promise<boolean> {
  if (first && 'given' in first) {
    await setOwnerToken(ctx, first.given)
    return true
  }
  if (await anyOperatorExists(ctx.db)) {
    if (first) await extendGeneratedToken(ctx, first.made)
    return true
  }
  if (!first) return false
  await setOwnerToken(ctx, await first.made())
  return true
}

/**
 * Extends the generated token of a local server before it expires, because its token file stays on
 * the machine.
 */
async function extendGeneratedToken(ctx: Context, made: () => Promise<string>): Promise<void> {
  const owner = await findOperatorByName(ctx.db, FIRST_NAME)
  if (!owner?.expiresAt) return
  const leftMs = owner.expiresAt.getTime() - ctx.now().getTime()
  if (leftMs > OPERATOR_TOKEN_TTL_MS / 2) return
  await extendToken(ctx.db, hashOf(await made()), operatorTokenExpiresAt(ctx.now()))
}

async function setOwnerToken(ctx: Context, token: string): Promise<void> {
  const tokenHash = hashOf(token)
  await ctx.db.transaction(async (tx) => {
    const found = await findOperatorByName(tx, FIRST_NAME)
    if (!found) return insertOwner(tx, ctx, tokenHash)
    // Lock the row, so that servers starting concurrently with different tokens see each other's
    // changes.
    const known = await lockOperator(tx, found.id)
    // A disabled owner stays disabled, because another owner decided it. A person has no token.
    if (!known?.tokenHash || known.disabledAt) return
    if (known.tokenHash === tokenHash) {
      if (known.expiresAt && ctx.now() >= known.expiresAt) {
        ctx.log.error('OPERATOR_TOKEN has expired; set a new one')
      }
      return
    }
    if (await isReplacedToken(tx, tokenHash)) {
      throw new SettingsError([
        'OPERATOR_TOKEN was replaced by another one; set the newest token or one that was never used',
      ])
    }
    const expiresAt = operatorTokenExpiresAt(ctx.now())
    const replaced = { id: known.id, tokenHash: known.tokenHash }
    await replaceTokenHash(tx, replaced, { tokenHash, expiresAt }, ctx.now())
    await auditOwner(tx, ctx, 'operator.change-token')
  })
}

async function insertOwner(tx: Db, ctx: Context, tokenHash: string): Promise<void> {
  const createdAt = ctx.now()
  const expiresAt = operatorTokenExpiresAt(createdAt)
  const owner = { name: FIRST_NAME, role: 'OWNER', tokenHash, createdAt, expiresAt } as const
  // Another process may have inserted the owner first; then its token applies.
  if (await insertOperator(tx, owner)) await auditOwner(tx, ctx, 'operator.add')
}

function auditOwner(tx: Db, ctx: Context, action: string): Promise<void> {
  const subject = actorOf({ name: FIRST_NAME })
  return appendAudit(tx, { at: ctx.now(), actor: 'system', action, subject, data: {} })
}
