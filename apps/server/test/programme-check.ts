import { sql, type SQL } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/process/db.ts'

type Problem = { rule: string; where: string }

/** Invariants of the programme beyond the ledger, each as a query for rows that must not exist. */
const RULES: readonly { rule: string; broken: SQL }[] = [
  {
    rule: 'a standing matches the ledger',
    broken: sql`select 'member ' || a.member_id as where_text from ledger_accounts a
      join members m on m.id = a.member_id and m.deleted_at is null
      left join season_standings s on s.member_id = a.member_id and 'season:' || s.season_id = a.scope
      where a.asset = 'SEASON_XP' and exists (select 1 from seasons x where 'season:' || x.id = a.scope)
        and coalesce(s.xp, 0) <> a.balance`,
  },
  {
    rule: 'the check-in count matches the stored check-ins',
    broken: sql`select 'member ' || s.member_id as where_text from season_members s
      where s.check_ins <> (select count(*) from mission_completions c where c.season_id = s.season_id
        and c.member_id = s.member_id and c.mission_id = 1)`,
  },
  {
    rule: 'every fifth check-in has its bonus, and no other',
    broken: sql`select 'member ' || s.member_id as where_text from season_members s
      where s.check_ins / 5 <> (select count(*) from histories h where h.season_id = s.season_id
        and h.member_id = s.member_id and h.kind = 'CHECK_IN' and (h.data ->> 'fifthBonusXp')::int > 0)`,
  },
  {
    rule: 'tickets are spent by paid spins, one each',
    broken: sql`select 'member ' || s.member_id as where_text from season_members s
      where coalesce((select -sum(e.amount) from ledger_entries e
          join ledger_accounts a on a.id = e.account_id
          join ledger_transactions t on t.id = e.transaction_id
          where a.member_id = s.member_id and a.asset = 'TICKET' and a.scope = 'season:' || s.season_id
            and t.kind = 'SPIN'), 0)
        <> (select count(*) from spin_commitments c where c.season_id = s.season_id
          and c.member_id = s.member_id and c.used_ticket)`,
  },
  {
    rule: 'the spin count matches the stored spins',
    broken: sql`select 'member ' || s.member_id as where_text from season_members s
      where s.spins <> (select count(*) from spin_commitments c where c.season_id = s.season_id
        and c.member_id = s.member_id and c.prize_index is not null)`,
  },
  {
    rule: 'the XP of a history entry matches the ledger',
    broken: sql`select 'member ' || h.member_id as where_text from histories h
      where h.kind in ('CHECK_IN', 'SPIN', 'MISSION') group by h.member_id, h.season_id
      having sum(h.xp) <> (select coalesce(sum(e.amount), 0) from ledger_entries e
        join ledger_accounts a on a.id = e.account_id
        join ledger_transactions t on t.id = e.transaction_id
        where a.member_id = h.member_id and a.asset = 'XP' and a.scope = 'season:' || h.season_id
          and t.kind in ('CHECK_IN', 'SPIN', 'MISSION'))`,
  },
  {
    rule: 'the ranking counts plus the pending moves equal the number of ranked members',
    broken: sql`select 'season ' || season_id as where_text from (
        select season_id, members from ranking_counts where width = 42
        union all select season_id, (to_score is not null)::int - (from_score is not null)::int from ranking_moves
        union all select season_id, -1 from season_standings where xp > 0
      ) counted group by season_id having sum(members) <> 0`,
  },
  {
    rule: 'the promised amount of a season equals the sum promised for its friends',
    broken: sql`select 'season ' || b.season_id as where_text from invite_budgets b
      where b.promised <> (select coalesce(sum(r.amount), 0) from invite_referrals r
        where r.season_id = b.season_id and r.state <> 'VOID')`,
  },
  {
    rule: 'a claim equals the sum promised for its friends and is posted to the ledger',
    broken: sql`select 'claim ' || c.id as where_text from invite_claims c where c.type = 'REFERRAL'
      and (c.amount <> (select coalesce(sum(r.amount), 0) from invite_referrals r where r.claim_id = c.id)
        or not exists (select 1 from ledger_transactions t where t.idempotency_key = 'referral-claim:' || c.id))`,
  },
  {
    rule: 'a withdrawal is debited from the balance, and credited back if and only if it failed',
    broken: sql`select 'withdrawal ' || w.id as where_text from invite_withdrawals w
      where not exists (select 1 from ledger_transactions t where t.idempotency_key = 'withdrawal:' || w.id)
        or (w.status = 'FAILED') <> exists (select 1 from ledger_transactions t
          where t.idempotency_key = 'failed:withdrawal:' || w.id)`,
  },
]

export async function checkProgramme(db: Db): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const { rule, broken } of RULES) {
    const rows = await rowsOf<{ where_text: string }>(db, broken)
    problems.push(...rows.map((row) => ({ rule, where: row.where_text })))
  }
  return problems
}
