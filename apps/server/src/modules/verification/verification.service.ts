import { Code } from '@solstice/contract/codes'
import type { Language } from '@solstice/contract/messages'
import {
  CODE_LENGTH,
  CODE_LIFE_MS,
  CODE_RESEND_AFTER_MS,
  COMPLETE_CODE_LIFE_MS,
  decideCodeEntry,
  isCode,
  readCode,
} from '@solstice/rules/verification'
import type { AppContext } from '#/platform/context.ts'
import type { Db } from '#/platform/db.ts'
import { sameText, type Keys } from '#/platform/keys.ts'
import { refuse } from '#/platform/refusal.ts'
import { codeMail } from './verification.mail.ts'
import {
  countTry,
  deleteCode,
  findCode,
  lockCode,
  markVerified,
  replaceCode,
  type Purpose,
  type VerificationRow,
} from './verification.queries.ts'

type Subject = { email: string; purpose: Purpose }

export async function sendCode(
  ctx: Pick<AppContext, 'db' | 'now' | 'randomBytes' | 'keys' | 'mailer'>,
  { email, purpose }: Subject,
  language: Language,
): Promise<{ expiresAt: Date; resendAt: Date }> {
  const now = ctx.now()
  const code = sixDigits(ctx.randomBytes)
  const expiresAt = new Date(now.getTime() + CODE_LIFE_MS)
  const resendAt = new Date(now.getTime() + CODE_RESEND_AFTER_MS)
  const lastSentBefore = new Date(now.getTime() - CODE_RESEND_AFTER_MS + 1)
  const row = {
    email,
    purpose,
    codeHash: hashOf(ctx.keys, email, purpose, code),
    sentAt: now,
    expiresAt,
  }
  if (!(await replaceCode(ctx.db, row, lastSentBefore))) {
    const last = await findCode(ctx.db, email, purpose)
    const waitMs = last ? last.sentAt.getTime() + CODE_RESEND_AFTER_MS - now.getTime() : 0
    throw refuse(Code.TOO_MANY_REQUESTS, { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  }
  await ctx.mailer.send(codeMail(email, code, language))
  return { expiresAt, resendAt }
}

/** The same right digits may come twice, because a reply may get lost: the answer is then the same. */
export async function verifyCode(
  ctx: Pick<AppContext, 'db' | 'now' | 'keys'>,
  { email, purpose }: Subject,
  input: string,
): Promise<{ completeCode: string; expiresAt: Date }> {
  const code = readCode(input)
  if (!isCode(code)) throw refuse(Code.VERIFICATION_CODE_INVALID)
  const now = ctx.now()

  const before = await findCode(ctx.db, email, purpose)
  const counted = await countTry(ctx.db, email, purpose)
  const row = counted ?? before
  const matches =
    row !== undefined && sameText(row.codeHash, hashOf(ctx.keys, email, purpose, code))
  const state = row && {
    expiresAt: row.expiresAt,
    triesUsed: counted ? counted.triesUsed - 1 : row.triesUsed,
  }
  const entry = decideCodeEntry(state, matches, now)
  if (entry.kind === 'expired') throw refuse(Code.VERIFICATION_CODE_EXPIRED)
  if (entry.kind === 'wrong' || !row) throw refuse(Code.VERIFICATION_CODE_INVALID)

  const verifiedAt = row.verifiedAt ?? now
  await markVerified(ctx.db, email, purpose, verifiedAt)
  return {
    completeCode: completeCodeOf(ctx.keys, row),
    expiresAt: new Date(verifiedAt.getTime() + COMPLETE_CODE_LIFE_MS),
  }
}

/** Part of the transaction that the completed code allows; afterwards the code is gone. */
export async function consumeCompleteCode(
  tx: Db,
  ctx: Pick<AppContext, 'now' | 'keys'>,
  { email, purpose }: Subject,
  completeCode: string,
): Promise<void> {
  const row = await lockCode(tx, email, purpose)
  if (!row?.verifiedAt || !sameText(completeCode, completeCodeOf(ctx.keys, row))) {
    throw refuse(Code.VERIFICATION_CODE_INVALID)
  }
  if (ctx.now().getTime() >= row.verifiedAt.getTime() + COMPLETE_CODE_LIFE_MS) {
    throw refuse(Code.VERIFICATION_CODE_EXPIRED)
  }
  await deleteCode(tx, email, purpose)
}

function hashOf(keys: Keys, email: string, purpose: Purpose, code: string): string {
  return keys.mac('verification-code', `${purpose}:${email}:${code}`)
}

/** Derived, not stored: the database never holds anything that could finish a sign-up. */
function completeCodeOf(keys: Keys, row: VerificationRow): string {
  return keys.mac(
    'complete-code',
    `${row.purpose}:${row.email}:${row.codeHash}:${row.sentAt.getTime()}`,
  )
}

/** Bytes above the largest multiple of ten are drawn again, so that every digit is equally likely. */
function sixDigits(randomBytes: AppContext['randomBytes']): string {
  let digits = ''
  while (digits.length < CODE_LENGTH) {
    for (const byte of randomBytes(CODE_LENGTH)) {
      if (byte < 250 && digits.length < CODE_LENGTH) digits += byte % 10
    }
  }
  return digits
}
