import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import {
  liftForMember,
  liftOwnFreeze,
  readLink,
  reportTheft,
  sendUnfreezeCode,
  showHold,
} from './freeze.service.ts'

export function freezeRoutes(ctx: AppContext, mount: Mount): void {
  mount('freeze.hold', ({ session }) => showHold(ctx, session.memberId))
  mount('freeze.readLink', ({ body }) => readLink(ctx, body.token))

  mount('freeze.report', async ({ body, deviceId }) => {
    await reportTheft(ctx, body.token, deviceId)
    return null
  })

  mount('freeze.sendCode', ({ session }) => sendUnfreezeCode(ctx, session.memberId))

  mount('freeze.lift', async ({ session, body, pinToken }) => {
    await liftOwnFreeze(ctx, session.memberId, body, pinToken)
    return null
  })

  mount('freeze.liftForMember', ({ operator, params, body }) =>
    liftForMember(ctx, operator, { ...params, code: body.code, reason: body.reason }),
  )
}
