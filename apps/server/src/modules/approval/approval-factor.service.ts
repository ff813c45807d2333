import { createHash } from 'node:crypto'
import { Code } from '@solstice/contract/codes'
import type { CallInput } from '@solstice/contract/wire'
import { APPROVAL_TERMS } from '@solstice/rules/approval-policy'
import { usePasskeyAssertion } from '#/modules/operator/operator-factor.service.ts'
import { isSteppedUp } from '#/modules/operator/operator-session.service.ts'
import type { Operator } from '#/modules/operator/operator.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import type { Approval } from './approval.queries.ts'

export type Confirmation = {
  assertion?: CallInput<'approval.approve'>['body']['assertion']
  /** The origin at which the assertion was made. */
  origin: string
}

/**
 * A person confirms what they propose, like every action of this kind. While nobody else can approve
 * it, they will also confirm it alone, which needs a passkey both times.
 */
export function assertMayPropose(operator: Operator, isAlone: boolean, now: Date): void {
  const needsPasskey = isAlone && operator.kind === 'PERSON'
  const isConfirmed = isSteppedUp(operator, now) && (!needsPasskey || operator.factor === 'PASSKEY')
  if (isConfirmed) return
  throw refuse(Code.STEP_UP_REQUIRED, needsPasskey ? { data: { factor: 'PASSKEY' } } : {})
}

/** Returns the challenge of a proposal: what is signed is what was seen. */
export function challengeOf({ id, bodyHash }: Pick<Approval, 'id' | 'bodyHash'>): string {
  return createHash('sha256').update(`${id}:${bodyHash}`).digest('base64url')
}

/**
 * Requires a passkey assertion bound to the proposal. A person who signed in with the authenticator
 * app confirms by step-up, which does not suffice for money, and never alone.
 */
export async function assertConfirmed(
  tx: Db,
  ctx: AppContext,
  operator: Operator,
  approval: Approval,
  { assertion, origin, isSolo }: Confirmation & { isSolo: boolean },
): Promise<void> {
  if (assertion) {
    const { operatorId } = operator
    const expected = { origin, challenge: challengeOf(approval), operatorId }
    const passkey = await usePasskeyAssertion(tx, ctx, assertion, expected)
    if (!passkey) throw refuse(Code.STEP_UP_REQUIRED)
    return assertTrusted(passkey, ctx.now())
  }
  const isEnough =
    operator.factor === 'TOTP' &&
    !isSolo &&
    !APPROVAL_TERMS[approval.rule].money &&
    isSteppedUp(operator, ctx.now())
  const { approvesFrom } = operator
  if (!isEnough || !approvesFrom) throw refuse(Code.STEP_UP_REQUIRED)
  assertTrusted({ approvesFrom }, ctx.now())
}

/** A factor that somebody added with a stolen password and code must not approve at once. */
function assertTrusted({ approvesFrom }: { approvesFrom: Date }, now: Date): void {
  if (now < approvesFrom) throw refuse(Code.FACTOR_TOO_NEW)
}
