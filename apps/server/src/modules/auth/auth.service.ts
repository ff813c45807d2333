import { Code } from '@solstice/contract/codes'
import type { Language } from '@solstice/contract/messages'
import type { CallInput } from '@solstice/contract/wire'
import { DAY_MS } from '@solstice/rules/duration'
import { isEmail, normaliseEmail } from '@solstice/rules/email'
import { isNewPassword, PASSWORD_RESETS_PER_DAY } from '@solstice/rules/password'
import { normaliseReferralCode } from '@solstice/rules/referral-code'
import type { AppContext } from '#/platform/process/context.ts'
import { ipBudgetsOf } from '#/platform/process/ip-budgets.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { isEmailBlocked } from '#/modules/account/deletion.service.ts'
import { clearPinLock, hasPin } from '#/modules/pin/pin.service.ts'
import { eventsSince, recordSecurityEvent } from '#/modules/security/security.service.ts'
import {
  deleteOtherDevices,
  newDeviceOf,
  type SignInOrigin,
} from '#/modules/session/known-device.service.ts'
import {
  assertMayHaveSession,
  changeMember,
  createMember,
  loadMember,
  lockMemberOfAnyStatus,
  memberByEmail,
  memberIdByReferralCode,
  type Member,
} from '#/modules/users/users.service.ts'
import {
  endAllSessions,
  openSession,
  reissueSession,
  type SessionTokens,
  type SignIn,
} from '#/modules/session/session.service.ts'
import {
  consumeCompleteCode,
  sendCode,
  verifyCode,
} from '#/modules/verification/verification.service.ts'

export type SignedIn = { member: Member & { hasPin: boolean }; tokens: SessionTokens }

export async function checkSignUpEmail(
  ctx: Pick<AppContext, 'db' | 'now' | 'lastingKeys'>,
  input: string,
): Promise<string> {
  const email = readEmail(input)
  await assertMayRegister(ctx, email)
  return email
}

/**
 * Checks in this order, so that one of the two checks sees an account that is deleted in between.
 */
async function assertMayRegister(
  ctx: Pick<AppContext, 'db' | 'now' | 'lastingKeys'>,
  email: string,
): Promise<void> {
  if (await memberByEmail(ctx, email)) throw refuse(Code.EMAIL_EXISTS)
  if (await isEmailBlocked(ctx, email)) throw refuse(Code.REREGISTRATION_BLOCKED)
}

export async function sendSignUpCode(ctx: AppContext, input: string, language: Language) {
  const email = await checkSignUpEmail(ctx, input)
  return sendCode(ctx, { email, purpose: 'SIGNUP' }, language)
}

export async function verifyMailedCode(
  ctx: AppContext,
  body: CallInput<'auth.verifyCode'>['body'],
  deviceId: string | undefined,
) {
  const email = readEmail(body.email)
  return verifyCode(ctx, { email, purpose: body.purpose, deviceId }, body.code)
}

export async function signUp(
  ctx: AppContext,
  body: CallInput<'auth.signUp'>['body'],
  { language, userAgent, deviceId, ip }: SignInOrigin & { language: Language },
): Promise<SignedIn> {
  const email = readEmail(body.email)
  if (!isNewPassword(body.password)) throw refuse(Code.PASSWORD_FORMAT)
  assertAgreed(body.agreements, language)
  const referredBy = await readReferrer(ctx, body.referralCode)

  const passwordHash = await ctx.passwords.hash(body.password)
  const member = await ctx.db.transaction(async (tx) => {
    await assertMayRegister({ ...ctx, db: tx }, email)
    await consumeCompleteCode(tx, ctx, { email, purpose: 'SIGNUP' }, body.completeCode)
    const fresh = { email, passwordHash, language: body.language ?? language, referredBy }
    const created = await createMember({ ...ctx, db: tx }, fresh)
    await newDeviceOf({ ...ctx, db: tx }, created.id, { userAgent, deviceId })
    return created
  })
  const tokens = await openSession(ctx, member.id, {
    keepLoggedIn: false,
    userAgent,
    network: networkOf(ctx, ip),
  })
  return { member: { ...member, hasPin: false }, tokens }
}

/**
 * Runs exactly one password check on every path, so that the response time does not reveal whether
 * an account exists.
 */
export async function logIn(
  ctx: AppContext,
  body: CallInput<'auth.login'>['body'],
  { userAgent, deviceId, ip }: SignInOrigin,
): Promise<SignedIn> {
  const email = readEmail(body.email)
  const member = await memberByEmail(ctx, email)
  const matches = await ctx.passwords.verify(
    member?.passwordHash ?? ctx.passwords.decoyHash,
    body.password,
  )
  if (!member || !matches) throw refuse(Code.CREDENTIALS_INVALID)
  assertMayHaveSession(ctx, member)
  const network = networkOf(ctx, ip)
  const signIn = { keepLoggedIn: body.keepLoggedIn ?? false, userAgent, network }
  const tokens = await ctx.db.transaction((tx) =>
    openCheckedSession({ ...ctx, db: tx }, member, { ...signIn, deviceId, ip }),
  )
  return { member: { ...member, hasPin: await hasPin(ctx, member.id) }, tokens }
}

/** Stores a network only as a keyed fingerprint, which tells whether two log-ins share one. */
function networkOf({ lastingKeys }: Pick<AppContext, 'lastingKeys'>, ip: string): string {
  const [narrowest] = ipBudgetsOf(ip)
  return lastingKeys.mac('sign-in-network', narrowest?.scope ?? ip)
}

/** Opens a session unless the password changed while it was being checked. */
async function openCheckedSession(
  ctx: AppContext,
  checked: Member,
  signIn: SignIn & SignInOrigin,
): Promise<SessionTokens> {
  const member = await lockMemberOfAnyStatus(ctx.db, checked.id, Code.CREDENTIALS_INVALID)
  if (member.passwordHash !== checked.passwordHash) throw refuse(Code.CREDENTIALS_INVALID)
  assertMayHaveSession(ctx, member)
  await clearPinLock(ctx.db, member)
  const unknown = await newDeviceOf(ctx, member.id, signIn)
  if (unknown) {
    const { device } = unknown
    await recordSecurityEvent(ctx.db, ctx, { memberId: member.id, kind: 'NEW_DEVICE', device })
  }
  return openSession(ctx, member.id, signIn)
}

/**
 * Sends the code in the same call that reveals whether the address is known. Only the correct
 * password reveals that an account is disabled or suspended, so the response is the same here.
 */
export async function sendResetCode(
  ctx: AppContext,
  input: string,
  { language, deviceId }: { language: Language; deviceId: string | undefined },
) {
  const email = readEmail(input)
  const member = await memberByEmail(ctx, email)
  if (!member) throw refuse(Code.USER_NOT_FOUND)
  const isMailed = member.status === 'ACTIVE'
  return sendCode(ctx, { email, purpose: 'RESET', deviceId }, language, { isMailed })
}

export async function resetPassword(
  ctx: AppContext,
  body: CallInput<'auth.resetPassword'>['body'],
  deviceId: string | undefined,
): Promise<void> {
  const email = readEmail(body.email)
  if (!isNewPassword(body.password)) throw refuse(Code.PASSWORD_FORMAT)
  const found = await memberByEmail(ctx, email)
  if (!found) throw refuse(Code.USER_NOT_FOUND)

  const passwordHash = await ctx.passwords.hash(body.password)
  await ctx.db.transaction(async (tx) => {
    const { id: memberId } = await lockMemberOfAnyStatus(tx, found.id, Code.USER_NOT_FOUND)
    await consumeCompleteCode(tx, ctx, { email, purpose: 'RESET' }, body.completeCode)
    await assertMayReset(tx, ctx, memberId)
    await changeMember(tx, memberId, { passwordHash })
    await endAllSessions(tx, ctx, memberId)
    await deleteOtherDevices(tx, memberId, deviceId)
    await recordSecurityEvent(tx, ctx, { memberId, kind: 'PASSWORD_RESET' })
  })
}

/**
 * Counts completed resets only, so that a caller without access to the mailbox cannot use them up.
 */
async function assertMayReset(
  tx: AppContext['db'],
  ctx: Pick<AppContext, 'now'>,
  memberId: number,
): Promise<void> {
  const since = new Date(ctx.now().getTime() - DAY_MS)
  const done = await eventsSince(tx, { memberId, kind: 'PASSWORD_RESET', since })
  const [first] = done
  if (!first || done.length < PASSWORD_RESETS_PER_DAY) return
  const waitMs = first.getTime() - since.getTime()
  throw refuse(Code.TOO_MANY_REQUESTS, { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}

export async function reissue(
  ctx: AppContext,
  refresh: string | undefined,
): Promise<SessionTokens> {
  const { memberId, tokens } = await reissueSession(ctx, refresh)
  assertMayHaveSession(ctx, await loadMember(ctx, memberId))
  return tokens
}

function readEmail(input: string): string {
  if (!isEmail(input)) throw refuse(Code.EMAIL_FORMAT)
  return normaliseEmail(input)
}

const AGREEMENTS = {
  termsOfService: { en: 'Terms of Service', ko: '이용약관' },
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
