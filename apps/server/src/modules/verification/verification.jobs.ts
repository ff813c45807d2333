import type { Language } from '@solstice/contract/messages'
import { CODE_LENGTH, CODE_TTL_MS } from '@solstice/rules/verification'
import type { AppContext } from '#/platform/process/context.ts'
import { DEFAULT_RETRIES, type JobKind } from '#/platform/process/jobs.ts'
import { codeHashOf } from './verification.code.ts'
import { codeMail } from './verification.mail.ts'
import { findRequest, markMailed, saveGeneratedCode } from './verification.queries.ts'

export type MailCode = { requestId: string; language: Language }

export const MAIL_CODE = 'verification.mail-code'

/**
 * Generates the code when the mail is sent, so that its five minutes start with the mail even after
 * an outage of the mail server. A request that was answered or replaced meanwhile sends nothing.
 */
export const mailCode: JobKind<MailCode> = {
  kind: MAIL_CODE,
  lane: 'codes',
  retryAfterMs: DEFAULT_RETRIES,
  handle: async (ctx, { payload: { requestId, language } }) => {
    const request = await findRequest(ctx.db, requestId)
    if (!request) return
    const code = sixDigits(ctx.randomBytes)
    const made = {
      codeHash: codeHashOf(ctx.keys, request, code),
      expiresAt: new Date(ctx.now().getTime() + CODE_TTL_MS),
    }
    if (!(await saveGeneratedCode(ctx.db, requestId, made))) return
    await ctx.mailer.send(codeMail(request.email, code, language))
    await markMailed(ctx.db, requestId, ctx.now())
  },
}

/** Discards bytes above the largest multiple of ten, so that every digit is equally likely. */
function sixDigits(randomBytes: AppContext['randomBytes']): string {
  let digits = ''
  while (digits.length < CODE_LENGTH) {
    for (const byte of randomBytes(CODE_LENGTH)) {
      if (byte < 250 && digits.length < CODE_LENGTH) digits += byte % 10
    }
  }
  return digits
}
