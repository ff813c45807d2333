import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { maskNickname } from '@solstice/rules/nickname'
import { normaliseReferralCode } from '@solstice/rules/referral-code'
import type { AppContext } from '#/platform/process/context.ts'
import type { CursorQuery } from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  invitedBy,
  inviteCountOf,
  pageOfInvited,
  type InvitedRow,
} from '#/modules/users/invited.service.ts'
import {
  loadMember,
  memberIdByReferralCode,
  registerReferrer,
} from '#/modules/users/users.service.ts'

type Context = Pick<AppContext, 'db' | 'now'>

export async function referralOf(
  ctx: Context,
  memberId: number,
): Promise<CallData<'referral.mine'>> {
  const { referralCode, referredBy } = await loadMember(ctx, memberId)
  const referrer = referredBy === null ? undefined : await loadMember(ctx, referredBy)
  return {
    referralCode,
    registeredCode: referrer?.referralCode ?? null,
    inviteCount: await inviteCountOf(ctx, memberId),
  }
}

/** Reports an already registered code first, because no other code can replace it. */
export async function registerReferral(
  ctx: Context,
  memberId: number,
  input: string,
): Promise<string> {
  const code = normaliseReferralCode(input)
  const member = await loadMember(ctx, memberId)
  if (member.referredBy !== null) throw refuse(Code.REFERRAL_ALREADY_REGISTERED)
  if (code === member.referralCode) throw refuse(Code.REFERRAL_OWN_CODE)
  const referrer = await memberIdByReferralCode(ctx, code)
  if (referrer === undefined) throw refuse(Code.REFERRAL_CODE_INVALID)
  if (!(await registerReferrer(ctx, memberId, referrer))) {
    throw refuse(Code.REFERRAL_ALREADY_REGISTERED)
  }
  return code
}

export async function inviteHistory(
  ctx: Context,
  memberId: number,
  query: CursorQuery,
): Promise<CallData<'referral.history'>> {
  return pageOfInvited(ctx, memberId, query, {
    find: (range) => invitedBy(ctx, memberId, range),
    view: (invited) => invited.map(friendView),
  })
}

function friendView({ nickname, createdAt, deletedAt }: InvitedRow) {
  return {
    nickname: deletedAt ? '***' : maskNickname(nickname),
    joinedAt: createdAt.toISOString(),
  }
}
