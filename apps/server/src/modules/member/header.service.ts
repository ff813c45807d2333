import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { maskEmail } from '@solstice/rules/email'
import { withdrawalsPausedUntil } from '#/modules/security/security.service.ts'
import { inviteCountOf } from '#/modules/users/invited.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { findBalances, findCurrentSeason, findEmail, findHeader } from './header.queries.ts'

type Context = Pick<AppContext, 'db' | 'now'>

/** Throws for a member who never existed; operators still read the file of a deleted one. */
export async function requireMember(ctx: Pick<AppContext, 'db'>, userId: number): Promise<void> {
  if (!(await findEmail(ctx.db, userId))) throw refuse(Code.NOT_FOUND)
}

export async function showMember(
  ctx: Context,
  userId: number,
): Promise<CallData<'operator.showMember'>> {
  const now = ctx.now()
  const member = await findHeader(ctx.db, userId, now)
  if (!member) throw refuse(Code.NOT_FOUND)
  const [balances, friends, pausedUntil, seasonId] = await Promise.all([
    findBalances(ctx.db, userId),
    inviteCountOf(ctx, userId),
    withdrawalsPausedUntil(ctx, userId),
    findCurrentSeason(ctx.db, now),
  ])
  const { email, orders, payouts, notes, ...row } = member
  return {
    ...row,
    email: maskEmail(email),
    createdAt: row.createdAt.toISOString(),
    deletedAt: row.deletedAt && row.deletedAt.toISOString(),
    payoutsFrozenAt: row.payoutsFrozenAt && row.payoutsFrozenAt.toISOString(),
    withdrawalsPausedUntil: pausedUntil?.toISOString() ?? null,
    lastSeenAt: row.lastSeenAt && row.lastSeenAt.toISOString(),
    currentSeasonId: seasonId ?? null,
    counts: { orders, payouts, friends, notes },
    balances,
  }
}

/** Returns the whole address, which the other calls mask. Every read of a member is recorded. */
export async function revealEmail(
  ctx: Pick<AppContext, 'db'>,
  userId: number,
): Promise<CallData<'member.revealEmail'>> {
  const found = await findEmail(ctx.db, userId)
  if (!found || found.email === null) throw refuse(Code.NOT_FOUND)
  return { userId, email: found.email }
}
