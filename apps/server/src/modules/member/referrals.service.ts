import type { CallData } from '@solstice/contract/wire'
import { cappedBy } from '@solstice/rules/invite'
import type { TraceOutcome } from '@solstice/rules/trace'
import { friendStateAt } from '#/modules/invite/friend.service.ts'
import { friendsOf } from '#/modules/invite/invite.service.ts'
import { currentTerms } from '#/modules/invite/terms.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { PageQuery } from '#/platform/process/page.ts'
import { requireMember } from './header.service.ts'
import { findReferrer } from './referrals.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'lastingKeys'>
type Friend = Awaited<ReturnType<typeof friendsOf>>['list'][number]
type Outcome = TraceOutcome<'friend'>

export async function listReferrals(
  ctx: Context,
  { userId, page, size }: PageQuery & { userId: number },
): Promise<CallData<'member.referrals'>> {
  await requireMember(ctx, userId)
  const { checkInDays: checkInDaysNeeded, symbol } = await currentTerms(ctx.db)
  const friends = await friendsOf(ctx, userId, { page, size })
  const list = []
  for (const friend of friends.list) {
    list.push({
      userId: friend.friendId,
      nickname: friend.fullNickname,
      joinedAt: friend.joinedAt,
      entryId: friend.entryId,
      outcome: await outcomeOf(ctx, userId, friend),
      checkInDays: friend.checkInDays,
      checkInDaysNeeded,
      reward: friend.qualified ? friend.reward : null,
      symbol,
    })
  }
  return {
    page,
    size,
    totalCount: friends.totalCount ?? 0,
    hasNext: friends.hasNext,
    referrer: (await findReferrer(ctx.db, userId)) ?? null,
    list,
  }
}

const OUTCOMES: Record<Exclude<Friend['state'], 'CAPPED'>, Outcome> = {
  JOINED: 'WALLET_MISSING',
  WALLET: 'CHECK_INS_MISSING',
  WAITING: 'WAITING',
  CLAIMABLE: 'CLAIMABLE',
  CLAIMED: 'CLAIMED',
  NEVER: 'NOT_COUNTED',
}

/** Which limit capped a reward is not recorded, so it is decided again from the present facts. */
async function outcomeOf(
  ctx: Context,
  memberId: number,
  { state, entryId }: Pick<Friend, 'state' | 'entryId'>,
): Promise<Outcome> {
  if (state !== 'CAPPED') return OUTCOMES[state]
  const [instantMs = 0, position = 0] = entryId.replace('friend:', '').split('.').map(Number)
  const friend = await friendStateAt(ctx, memberId, { instantMs, position })
  return friend ? cappedBy(friend.terms, friend.facts.promisedToReferrer) : 'REFERRER_CAP'
}
