import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { claimOwner, enrol, showEnrolment } from './operator-enrolment.service.ts'
import {
  addFactor,
  newRecoveryCodes,
  ownFactorOptions,
  removeFactor,
} from './operator-factor.service.ts'
import {
  beginLogin,
  finishLogin,
  recover,
  stepUp,
  stepUpOptions,
} from './operator-login.service.ts'
import { listOwnTokens, revokeOwnToken, rotateOwnToken } from './own-token.service.ts'
import { endOwnSession, listSessions } from './operator-session.service.ts'
import { operatorView } from './operator-view.service.ts'

export function operatorAuthRoutes(ctx: AppContext, mount: Mount): void {
  mount('operatorAuth.begin', ({ body, origin }) => beginLogin(ctx, body, origin))
  mount('operatorAuth.finish', async ({ params, body, origin, console, language, userAgent }) => {
    const device = { origin, language, userAgent, deviceToken: console.device }
    const { operator, tokens } = await finishLogin(ctx, params.loginId, body, device)
    console.set(tokens)
    return operatorView(ctx, operator)
  })
  mount('operatorAuth.recover', ({ body }) => recover(ctx, body))
  mount('operatorAuth.claimOwner', ({ body }) => claimOwner(ctx, body))
  mount('operatorAuth.showEnrolment', ({ params, origin }) =>
    showEnrolment(ctx, params.code, origin),
  )
  mount('operatorAuth.enrol', async ({ params, body, origin, console, language, userAgent }) => {
    const device = { origin, language, userAgent, deviceToken: console.device }
    const { operator, tokens, recoveryCodes } = await enrol(ctx, params.code, body, device)
    console.set(tokens)
    return { operator: await operatorView(ctx, operator), recoveryCodes }
  })

  mount('operatorAuth.stepUpOptions', ({ operator, origin }) =>
    stepUpOptions(ctx, operator, origin),
  )
  mount('operatorAuth.stepUp', async ({ operator, body, origin, console }) => {
    const confirmed = await stepUp(ctx, operator, body, origin)
    console.set({ session: confirmed.token })
    return operatorView(ctx, confirmed.operator)
  })
  mount('operatorAuth.logout', async ({ operator, console }) => {
    if (operator.sessionId !== undefined) await endOwnSession(ctx, operator, operator.sessionId)
    console.clear()
    return null
  })
  mount('operatorAuth.sessions', ({ operator }) => listSessions(ctx, operator))
  mount('operatorAuth.endSession', ({ operator, params }) =>
    endOwnSession(ctx, operator, params.sessionId),
  )

  mount('operatorAuth.factorOptions', ({ operator, origin }) =>
    ownFactorOptions(ctx, operator, origin),
  )
  mount('operatorAuth.addFactor', async ({ operator, body, origin }) => {
    await addFactor(ctx, operator, body, origin)
    return operatorView(ctx, operator)
  })
  mount('operatorAuth.removeFactor', async ({ operator, params }) => {
    await removeFactor(ctx, operator, params.factorId)
    return operatorView(ctx, operator)
  })
  mount('operatorAuth.newRecoveryCodes', async ({ operator }) => ({
    recoveryCodes: await newRecoveryCodes(ctx, operator),
  }))

  mount('operatorAuth.tokens', ({ operator }) => listOwnTokens(ctx, operator))
  mount('operatorAuth.rotateToken', ({ operator, params }) =>
    rotateOwnToken(ctx, operator, params.operatorId),
  )
  mount('operatorAuth.revokeToken', ({ operator, params }) =>
    revokeOwnToken(ctx, operator, params.operatorId),
  )
}
