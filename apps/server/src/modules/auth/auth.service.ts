import { Code } from '@solstice/contract/codes'
import type { Language } from '@solstice/contract/messages'
import type { CallInput } from '@solstice/contract/wire'
import { isEmail, normaliseEmail } from '@solstice/rules/email'
import { isNewPassword } from '@solstice/rules/password'
import { normaliseReferralCode } from '@solstice/rules/referral-code'
import type { AppContext } from '#/platform/context.ts'
import { refuse } from '#/platform/refusal.ts'
import {
  assertMayHaveSession,
  createMember,
  loadMember,
  memberByEmail,
  memberIdByReferralCode,
  type Member,
} from '#/modules/users/users.service.ts'
import {
  openSession,
  reissueSession,
  type SessionTokens,
} from '#/modules/session/session.service.ts'
import {
  consumeCompleteCode,
  sendCode,
  verifyCode,
} from '#/modules/verification/verification.service.ts'

export type SignedIn = { member: Member; tokens: SessionTokens }

export async function checkSignUpEmail(
  ctx: Pick<AppContext, 'db'>,
  input: string,
): Promise<string> {
  const email = readEmail(input)
  if (await memberByEmail(ctx, email)) throw refuse(Code.EMAIL_EXISTS)
  return email
}

export async function sendSignUpCode(ctx: AppContext, input: string, language: Language) {
  const email = await checkSignUpEmail(ctx, input)
  return sendCode(ctx, { email, purpose: 'SIGNUP' }, language)
}

export async function verifyMailedCode(
  ctx: AppContext,
  body: CallInput<'auth.verifyCode'>['body'],
) {
  const email = readEmail(body.email)
  return verifyCode(ctx, { email, purpose: body.purpose }, body.code)
}

export async function signUp(
  ctx: AppContext,
  body: CallInput<'auth.signUp'>['body'],
  language: Language,
): Promise<SignedIn> {
  const email = readEmail(body.email)
  if (!isNewPassword(body.password)) throw refuse(Code.PASSWORD_FORMAT)
  assertAgreed(body.agreements, language)
  const referredBy = await readReferrer(ctx, body.referralCode)

  const passwordHash = await ctx.passwords.hash(body.password)
  const member = await ctx.db.transaction(async (tx) => {
    if (await memberByEmail({ db: tx }, email)) throw refuse(Code.EMAIL_EXISTS)
    await consumeCompleteCode(tx, ctx, { email, purpose: 'SIGNUP' }, body.completeCode)
    const fresh = { email, passwordHash, language: body.language ?? language, referredBy }
    return createMember({ ...ctx, db: tx }, fresh)
  })
  return { member, tokens: await openSession(ctx, member.id, false) }
}

/** Exactly one password check on every path, so that the time taken does not tell who has an account. */
export async function logIn(
  ctx: AppContext,
  body: CallInput<'auth.login'>['body'],
): Promise<SignedIn> {
  const email = readEmail(body.email)
  const member = await memberByEmail(ctx, email)
  const matches = await ctx.passwords.verify(
    member?.passwordHash ?? ctx.passwords.decoyHash,
    body.password,
  )
  if (!member || !matches) throw refuse(Code.CREDENTIALS_INVALID)
  assertMayHaveSession(member)
  return { member, tokens: await openSession(ctx, member.id, body.keepLoggedIn ?? false) }
}

export async function reissue(
  ctx: AppContext,
  refresh: string | undefined,
): Promise<SessionTokens> {
  const { memberId, tokens } = await reissueSession(ctx, refresh)
  assertMayHaveSession(await loadMember(ctx, memberId))
  return tokens
}

function readEmail(input: string): string {
  if (!isEmail(input)) throw refuse(Code.EMAIL_FORMAT)
  return normaliseEmail(input)
}

const AGREEMENTS = {
  termsOfService: { en: 'Terms of Service', ko: '서비스 이용약관' },
  privacyPolicy: { en: 'Privacy Policy', ko: '개인정보 처리방침' },
} as const

function assertAgreed(
  agreements: CallInput<'auth.signUp'>['body']['agreements'],
  language: Language,
): void {
  for (const name of ['termsOfService', 'privacyPolicy'] as const) {
    if (!agreements[name]) {
      throw refuse(Code.AGREEMENT_MISSING, { values: { agreement: AGREEMENTS[name][language] } })
    }
  }
}

async function readReferrer(
  ctx: AppContext,
  input: string | undefined,
): Promise<number | undefined> {
  if (input === undefined || input.trim() === '') return undefined
  const referrer = await memberIdByReferralCode(ctx, normaliseReferralCode(input))
  if (referrer === undefined) throw refuse(Code.REFERRAL_CODE_INVALID)
  return referrer
}
