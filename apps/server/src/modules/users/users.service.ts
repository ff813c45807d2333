import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { validateNickname, normaliseNickname } from '@solstice/rules/nickname'
import { referralCodeFrom, REFERRAL_CODE_LENGTH } from '@solstice/rules/referral-code'
import type { AppContext } from '#/platform/process/context.ts'
import { violatedUnique, type Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  findMemberByEmail,
  findMemberById,
  findMemberIdByReferralCode,
  insertMember,
  isNicknameTaken,
  lockMemberRow,
  clearPayoutsFrozen,
  setPayoutsFrozen,
  setReferrer,
  shareMemberRow,
  updateMemberRow,
  type MemberRow,
} from './users.queries.ts'

export type Member = MemberRow

type NewMember = Pick<Member, 'email' | 'passwordHash' | 'language'> & {
  referredBy: number | undefined
}

/** Returns the member as their own calls show it. */
export function memberView(
  member: Pick<Member, 'id' | 'email' | 'nickname' | 'walletAddress' | 'language'> & {
    hasPin: boolean
  },
): CallData<'users.me'> {
  return {
    userId: member.id,
    email: member.email,
    nickname: member.nickname,
    walletAddress: member.walletAddress,
    hasPin: member.hasPin,
    language: member.language,
  }
}

/** Returns a member of any status; undefined if there is none. */
export function memberById(
  ctx: Pick<AppContext, 'db'>,
  memberId: number,
): Promise<Member | undefined> {
  return findMemberById(ctx.db, memberId)
}

export async function loadMember(ctx: Pick<AppContext, 'db'>, memberId: number): Promise<Member> {
  const member = await findMemberById(ctx.db, memberId)
  if (!member) throw refuse(Code.USER_NOT_FOUND)
  return member
}

/**
 * Locks the member for a call with a session. Changes to an account's secrets are serialised on its
 * row. A call that waited may find that the account was deleted or suspended, which ends the
 * session for the app.
 */
export async function lockMember(tx: Db, memberId: number): Promise<Member> {
  const member = await lockMemberOfAnyStatus(tx, memberId, Code.TOKEN_EXPIRED)
  if (member.status !== 'ACTIVE') throw refuse(Code.TOKEN_EXPIRED)
  return member
}

/** Locks the member for operators and for callers without a session. */
export async function lockMemberOfAnyStatus(
  tx: Db,
  memberId: number,
  codeIfDeleted: Code,
): Promise<Member> {
  const member = await lockMemberRow(tx, memberId)
  if (!member || member.deletedAt) throw refuse(codeIfDeleted)
  return member
}

/**
 * Throws 1008 for a wrong password. Returns the hash that was checked, to be compared under the
 * lock.
 */
export async function verifyPassword(
  ctx: Pick<AppContext, 'db' | 'passwords'>,
  memberId: number,
  password: string,
): Promise<string> {
  const { passwordHash } = await loadMember(ctx, memberId)
  if (!(await ctx.passwords.verify(passwordHash, password))) throw refuse(Code.PASSWORD_MISMATCH)
  return passwordHash
}

/** Holds all payouts to the member until the freeze is lifted. */
export function freezePayouts(tx: Db, memberId: number, at: Date): Promise<void> {
  return setPayoutsFrozen(tx, memberId, at)
}

export function unfreezePayouts(tx: Db, memberId: number): Promise<void> {
  return clearPayoutsFrozen(tx, memberId)
}

/** Locks the member for data that outlives an account, such as the PIN keys of a deleted one. */
export async function lockMemberOrDeleted(tx: Db, memberId: number): Promise<Member> {
  const member = await lockMemberRow(tx, memberId)
  if (!member) throw refuse(Code.NOT_FOUND)
  return member
}

/**
 * Blocks changes of the member until the transaction ends; others may still read it and take the
 * same lock.
 */
export const lockMemberForShare = (tx: Db, memberId: number): Promise<void> =>
  shareMemberRow(tx, memberId)

/** Must run in the transaction that holds the lock. */
export function changeMember(
  tx: Db,
  memberId: number,
  change: Partial<Omit<Member, 'id'>>,
): Promise<void> {
  return updateMemberRow(tx, memberId, change)
}

export function memberByEmail(
  ctx: Pick<AppContext, 'db'>,
  email: string,
): Promise<Member | undefined> {
  return findMemberByEmail(ctx.db, email)
}

export function memberIdByReferralCode(
  ctx: Pick<AppContext, 'db'>,
  code: string,
): Promise<number | undefined> {
  return findMemberIdByReferralCode(ctx.db, code)
}

export function registerReferrer(
  ctx: Pick<AppContext, 'db' | 'now'>,
  memberId: number,
  referrer: number,
): Promise<boolean> {
  return setReferrer(ctx.db, memberId, { referredBy: referrer, referredAt: ctx.now() })
}

/** Rejects suspended and disabled members at login and refresh, and states the reason. */
export function assertMayHaveSession(ctx: Pick<AppContext, 'settings'>, member: Member): void {
  const values = { email: ctx.settings.supportEmail, note: noteOf(member) }
  if (member.status === 'DISABLED') throw refuse(Code.ACCOUNT_DISABLED, { values })
  if (member.status === 'SUSPENDED') throw refuse(Code.ACCOUNT_SUSPENDED, { values })
}

/** Returns the operator's note with its date, in either language: ` (2026-06-23: …)`. */
function noteOf({ statusNote, statusNotedAt }: Member): string {
  if (statusNote === null || statusNotedAt === null) return ''
  return ` (${statusNotedAt.toISOString().slice(0, 10)}: ${statusNote})`
}

export async function checkNickname(ctx: Pick<AppContext, 'db'>, input: string): Promise<void> {
  if (validateNickname(input)) throw refuse(Code.NICKNAME_FORMAT)
  if (await isNicknameTaken(ctx.db, normaliseNickname(input))) throw refuse(Code.NICKNAME_TAKEN)
}

export async function changeNickname(
  ctx: Pick<AppContext, 'db'>,
  member: Pick<Member, 'id' | 'nickname'>,
  input: string,
): Promise<string> {
  const fault = validateNickname(input, member.nickname)
  if (fault === 'unchanged') throw refuse(Code.NICKNAME_UNCHANGED)
  if (fault) throw refuse(Code.NICKNAME_FORMAT)
  const nickname = normaliseNickname(input)
  try {
    await updateMemberRow(ctx.db, member.id, { nickname })
  } catch (error) {
    if (violatedUnique(error) === 'members_nickname_key') throw refuse(Code.NICKNAME_TAKEN)
    throw error
  }
  return nickname
}

const MAX_DRAWS = 5

/** Runs in the caller's transaction. The generated nickname and referral code are drawn again if taken. */
export async function createMember(
  ctx: Pick<AppContext, 'db' | 'now' | 'randomBytes'>,
  fresh: NewMember,
): Promise<Member> {
  const now = ctx.now()
  for (let draw = 1; ; draw += 1) {
    try {
      return await ctx.db.transaction((tx) =>
        insertMember(tx, {
          email: fresh.email,
          passwordHash: fresh.passwordHash,
          language: fresh.language,
          nickname: `user${eightDigits(ctx.randomBytes(4))}`,
          referralCode: referralCodeFrom(ctx.randomBytes(REFERRAL_CODE_LENGTH)),
          referredBy: fresh.referredBy ?? null,
          referredAt: fresh.referredBy === undefined ? null : now,
          termsAgreedAt: now,
          privacyAgreedAt: now,
          createdAt: now,
        }),
      )
    } catch (error) {
      const constraint = violatedUnique(error)
      if (constraint === 'members_email_key') throw refuse(Code.EMAIL_EXISTS)
      const isCollision =
        constraint === 'members_nickname_key' || constraint === 'members_referral_code_key'
      if (!isCollision || draw === MAX_DRAWS) throw error
    }
  }
}

function eightDigits(bytes: Uint8Array): string {
  const number = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0)
  return String(number % 100_000_000).padStart(8, '0')
}
