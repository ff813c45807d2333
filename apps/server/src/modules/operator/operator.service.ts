import { createHash } from 'node:crypto'
import { Code } from '@solstice/contract/codes'
import type { OperatorRole } from '@solstice/contract/endpoint'
import type { CallData } from '@solstice/contract/wire'
import { appendAudit } from '#/platform/audit.ts'
import type { AppContext } from '#/platform/context.ts'
import type { Db } from '#/platform/db.ts'
import { SettingsError } from '#/platform/env.ts'
import { offsetOf, pageOf, type PageQuery } from '#/platform/page.ts'
import { refuse } from '#/platform/refusal.ts'
import {
  anyOperatorExists,
  disableOperatorRow,
  findActiveByTokenHash,
  findOperatorByName,
  findOperators,
  insertOperator,
  isReplacedToken,
  lockActiveOwnerIds,
  lockOperator,
  replaceTokenHash,
} from './operator.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'randomBytes'>

/** Who is calling on the operators' side. */
export type Operator = { operatorId: number; name: string; role: OperatorRole }

/** Recognisable, so that a scanner finds one that slipped into a file. */
export const TOKEN_PREFIX = 'sol_op_'
const TOKEN_BYTES = 32
const FIRST_NAME = 'owner'

/** Every reason for a "no" answers alike: who has no token learns nothing. */
export async function authenticateOperator(
  ctx: Pick<Context, 'db'>,
  authorization: string | undefined,
  roles: readonly OperatorRole[],
): Promise<Operator> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) throw refuse(Code.ACCESS_DENIED)
  const row = await findActiveByTokenHash(ctx.db, hashOf(token))
  if (!row || !(row.role === 'OWNER' || roles.includes(row.role))) {
    throw refuse(Code.ACCESS_DENIED)
  }
  return { operatorId: row.id, name: row.name, role: row.role }
}

/** Whether an operator signs in with this token. */
export async function isKnownToken(ctx: Pick<Context, 'db'>, token: string): Promise<boolean> {
  return (await findActiveByTokenHash(ctx.db, hashOf(token))) !== undefined
}

/** How the audit calls an operator. */
export function actorOf(operator: Pick<Operator, 'name'>): string {
  return `operator:${operator.name}`
}

export async function listOperators(
  ctx: Pick<Context, 'db'>,
  query: PageQuery,
): Promise<CallData<'operator.listOperators'>> {
  const stretch = { size: query.size, offset: offsetOf(query) }
  const { rows, totalCount } = await findOperators(ctx.db, stretch)
  const list = rows.map(({ id, name, role, createdAt, disabledAt }) => ({
    operatorId: id,
    name,
    role,
    createdAt: createdAt.toISOString(),
    disabledAt: disabledAt?.toISOString() ?? null,
  }))
  return pageOf(query, list, totalCount)
}

export function addOperator(
  ctx: Context,
  by: Operator,
  { name, role }: { name: string; role: OperatorRole },
): Promise<CallData<'operator.addOperator'>> {
  const token = newToken(ctx)
  return ctx.db.transaction(async (tx) => {
    const createdAt = ctx.now()
    const fresh = { name, role, tokenHash: hashOf(token), createdAt }
    const row = await insertOperator(tx, fresh)
    if (!row) throw refuse(Code.NICKNAME_TAKEN)
    await appendAudit(tx, {
      at: createdAt,
      actor: actorOf(by),
      action: 'operator.add',
      subject: actorOf(row),
      data: { role },
    })
    return { operatorId: row.id, name, role, token }
  })
}

/** Disabling again changes nothing and is not told again. */
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

/** Where the first token comes from: told by whoever runs the server, or made once and kept. */
export type FirstToken = { given: string } | { made: () => Promise<string> } | undefined

/**
 * Somebody must be there to appoint the others. A token that is given counts at every start, so
 * changing it takes the old one away for good; one that is made only serves while there is nobody else.
 * Tells whether there is an operator in the end.
 */
export async function ensureFirstOperator(ctx: Context, first: FirstToken): Promise<boolean> {
  if (first && 'given' in first) {
    await setOwnerToken(ctx, first.given)
    return true
  }
  if (await anyOperatorExists(ctx.db)) return true
  if (!first) return false
  await setOwnerToken(ctx, await first.made())
  return true
}

async function setOwnerToken(ctx: Context, token: string): Promise<void> {
  const tokenHash = hashOf(token)
  await ctx.db.transaction(async (tx) => {
    const found = await findOperatorByName(tx, FIRST_NAME)
    if (!found) return insertOwner(tx, ctx, tokenHash)
    // Of servers that start at once with different ones, each sees what the one before it left.
    const known = await lockOperator(tx, found.id)
    // An owner who was disabled stays so: another owner decided it.
    if (!known || known.tokenHash === tokenHash || known.disabledAt) return
    if (await isReplacedToken(tx, tokenHash)) {
      throw new SettingsError([
        'OPERATOR_TOKEN was replaced by another one, for this server too: give it the newest, or one that was never used',
      ])
    }
    await replaceTokenHash(tx, known, tokenHash, ctx.now())
    await auditOwner(tx, ctx, 'operator.change-token')
  })
}

async function insertOwner(tx: Db, ctx: Context, tokenHash: string): Promise<void> {
  const owner = { name: FIRST_NAME, role: 'OWNER', tokenHash, createdAt: ctx.now() } as const
  // Another process may have been faster; then its word counts.
  if (await insertOperator(tx, owner)) await auditOwner(tx, ctx, 'operator.add')
}

function auditOwner(tx: Db, ctx: Context, action: string): Promise<void> {
  const subject = actorOf({ name: FIRST_NAME })
  return appendAudit(tx, { at: ctx.now(), actor: 'system', action, subject, data: {} })
}

function newToken(ctx: Pick<Context, 'randomBytes'>): string {
  return TOKEN_PREFIX + Buffer.from(ctx.randomBytes(TOKEN_BYTES)).toString('base64url')
}

/** 32 random bytes cannot be guessed, so a plain hash hides them, and no change of a key locks everybody out. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
