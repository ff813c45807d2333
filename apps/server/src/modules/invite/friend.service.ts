import {
  evaluateFriend,
  type FriendFacts,
  type InviteTerms,
  type Qualification,
} from '@solstice/rules/invite'
import { memberById } from '#/modules/users/users.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { findFriends, type FriendRow } from './friends.queries.ts'
import {
  findAncestors,
  findCheckIns,
  findOwnWallets,
  findPromised,
  findPromisedTo,
  findReferral,
  findServed,
  findServedMailboxes,
} from './qualification.queries.ts'
import { mailboxFingerprint, walletFingerprint } from './qualification.service.ts'
import { currentTerms } from './terms.service.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'lastingKeys'>

export type FriendState = {
  row: FriendRow
  terms: InviteTerms
  facts: FriendFacts
  decision: Qualification
  /** The recorded qualification, if there is one. */
  referral: Awaited<ReturnType<typeof findReferral>>
}

/**
 * Reads everything that decides about the friend at this position of the list of a member, which is
 * named by its instant and its place among the friends of that instant.
 */
export async function friendStateAt(
  ctx: Context,
  memberId: number,
  { instantMs, position }: { instantMs: number; position: number },
): Promise<FriendState | undefined> {
  const until = new Date(instantMs)
  const range = { until, offset: position - 1, size: 1 }
  const [row] = position < 1 ? [] : await findFriends(ctx.db, memberId, range)
  // The next friend after the last one of the instant was referred earlier.
  if (row?.referredAt?.getTime() !== instantMs) return undefined
  const terms = await currentTerms(ctx.db)
  const referral = await findReferral(ctx.db, row.id)
  const facts = await factsOf(ctx, memberId, row, terms)
  return { row, terms, facts, decision: evaluateFriend(terms, facts), referral }
}

async function factsOf(
  ctx: Context,
  memberId: number,
  { id, wallet, email, referredAt }: FriendRow,
  terms: InviteTerms,
): Promise<FriendFacts> {
  const { db } = ctx
  const mailbox = mailboxFingerprint(ctx, email)
  const wallets = wallet === null ? [] : [wallet]
  const [member, checkIns, ancestors, own, served, mailboxes] = await Promise.all([
    memberById(ctx, memberId),
    findCheckIns(db, { friendId: id, since: referredAt ?? new Date(0) }),
    findAncestors(db, memberId),
    findOwnWallets(db, memberId, wallets),
    findServed(
      db,
      wallets.map((each) => walletFingerprint(ctx, each)),
    ),
    findServedMailboxes(db, [mailbox]),
  ])
  const { seasonId } = checkIns
  const promised = seasonId === undefined ? 0n : await findPromised(db, seasonId)
  return {
    hasWallet: wallet !== null,
    checkInDays: checkIns.days,
    excusedDays: checkIns.excusedDays,
    inReferralCycle: ancestors.has(id),
    samePerson:
      mailboxes.size > 0 ||
      (member !== undefined && mailbox === mailboxFingerprint(ctx, member.email)),
    ownWallet: own.size > 0,
    walletServed: served.size > 0,
    promisedToReferrer:
      seasonId === undefined ? 0n : await findPromisedTo(db, { referrerId: memberId, seasonId }),
    budgetLeft: terms.seasonBudget - promised,
  }
}
