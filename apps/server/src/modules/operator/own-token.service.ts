import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { findActiveMachinesOf, lockActiveMachinesOf, type OperatorRow } from './operator.queries.ts'
import { actorOf, endOperator, rotateToken, type Operator } from './operator.service.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'randomBytes' | 'log'>

/** Lists the machines for which a person is responsible, also those with an expired token. */
export async function listOwnTokens(
  ctx: Pick<Context, 'db'>,
  { operatorId }: Operator,
): Promise<CallData<'operatorAuth.tokens'>> {
  const machines = await findActiveMachinesOf(ctx.db, operatorId)
  return {
    list: machines.map(({ id, name, role, createdAt, expiresAt, lastSeenAt }) => ({
      operatorId: id,
      name,
      role,
      createdAt: createdAt.toISOString(),
      expiresAt: (expiresAt ?? createdAt).toISOString(),
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
    })),
  }
}

/** A person with fewer rights than the machine may revoke its token, but not see a new one. */
export function rotateOwnToken(
  ctx: Context,
  by: Operator,
  machineId: number,
): Promise<CallData<'operatorAuth.rotateToken'>> {
  return ctx.db.transaction(async (tx) => {
    const machine = await lockOwnMachine(tx, by, machineId)
    if (by.role !== 'OWNER' && by.role !== machine.role) throw refuse(Code.ACCESS_DENIED)
    return rotateToken(tx, ctx, by, machine.id)
  })
}

export function revokeOwnToken(ctx: Context, by: Operator, machineId: number): Promise<null> {
  return ctx.db.transaction(async (tx) => {
    await endOperator(tx, ctx, actorOf(by), await lockOwnMachine(tx, by, machineId))
    return null
  })
}

async function lockOwnMachine(tx: Db, by: Operator, machineId: number): Promise<OperatorRow> {
  const machines = await lockActiveMachinesOf(tx, by.operatorId)
  const machine = machines.find(({ id }) => id === machineId)
  if (!machine) throw refuse(Code.NOT_FOUND)
  return machine
}
