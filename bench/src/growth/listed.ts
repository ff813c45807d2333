import type { Listed } from './compare.ts'

/** Statements that may grow with the number of members, each with the reason. */
export const LISTED: readonly Listed[] = [
  {
    startsWith: 'select count(*) as count from "payouts"',
    source: 'payout.list',
    reason: 'An operator sees how many payouts a list has.',
  },
  {
    startsWith: 'select "passed", "is_reachable", "is_second", "quiet", sum(',
    source: 'notice.countAudience',
    reason:
      'Reads a sample of devices whose size does not depend on their number; few members are counted exactly instead.',
  },
  {
    startsWith: 'select "is_held_out", count(*), count(*) filter',
    source: 'job notice.measure-campaign',
    reason: 'Compares at most 20,000 members of each group, however many a campaign reaches.',
  },
  {
    startsWith: 'select coalesce("chain_id"::text, ?), "state", count(*) from "payouts"',
    source: 'metrics',
    reason: 'The metrics count the open payouts, of which there are few outside of a settlement.',
  },
  {
    startsWith: 'select "held_for", count(*) from "payouts"',
    source: 'metrics',
    reason: 'The metrics count the open payouts, of which there are few outside of a settlement.',
  },
  {
    startsWith: 'select count(*) as count from "push_deliveries"',
    source: 'metrics',
    reason: 'The metrics count the pending pushes, of which there are few outside of a campaign.',
  },
  {
    startsWith: 'select coalesce(sum("xp"), ?) from "round_standings"',
    source: 'job round.settle',
    reason: 'A settlement sums the XP of all members once, before its first batch.',
  },
  {
    startsWith: 'select "season_id", "promised", (select count(*) from "invite_referrals"',
    source: 'invite.',
    reason: 'An operator sees how many friends were invited in each season.',
  },
  {
    startsWith: 'select "round_id", "member_id", "amount", "history_id" from "round_rewards"',
    source: 'job season.expire-rewards',
    reason: 'A batch has at most 2,000 rewards; 10,000 members do not fill one.',
  },
  {
    startsWith:
      'select "seasons"."reward_decimals", sum("round_rewards"."amount") from "round_rewards"',
    reason: 'The cover of a season to publish counts all rewards that are owed (decision 0246).',
  },
]
