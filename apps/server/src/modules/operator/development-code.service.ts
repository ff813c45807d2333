import { normaliseEmail } from '@solstice/rules/email'
import type { AppContext } from '#/platform/process/context.ts'
import { totpOf } from './operator-factor.service.ts'
import { nextTotpCode } from './operator-totp.ts'
import { findPersonByEmail } from './operator.queries.ts'

/**
 * Returns a code that a person's authenticator app would show and that was not used yet, for
 * development and tests.
 */
export async function currentOperatorCode(
  ctx: Pick<AppContext, 'db' | 'now' | 'operatorSealer'>,
  email: string,
): Promise<string | undefined> {
  const person = await findPersonByEmail(ctx.db, normaliseEmail(email))
  const totp = person && (await totpOf(ctx, person.id))
  return totp && nextTotpCode(totp.secret, ctx.now(), totp.usedStep)
}
