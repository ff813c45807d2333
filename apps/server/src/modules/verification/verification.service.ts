import { randomUUID } from 'node:crypto'
import { Code } from '@solstice/contract/codes'
import type { Language } from '@solstice/contract/messages'
import {
  CODE_TTL_MS,
  CODE_MAX_TRIES,
  CODE_RESEND_AFTER_MS,
  COMPLETE_CODE_TTL_MS,
  decideCodeEntry,
  isCode,
  readCode,
} from '@solstice/rules/verification'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { completeCodeOf, isCodeOf, isCompleteCodeOf } from './verification.code.ts'
import { MAIL_CODE, type MailCode } from './verification.jobs.ts'
import {
  countTry,
  deleteCodes,
  findCodes,
  lockCodes,
  markVerified,
  replaceCode,
  type Slot,
  type VerificationRow,
} from './verification.queries.ts'
import type { Purpose } from './verification.table.ts'

type Subject = { email: string; purpose: Purpose }
/** For a reset, the device whose key the caller proved. */
type FromDevice = { deviceId?: string | undefined }

/**
 * Selects the slot that stores the caller's code. A device with a key has its own slot for resets, so
 * that strangers can neither replace nor use up its code; all other callers share one.
 */
function slotOf({ email, purpose, deviceId }: Subject & FromDevice): Slot {
  const isOwn = purpose === 'RESET' && deviceId !== undefined
  return { email, purpose: isOwn ? `RESET/${deviceId}` : purpose }
}

/**
 * Queues the mail together with the request, so that the response does not wait for the mail
 * server. A request that is not mailed is stored and answered like any other, but no code matches
 * it.
 */
export async function sendCode(
  ctx: Pick<AppContext, 'db' | 'now'>,
  subject: Subject & FromDevice,
  language: Language,
  { isMailed = true } = {},
): Promise<{ expiresAt: Date; resendAt: Date }> {
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + CODE_TTL_MS)
  const resendAt = new Date(now.getTime() + CODE_RESEND_AFTER_MS)
  const lastSentBefore = new Date(now.getTime() - CODE_RESEND_AFTER_MS + 1)
  const requestId = randomUUID()
  const slot = slotOf(subject)
  const queued = await ctx.db.transaction(async (tx) => {
    const row = { ...slot, requestId, sentAt: now, expiresAt }
    if (!(await replaceCode(tx, row, lastSentBefore))) return false
    const payload: MailCode = { requestId, language }
    if (isMailed) await enqueue(tx, MAIL_CODE, { payload, dueAt: now, now })
    return true
  })
  if (!queued) {
    const [last = { sentAt: now, expiresAt }] = await findCodes(ctx.db, [slot])
    const openAt = new Date(last.sentAt.getTime() + CODE_RESEND_AFTER_MS)
    throw refuse(Code.TOO_MANY_REQUESTS, {
      retryAfterSeconds: Math.ceil((openAt.getTime() - now.getTime()) / 1000),
      // The times of the code that was already sent let the app continue on its code screen.
      data: { expiresAt: last.expiresAt.toISOString(), resendAt: openAt.toISOString() },
    })
  }
  return { expiresAt, resendAt }
}

/** Accepts the same correct digits twice with the same result, because a response may get lost. */
export async function verifyCode(
  ctx: Pick<AppContext, 'db' | 'now' | 'keys'>,
  subject: Subject & FromDevice,
  input: string,
): Promise<{ completeCode: string; expiresAt: Date }> {
  const code = readCode(input)
  if (!isCode(code)) throw refuse(Code.VERIFICATION_CODE_INVALID)
  const now = ctx.now()

  const before = await codeToTry(ctx.db, subject, now)
  const counted = before && (await countTry(ctx.db, before.requestId))
  const row = counted ?? before
  const matches = row !== undefined && isCodeOf(ctx.keys, row, code)
  const state = row && {
    expiresAt: row.expiresAt,
    // A code whose attempt was not counted is used up, also if the last attempt was taken after the
    // row was read.
    triesUsed: counted ? counted.triesUsed - 1 : CODE_MAX_TRIES,
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
    expiresAt: new Date(verifiedAt.getTime() + COMPLETE_CODE_TTL_MS),
  }
}

/**
 * Also checks the shared slot, because a device may have requested the code before it had a key.
 */
async function codeToTry(
  db: Db,
  subject: Subject & FromDevice,
  now: Date,
): Promise<VerificationRow | undefined> {
  const { email, purpose } = subject
  const rows = await findCodes(db, [slotOf(subject), { email, purpose }])
  return rows.find(({ expiresAt }) => now < expiresAt) ?? rows[0]
}

/**
 * Runs in the transaction that the completed code authorises, and deletes all codes of the purpose.
 */
export async function consumeCompleteCode(
  tx: Db,
  ctx: Pick<AppContext, 'now' | 'keys'>,
  { email, purpose }: Subject,
  completeCode: string,
): Promise<void> {
  const rows = await lockCodes(tx, email, purpose)
  const row = rows.find((candidate) => isCompleteCodeOf(ctx.keys, candidate, completeCode))
  if (!row?.verifiedAt) {
    throw refuse(Code.VERIFICATION_CODE_INVALID)
  }
  if (ctx.now().getTime() >= row.verifiedAt.getTime() + COMPLETE_CODE_TTL_MS) {
    throw refuse(Code.VERIFICATION_CODE_EXPIRED)
  }
  await deleteCodes(tx, email, purpose)
}

/** Deletes the mailed codes as part of deleting an account. */
export async function eraseCodes(tx: Db, email: string): Promise<void> {
  await deleteCodes(tx, email, 'SIGNUP')
  await deleteCodes(tx, email, 'RESET')
  await deleteCodes(tx, email, 'UNFREEZE')
}
