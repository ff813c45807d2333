import { mailboxOf } from '@solstice/rules/email'
import { claimableAt, evaluateFriend } from '@solstice/rules/invite'
import { notify } from '#/platform/books/alerts.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import {
  findAncestors,
  findCheckIns,
  findOwnWallets,
  findPromisedTo,
  findServed,
  findServedMailboxes,
  insertReferral,
  isQualified,
  lockPair,
  lockPromised,
  type FriendPair,
} from './qualification.queries.ts'
import { currentTerms } from './terms.service.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'lastingKeys'>

/**
 * Fingerprints a wallet, so that it counts for one referral only, even after its owner deleted the
 * account.
 */
export function walletFingerprint(ctx: Pick<AppContext, 'lastingKeys'>, wallet: string): string {
  return ctx.lastingKeys.mac('referral-wallet', wallet.toLowerCase())
}

/** Fingerprints a mailbox, because all addresses of one mailbox count as one person. */
export function mailboxFingerprint(ctx: Pick<AppContext, 'lastingKeys'>, email: string): string {
  return ctx.lastingKeys.mac('referral-mailbox', mailboxOf(email))
}

/**
 * Checks whether a member has become a qualified friend. It is idempotent: the friend counts once.
 */
export function qualifyFriend(ctx: Context, friendId: number): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const pair = await lockPair(tx, friendId)
    if (!pair || pair.gone || (await isQualified(tx, friendId))) return
    await decideQualification(tx, ctx, pair)
  })
}

async function decideQualification(tx: Db, ctx: Context, pair: FriendPair): Promise<void> {
  const { friendId, referrerId, wallet } = pair
  const now = ctx.now()
  const terms = await currentTerms(tx)
  const since = pair.referredAt
  const { days, excusedDays, seasonId } = await findCheckIns(tx, { friendId, since })
  if (wallet === null || seasonId === undefined) return
  const fingerprint = walletFingerprint(ctx, wallet)
  const mailbox = mailboxFingerprint(ctx, pair.email)
  const promised = await lockPromised(tx, seasonId)
  const decision = evaluateFriend(terms, {
    hasWallet: true,
    checkInDays: days,
    excusedDays,
    inReferralCycle: (await findAncestors(tx, referrerId)).has(friendId),
    samePerson:
      mailbox === mailboxFingerprint(ctx, pair.referrerEmail) ||
      (await findServedMailboxes(tx, [mailbox])).size > 0,
    ownWallet: (await findOwnWallets(tx, referrerId, [wallet])).size > 0,
    walletServed: (await findServed(tx, [fingerprint])).size > 0,
    promisedToReferrer: await findPromisedTo(tx, { referrerId, seasonId }),
    budgetLeft: terms.seasonBudget - promised,
  })
  const referral = { friendId, referrerId, seasonId, fingerprint, mailbox, qualifiedAt: now }
  switch (decision.kind) {
    case 'not-yet':
    case 'never':
      return
    case 'capped':
      return insertReferral(tx, { ...referral, amount: 0n, state: 'CAPPED', claimableAt: now })
    case 'qualifies': {
      const { amount } = decision
      await insertReferral(tx, {
        ...referral,
        amount,
        state: 'EARNED',
        claimableAt: claimableAt(terms, now),
      })
      return notify(tx, ctx, referrerId, { code: 'INVITE_QUALIFIED' })
    }
  }
}
