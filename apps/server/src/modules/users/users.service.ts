import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { referralCodeFrom, REFERRAL_CODE_LENGTH } from '@solstice/rules/referral-code'
import type { AppContext } from '#/platform/context.ts'
import { violatedUnique } from '#/platform/db.ts'
import { refuse } from '#/platform/refusal.ts'
import {
  findMemberByEmail,
  findMemberById,
  findMemberIdByReferralCode,
  insertMember,
  type MemberRow,
} from './users.queries.ts'

export type Member = MemberRow

type NewMember = Pick<Member, 'email' | 'passwordHash' | 'language'> & {
  referredBy: number | undefined
}

/** What the member's own calls answer with. */
export function memberView(
  member: Pick<Member, 'id' | 'email' | 'nickname' | 'walletAddress'>,
): CallData<'users.me'> {
  return {
    userId: member.id,
    email: member.email,
    nickname: member.nickname,
    walletAddress: member.walletAddress,
    hasPin: false,
  }
}

export async function loadMember(ctx: Pick<AppContext, 'db'>, memberId: number): Promise<Member> {
  const member = await findMemberById(ctx.db, memberId)
  if (!member) throw refuse(Code.USER_NOT_FOUND)
  return member
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

/** Suspended and disabled members are told so at login and at refresh, and get no session. */
export function assertMayHaveSession(member: Member): void {
  if (member.status === 'DISABLED') throw refuse(Code.ACCOUNT_DISABLED)
  if (member.status === 'SUSPENDED') throw refuse(Code.ACCOUNT_SUSPENDED)
}

const DRAWS = 5

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
          termsAgreedAt: now,
          privacyAgreedAt: now,
          createdAt: now,
        }),
      )
    } catch (error) {
      const constraint = violatedUnique(error)
      if (constraint === 'members_email_key') throw refuse(Code.EMAIL_EXISTS)
      const drawnTwice =
        constraint === 'members_nickname_key' || constraint === 'members_referral_code_key'
      if (!drawnTwice || draw === DRAWS) throw error
    }
  }
}

function eightDigits(bytes: Uint8Array): string {
  const number = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0)
  return String(number % 100_000_000).padStart(8, '0')
}
