import { and, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { InviteTerms } from '@solstice/rules/invite'
import { seasons } from '#/modules/season/season.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { ledgerAccounts } from '#/platform/books/ledger.table.ts'
import { isEarned } from './claim.queries.ts'
import { inviteBudgets, inviteReferrals, inviteTerms, inviteWithdrawals } from './invite.table.ts'

const TERMS = {
  firstInviteXp: inviteTerms.firstInviteXp,
  totalInviteCount: inviteTerms.totalInviteCount,
  totalInviteXp: inviteTerms.totalInviteXp,
  symbol: inviteTerms.symbol,
  referralReward: inviteTerms.referralReward,
  checkInDays: inviteTerms.checkInDays,
  claimDelayDays: inviteTerms.claimDelayDays,
  maxPerReferrer: inviteTerms.maxPerReferrer,
  seasonBudget: inviteTerms.seasonBudget,
  minWithdraw: inviteTerms.minWithdraw,
  maxWithdrawPerDay: inviteTerms.maxWithdrawPerDay,
}

export async function findTerms(db: Db): Promise<{ terms: InviteTerms; setAt: Date } | undefined> {
  const [row] = await db
    .select({ terms: TERMS, setAt: inviteTerms.createdAt })
    .from(inviteTerms)
    .orderBy(desc(inviteTerms.id))
    .limit(1)
  return row
}

export async function insertTerms(db: Db, terms: InviteTerms, at: Date): Promise<void> {
  await db.insert(inviteTerms).values({ ...terms, createdAt: at })
}

/** The most earlier terms that are shown. */
const HISTORY_MAX = 50

/** Returns the terms that were set, newest first. */
export function findTermsHistory(db: Db): Promise<{ terms: InviteTerms; setAt: Date }[]> {
  return db
    .select({ terms: TERMS, setAt: inviteTerms.createdAt })
    .from(inviteTerms)
    .orderBy(desc(inviteTerms.id))
    .limit(HISTORY_MAX)
}

/** Returns the promised amounts of each season with a qualified friend, newest first. */
export function findPromises(db: Db) {
  const { seasonId, promised } = inviteBudgets
  return db
    .select({
      seasonId,
      promised,
      title: seasons.title,
      friends: db.$count(inviteReferrals, eq(inviteReferrals.seasonId, seasonId)),
    })
    .from(inviteBudgets)
    .innerJoin(seasons, eq(seasons.id, seasonId))
    .orderBy(desc(seasonId))
}

/** Returns whether members have balances or promised rewards in the token of the terms. */
export async function isAnythingOwed(db: Db): Promise<boolean> {
  const found = { found: sql<number>`1` }
  const { asset, memberId, balance } = ledgerAccounts
  const rows = await unionAll(
    db
      .select(found)
      .from(ledgerAccounts)
      .where(and(eq(asset, 'REFERRAL'), isNotNull(memberId), gt(balance, 0n))),
    db
      .select(found)
      .from(inviteReferrals)
      .where(and(isEarned, gt(inviteReferrals.amount, 0n))),
    db
      .select(found)
      .from(inviteWithdrawals)
      .where(inArray(inviteWithdrawals.status, ['REQUESTED', 'SENT'])),
  ).limit(1)
  return rows.length > 0
}
