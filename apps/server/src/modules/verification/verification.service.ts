import { randomUUID } from 'node:crypto'
import { Code } from '@solstice/contract/codes'
import type { Language } from '@solstice/contract/messages'
import {
  CODE_LIFE_MS,
  CODE_RESEND_AFTER_MS,
  COMPLETE_CODE_LIFE_MS,
  decideCodeEntry,
  isCode,
  readCode,
} from '@solstice/rules/verification'
import type { AppContext } from '#/platform/context.ts'
import type { Db } from '#/platform/db.ts'
import { enqueue } from '#/platform/jobs.ts'
import { sameText } from '#/platform/keys.ts'
import { refuse } from '#/platform/refusal.ts'
import { codeHashOf, completeCodeOf } from './verification.code.ts'
import { MAIL_CODE, type MailCode } from './verification.jobs.ts'
import {
  countTry,
  deleteCode,
  findCode,
  lockCode,
  markVerified,
  replaceCode,
  type Purpose,
} from './verification.queries.ts'

type Subject = { email: string; purpose: Purpose }

/**
 * Queues the mail with the request itself; the answer does not wait for the mail server. A request
 * that is not mailed is kept and answered like any other, and no code ever fits it.
 */
export async function sendCode(
  ctx: Pick<AppContext, 'db' | 'now'>,
  { email, purpose }: Subject,
  language: Language,
  { isMailed = true } = {},
): Promise<{ expiresAt: Date; resendAt: Date }> {
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + CODE_LIFE_MS)
  const resendAt = new Date(now.getTime() + CODE_RESEND_AFTER_MS)
  const lastSentBefore = new Date(now.getTime() - CODE_RESEND_AFTER_MS + 1)
  const requestId = randomUUID()
  const queued = await ctx.db.transaction(async (tx) => {
    const row = { email, purpose, requestId, sentAt: now, expiresAt }
    if (!(await replaceCode(tx, row, lastSentBefore))) return false
    const payload: MailCode = { requestId, language }
    if (isMailed) await enqueue(tx, MAIL_CODE, { payload, dueAt: now, now })
    return true
  })
  if (!queued) {
    const last = await findCode(ctx.db, email, purpose)
    const waitMs = last ? last.sentAt.getTime() + CODE_RESEND_AFTER_MS - now.getTime() : 0
    throw refuse(Code.TOO_MANY_REQUESTS, { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  }
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
  const matches = row !== undefined && sameText(row.codeHash ?? '', codeHashOf(ctx.keys, row, code))
  const state = row && {
    expiresAt: row.expiresAt,
    triesUsed: counted ? counted.triesUsed - 1 : row.triesUsed,
  }
  const entry = decideCodeEntry(state, matches, now)
  if (entry.kind === 'expired') throw refuse(Code.VERIFICATION_CODE_EXPIRED)
  if (entry.kind === 'wrong' || !row) throw refuse(Code.VERIFICATION_CODE_INVALID)

  const verifiedAt = row.verifiedAt ?? now
  if (!(await markVerified(ctx.db, row.requestId, verifiedAt))) {
    throw refuse(Code.VERIFICATION_CODE_INVALID)
  }
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

/** Part of deleting an account. */
export async function eraseCodes(tx: Db, email: string): Promise<void> {
  await deleteCode(tx, email, 'SIGNUP')
  await deleteCode(tx, email, 'RESET')
  await deleteCode(tx, email, 'UNFREEZE')
}
