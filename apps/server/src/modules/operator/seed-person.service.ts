import type { OperatorRole } from '@solstice/contract/endpoint'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { sealedTotp, storeFactor } from './operator-factor.service.ts'
import { TOTP_SECRET_BYTES } from './operator-totp.ts'
import { findOperatorByName, setEnrolled } from './operator.queries.ts'
import { insertPerson } from './operator.service.ts'

type SeededPerson = { name: string; email: string; role: OperatorRole; password: string }

/** Appoints an enrolled person with a password and an app, unless the name exists. Returns the id. */
export async function seedPerson(
  tx: Db,
  ctx: AppContext,
  { password, ...person }: SeededPerson,
): Promise<number> {
  const known = await findOperatorByName(tx, person.name)
  if (known) return known.id
  const { id } = await insertPerson(tx, ctx, 'system', person)
  const secret = ctx.randomBytes(TOTP_SECRET_BYTES)
  const passwordHash = await ctx.passwords.hash(password)
  await storeFactor(tx, ctx, id, sealedTotp(ctx, id, { secret, passwordHash, totpStep: null }))
  await setEnrolled(tx, id, ctx.now())
  return id
}
