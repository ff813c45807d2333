import { ENROLMENT_TTL_MS } from '@solstice/rules/operator'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import {
  findUnmailedEnrolment,
  insertEnrolment,
  setEnrolmentCode,
} from './operator-enrolment.queries.ts'
import { queueEnrolmentMail } from './operator-notice.queue.ts'
import { hashOf, newSecret } from './operator-secret.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'randomBytes'>

/** Creates the enrolment of a person and queues its mail. Earlier links stop working. */
export async function openEnrolment(
  tx: Db,
  ctx: Pick<Context, 'now'>,
  operatorId: number,
): Promise<{ enrolmentId: number; expiresAt: Date }> {
  const createdAt = ctx.now()
  const expiresAt = new Date(createdAt.getTime() + ENROLMENT_TTL_MS)
  const { id } = await insertEnrolment(tx, { operatorId, createdAt, expiresAt })
  await queueEnrolmentMail(tx, ctx, id)
  return { enrolmentId: id, expiresAt }
}

/**
 * Generates the code of an enrolment for its mail. If the mail is sent twice, the newer code is
 * valid. Returns undefined if the enrolment was mailed, used or replaced meanwhile.
 */
export async function makeEnrolmentCode(ctx: Context, enrolmentId: number) {
  const found = await findUnmailedEnrolment(ctx.db, enrolmentId)
  if (!found) return undefined
  const code = newSecret(ctx)
  const expiresAt = new Date(ctx.now().getTime() + ENROLMENT_TTL_MS)
  const made = { codeHash: hashOf(code), expiresAt }
  if (!(await setEnrolmentCode(ctx.db, enrolmentId, made))) return undefined
  return { code, expiresAt, operator: found.operator }
}
