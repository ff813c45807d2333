import { endpoints } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import { mayCall, OPERATOR_ROLES, type Endpoint } from '@solstice/contract/endpoint'
import type { CallData } from '@solstice/contract/wire'
import { isOperatorSessionOpen, operatorIdleUntil } from '@solstice/rules/operator'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { offsetOf, pageOf, type PageQuery } from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { countRecoveryCodes, findFactors, type FactorRow } from './operator-factor.queries.ts'
import { findOpenSessionsOfAll, findSession } from './operator-session.queries.ts'
import { findOperator, findOperators } from './operator.queries.ts'
import { accountOf, type Operator } from './operator.service.ts'

/** The ids of the calls that each role may make. */
const callsOf = new Map(
  OPERATOR_ROLES.map((role) => [
    role,
    Object.values<Endpoint>(endpoints)
      .filter((endpoint) => endpoint.access === 'operator' && mayCall(role, endpoint))
      .map(({ id }) => id),
  ]),
)

export async function operatorView(
  { db }: Pick<AppContext, 'db'>,
  { operatorId, role, sessionId }: Operator,
): Promise<CallData<'operatorAuth.finish'>> {
  const row = await findOperator(db, operatorId)
  if (!row) throw refuse(Code.ACCESS_DENIED)
  const session = sessionId === undefined ? undefined : await findSession(db, sessionId)
  const factors = await findFactors(db, [operatorId])
  return {
    ...accountOf(row),
    calls: callsOf.get(role) ?? [],
    factors: factors.map(factorView),
    recoveryCodesLeft: await countRecoveryCodes(db, operatorId),
    idleUntil: session ? operatorIdleUntil(session).toISOString() : null,
    endsAt: session?.endsAt.toISOString() ?? null,
    steppedUpUntil: session?.steppedUpUntil?.toISOString() ?? null,
  }
}

function factorView({ id, kind, label, createdAt, approvesFrom, lastUsedAt }: FactorRow) {
  return {
    factorId: id,
    kind,
    label,
    createdAt: createdAt.toISOString(),
    approvesFrom: approvesFrom.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

export async function listOperators(
  ctx: Pick<AppContext, 'db' | 'now'>,
  query: PageQuery,
): Promise<CallData<'operator.listOperators'>> {
  const range = { size: query.size, offset: offsetOf(query) }
  const { rows, totalCount } = await findOperators(ctx.db, range)
  const ids = rows.map(({ id }) => id)
  const factors = Map.groupBy(await findFactors(ctx.db, ids), ({ operatorId }) => operatorId)
  const sessions = await findOpenSessionsOfAll(ctx.db, ids)
  const open = sessions.filter((session) => isOperatorSessionOpen(session, ctx.now()))
  const list = rows.map((row) => ({
    ...accountOf(row),
    createdAt: row.createdAt.toISOString(),
    disabledAt: row.disabledAt?.toISOString() ?? null,
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    enrolledAt: row.enrolledAt?.toISOString() ?? null,
    factors: (factors.get(row.id) ?? []).map(({ kind, label }) => ({ kind, label })),
    openSessions: open.filter(({ operatorId }) => operatorId === row.id).length,
  }))
  return pageOf(query, list, totalCount)
}

/** Returns the address of a person; undefined for machines. */
export async function emailOf(db: Db, operatorId: number): Promise<string | undefined> {
  const row = await findOperator(db, operatorId)
  return row?.kind === 'PERSON' ? (row.email ?? undefined) : undefined
}
