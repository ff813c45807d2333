import { createHash } from 'node:crypto'
import { Code } from '@solstice/contract/codes'
import type { OperatorRole } from '@solstice/contract/endpoint'
import type { CallData } from '@solstice/contract/wire'
import { OPERATOR_TOKEN_TTL_MS, operatorTokenExpiresAt } from '@solstice/rules/operator'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { SettingsError } from '#/platform/process/env.ts'
import { offsetOf, pageOf, type PageQuery } from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  anyOperatorExists,
  disableOperatorRow,
  extendToken,
  findActiveByTokenHash,
  findOperatorByName,
  findOperators,
  insertOperator,
  isReplacedToken,
  lockActiveOwnerIds,
  lockOperator,
  replaceTokenHash,
} from './operator.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'randomBytes' | 'log'>

/** The authenticated operator of a call. */
export type Operator = { operatorId: number; name: string; role: OperatorRole; expiresAt: Date }

/** The prefix lets secret scanners find a leaked token. */
export const TOKEN_PREFIX = 'sol_op_'
const TOKEN_BYTES = 32
const FIRST_NAME = 'owner'

/**
 * Authenticates an operator. Every refusal has the same response, so that a caller without a token
 * learns nothing.
 */
export async function authenticateOperator(
  ctx: Pick<Context, 'db' | 'now'>,
  authorization: string | undefined,
  roles: readonly OperatorRole[],
): Promise<Operator> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) throw refuse(Code.ACCESS_DENIED)
  const row = await findActiveByTokenHash(ctx.db, hashOf(token))
  const isOver = row !== undefined && ctx.now() >= row.expiresAt
  if (!row || isOver || !(row.role === 'OWNER' || roles.includes(row.role))) {
    throw refuse(Code.ACCESS_DENIED)
  }
  return { operatorId: row.id, name: row.name, role: row.role, expiresAt: row.expiresAt }
}

/** Returns whether this token belongs to an active operator. */
export async function isKnownToken(ctx: Pick<Context, 'db'>, token: string): Promise<boolean> {
  return (await findActiveByTokenHash(ctx.db, hashOf(token))) !== undefined
}

/** Returns the operator's name in the audit log. */
export function actorOf(operator: Pick<Operator, 'name'>): string {
  return `operator:${operator.name}`
}

export function operatorView(operator: Operator): CallData<'operator.me'> {
  return { ...operator, expiresAt: operator.expiresAt.toISOString() }
}

export async function listOperators(
  ctx: Pick<Context, 'db'>,
  query: PageQuery,
): Promise<CallData<'operator.listOperators'>> {
  const range = { size: query.size, offset: offsetOf(query) }
  const { rows, totalCount } = await findOperators(ctx.db, range)
  const list = rows.map(({ id, name, role, expiresAt, createdAt, disabledAt }) => ({
    operatorId: id,
    name,
    role,
    expiresAt: expiresAt.toISOString(),
    createdAt: createdAt.toISOString(),
    disabledAt: disabledAt?.toISOString() ?? null,
  }))
  return pageOf(query, list, totalCount)
}

export function addOperator(
  ctx: Context,
  by: Pick<Operator, 'name'>,
  { name, role }: { name: string; role: OperatorRole },
): Promise<CallData<'operator.addOperator'>> {
  const token = newToken(ctx)
  return ctx.db.transaction(async (tx) => {
    const createdAt = ctx.now()
    const expiresAt = operatorTokenExpiresAt(createdAt)
    const fresh = { name, role, tokenHash: hashOf(token), createdAt, expiresAt }
    const row = await insertOperator(tx, fresh)
    if (!row) throw refuse(Code.NICKNAME_TAKEN)
    await appendAudit(tx, {
      at: createdAt,
      actor: actorOf(by),
      action: 'operator.add',
      subject: actorOf(row),
      data: { role },
    })
    return { operatorId: row.id, name, role, expiresAt: expiresAt.toISOString(), token }
  })
}

/** Issues a new token for an operator, before the old one expires or because it may have leaked. */
export function rotateToken(
  ctx: Context,
  by: Pick<Operator, 'name'>,
  operatorId: number,
): Promise<CallData<'operator.rotateToken'>> {
  const token = newToken(ctx)
  return ctx.db.transaction(async (tx) => {
    const row = await lockOperator(tx, operatorId)
    if (!row || row.disabledAt) throw refuse(Code.NOT_FOUND)
    const at = ctx.now()
    const expiresAt = operatorTokenExpiresAt(at)
    await replaceTokenHash(tx, row, { tokenHash: hashOf(token), expiresAt }, at)
    await appendAudit(tx, {
      at,
      actor: actorOf(by),
      action: 'operator.rotate-token',
      subject: actorOf(row),
      data: {},
    })
    const { name, role } = row
    return { operatorId, name, role, expiresAt: expiresAt.toISOString(), token }
  })
}

/** Disables an operator. Repeating it changes nothing and is not audited again. */
export function disableOperator(ctx: Context, by: Operator, operatorId: number): Promise<null> {
  return ctx.db.transaction(async (tx) => {
    const owners = await lockActiveOwnerIds(tx)
    const row = await lockOperator(tx, operatorId)
    if (!row) throw refuse(Code.NOT_FOUND)
    if (row.disabledAt) return null
    if (owners.length === 1 && owners[0] === operatorId) throw refuse(Code.INVALID_REQUEST)
    const at = ctx.now()
    await disableOperatorRow(tx, operatorId, at)
    await appendAudit(tx, {
      at,
      actor: actorOf(by),
      action: 'operator.disable',
      subject: actorOf(row),
      data: {},
    })
    return null
  })
}

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
  if (!owner) return
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
    // A disabled owner stays disabled, because another owner decided it.
    if (!known || known.disabledAt) return
    if (known.tokenHash === tokenHash) {
      if (ctx.now() >= known.expiresAt) {
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
    await replaceTokenHash(tx, known, { tokenHash, expiresAt }, ctx.now())
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

function newToken(ctx: Pick<Context, 'randomBytes'>): string {
  return TOKEN_PREFIX + Buffer.from(ctx.randomBytes(TOKEN_BYTES)).toString('base64url')
}

/**
 * Hashes a token without a key: 32 random bytes cannot be guessed, and changing a key cannot lock
 * out all operators.
 */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
