import { sql } from 'drizzle-orm'
import type { InviteTerms } from '@solstice/rules/invite'
import { rowsOf, type Db } from '#/platform/db.ts'

type TermsRow = {
  first_invite_xp: number
  total_invite_count: number
  total_invite_xp: number
  symbol: string
  referral_reward: string
  check_in_days: number
  claim_delay_days: number
  max_per_referrer: string
  season_budget: string
  min_withdraw: string
  max_withdraw_per_day: string
  created_at: Date | string
}

export async function findTerms(db: Db): Promise<{ terms: InviteTerms; setAt: Date } | undefined> {
  const [row] = await rowsOf<TermsRow>(
    db,
    sql`select first_invite_xp, total_invite_count, total_invite_xp, symbol, referral_reward::text,
        check_in_days, claim_delay_days, max_per_referrer::text, season_budget::text,
        min_withdraw::text, max_withdraw_per_day::text, created_at
      from invite_terms order by id desc limit 1`,
  )
  if (!row) return undefined
  const terms = {
    firstInviteXp: row.first_invite_xp,
    totalInviteCount: row.total_invite_count,
    totalInviteXp: row.total_invite_xp,
    symbol: row.symbol,
    referralReward: BigInt(row.referral_reward),
    checkInDays: row.check_in_days,
    claimDelayDays: row.claim_delay_days,
    maxPerReferrer: BigInt(row.max_per_referrer),
    seasonBudget: BigInt(row.season_budget),
    minWithdraw: BigInt(row.min_withdraw),
    maxWithdrawPerDay: BigInt(row.max_withdraw_per_day),
  }
  return { terms, setAt: new Date(row.created_at) }
}

export async function insertTerms(db: Db, terms: InviteTerms, at: Date): Promise<void> {
  const units = (amount: bigint) => sql`${amount.toString()}::numeric`
  await db.execute(sql`insert into invite_terms (first_invite_xp, total_invite_count, total_invite_xp,
      symbol, referral_reward, check_in_days, claim_delay_days, max_per_referrer, season_budget,
      min_withdraw, max_withdraw_per_day, created_at)
    values (${terms.firstInviteXp}, ${terms.totalInviteCount}, ${terms.totalInviteXp}, ${terms.symbol},
      ${units(terms.referralReward)}, ${terms.checkInDays}, ${terms.claimDelayDays},
      ${units(terms.maxPerReferrer)}, ${units(terms.seasonBudget)}, ${units(terms.minWithdraw)},
      ${units(terms.maxWithdrawPerDay)}, ${at.toISOString()}::timestamptz)`)
}

export type SeasonPromises = { seasonId: number; promised: bigint; friends: number }

/** Of each season in which a friend has qualified, the newest first. */
export async function findPromises(db: Db): Promise<SeasonPromises[]> {
  const rows = await rowsOf<{
    season_id: number | string
    promised: string
    friends: number | string
  }>(
    db,
    sql`select b.season_id, b.promised::text,
        (select count(*) from invite_referrals r where r.season_id = b.season_id) as friends
      from invite_budgets b order by b.season_id desc`,
  )
  return rows.map((row) => ({
    seasonId: Number(row.season_id),
    promised: BigInt(row.promised),
    friends: Number(row.friends),
  }))
}

/** Whether members have any of the token of the terms, or were promised some. */
export async function isAnythingOwed(db: Db): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select 1 from ledger_accounts
        where asset = 'REFERRAL' and member_id is not null and balance > 0
      union all select 1 from invite_referrals where state = 'EARNED' and amount > 0
      union all select 1 from invite_withdrawals where status in ('REQUESTED', 'SENT') limit 1`,
  )
  return rows.length > 0
}
