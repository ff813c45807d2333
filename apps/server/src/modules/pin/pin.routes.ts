import { Code } from '@solstice/contract/codes'
import type { SessionCookies } from '#/http/cookies.ts'
import type { Call, Mount } from '#/http/mount.ts'
import { sessionIdOfRefreshToken } from '#/modules/session/session.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { Refusal } from '#/platform/process/refusal.ts'
import { evaluatePin, pinTries, verifyPin, type PinCaller } from './pin-attempt.service.ts'
import { enrolPin, pinState, setPin } from './pin.service.ts'

export function pinRoutes(ctx: AppContext, mount: Mount): void {
  mount('pin.state', ({ session, deviceId }) => pinState(ctx, session, deviceId))

  mount('pin.enrol', ({ session, body, pinToken }) => enrolPin(ctx, session, body, pinToken))

  mount('pin.set', ({ session, body, deviceId }) => setPin(ctx, { session, deviceId }, body))

  mount('pin.tries', (call) => pinTries(ctx, callerOf(ctx, call), call.query.pinKeyId))

  mount('pin.evaluate', (call) =>
    clearCookiesOnLockout(call.cookies, evaluatePin(ctx, callerOf(ctx, call), call.body)),
  )

  mount('pin.verify', (call) =>
    clearCookiesOnLockout(call.cookies, verifyPin(ctx, callerOf(ctx, call), call.body)),
  )
}

function callerOf(
  ctx: Pick<AppContext, 'keys'>,
  { session, deviceId, cookies }: Pick<Call<'pin.tries'>, 'session' | 'deviceId' | 'cookies'>,
): PinCaller {
  const heldSessionId = session?.sessionId ?? sessionIdOfRefreshToken(ctx, cookies.refresh)
  return { session, deviceId, heldSessionId }
}

/** Clears the cookies when the attempts are used up, because the session has ended. */
async function clearCookiesOnLockout<Data>(
  cookies: SessionCookies,
  attempt: Promise<Data>,
): Promise<Data> {
  try {
    return await attempt
  } catch (error) {
    if (error instanceof Refusal && error.code === Code.PIN_ATTEMPTS_EXCEEDED) cookies.clear()
    throw error
  }
}
