import type { SessionCookies } from '#/http/cookies.ts'
import type { Mount } from '#/http/mount.ts'
import { closeSession } from '#/modules/session/session.service.ts'
import { memberView } from '#/modules/users/users.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import {
  checkSignUpEmail,
  logIn,
  reissue,
  resetPassword,
  sendResetCode,
  sendSignUpCode,
  signUp,
  verifyMailedCode,
  type SignedIn,
} from './auth.service.ts'

export function authRoutes(ctx: AppContext, mount: Mount): void {
  mount('auth.checkSignUpEmail', async ({ body }) => {
    await checkSignUpEmail(ctx, body.email)
    return { available: true } as const
  })

  mount('auth.sendSignUpCode', async ({ body, language }) => {
    const { expiresAt, resendAt } = await sendSignUpCode(ctx, body.email, language)
    return { expiresAt: expiresAt.toISOString(), resendAt: resendAt.toISOString() }
  })

  mount('auth.verifyCode', async ({ body, deviceId }) => {
    const { completeCode, expiresAt } = await verifyMailedCode(ctx, body, deviceId)
    return { completeCode, expiresAt: expiresAt.toISOString() }
  })

  mount('auth.signUp', async ({ body, language, userAgent, deviceId, ip, cookies }) =>
    answerSignedIn(cookies, await signUp(ctx, body, { language, userAgent, deviceId, ip })),
  )

  mount('auth.login', async ({ body, userAgent, deviceId, ip, cookies }) =>
    answerSignedIn(cookies, await logIn(ctx, body, { userAgent, deviceId, ip })),
  )

  mount('auth.checkResetEmail', async ({ body, language, deviceId }) => {
    const { expiresAt, resendAt } = await sendResetCode(ctx, body.email, { language, deviceId })
    return { expiresAt: expiresAt.toISOString(), resendAt: resendAt.toISOString() }
  })

  mount('auth.resetPassword', async ({ body, deviceId }) => {
    await resetPassword(ctx, body, deviceId)
    return null
  })

  mount('auth.logout', async ({ cookies }) => {
    await closeSession(ctx, cookies)
    cookies.clear()
    return null
  })

  mount('auth.reissue', async ({ cookies }) => {
    const tokens = await reissue(ctx, cookies.refresh)
    cookies.set(tokens)
    return { expiresAt: tokens.accessExpiresAt.toISOString() }
  })
}

function answerSignedIn(cookies: SessionCookies, signedIn: SignedIn) {
  cookies.set(signedIn.tokens)
  return memberView(signedIn.member)
}
