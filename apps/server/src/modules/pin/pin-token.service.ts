import { Code } from '@solstice/contract/codes'
import type { PinPurpose } from '@solstice/contract/pin-purpose'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { hashOf } from './pin.oprf.ts'
import { isTokenUsable, useToken } from './pin.queries.ts'

type TokenUse = { memberId: number; purpose: PinPurpose; pinToken: string | undefined }

/**
 * Consumes the token in the transaction of its effect, so that it is used up exactly if the effect
 * happens.
 */
export async function consumePinToken(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  use: TokenUse,
): Promise<void> {
  if (!(await useToken(tx, queryOf(ctx, use)))) throw refuse(Code.PIN_VERIFICATION_REQUIRED)
}

/** Checks the token before anything else is revealed to the caller; it is consumed later. */
export async function assertPinToken(
  ctx: Pick<AppContext, 'db' | 'now'>,
  use: TokenUse,
): Promise<void> {
  if (!(await isTokenUsable(ctx.db, queryOf(ctx, use)))) {
    throw refuse(Code.PIN_VERIFICATION_REQUIRED)
  }
}

function queryOf(ctx: Pick<AppContext, 'now'>, { memberId, purpose, pinToken }: TokenUse) {
  return { memberId, purpose, tokenHash: hashOf(pinToken ?? ''), now: ctx.now() }
}
