import { Code } from '@solstice/contract/codes'
import type { SessionCookies } from '#/http/cookies.ts'
import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/context.ts'
import { Refusal } from '#/platform/refusal.ts'
import { evaluatePin, pinTries, verifyPin } from './pin-attempt.service.ts'
import { enrolPin, pinState, setPin } from './pin.service.ts'

export function pinRoutes(ctx: AppContext, mount: Mount): void {
  mount('pin.state', ({ session, deviceId }) => pinState(ctx, session.memberId, deviceId))

  mount('pin.enrol', ({ session, body, pinToken }) => enrolPin(ctx, session, body, pinToken))

  mount('pin.set', ({ session, body, deviceId }) => setPin(ctx, { session, deviceId }, body))

  mount('pin.tries', ({ session, deviceId, query }) =>
    pinTries(ctx, { session, deviceId }, query.pinKeyId),
  )

  mount('pin.evaluate', ({ session, deviceId, body, cookies }) =>
    orSignedOut(cookies, evaluatePin(ctx, { session, deviceId }, body)),
  )

  mount('pin.verify', ({ session, deviceId, body, cookies }) =>
    orSignedOut(cookies, verifyPin(ctx, { session, deviceId }, body)),
  )
}

/** When the tries are used up the session has ended; its cookies go with the reply. */
async function orSignedOut<Data>(cookies: SessionCookies, attempt: Promise<Data>): Promise<Data> {
  try {
    return await attempt
  } catch (error) {
    if (error instanceof Refusal && error.code === Code.PIN_ATTEMPTS_EXCEEDED) cookies.clear()
    throw error
  }
}
