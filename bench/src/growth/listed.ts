import type { Listed } from './compare.ts'

/** Statements that may grow with the number of members, each with the reason. */
export const LISTED: readonly Listed[] = [
  {
    startsWith:
      'select "id", "email", "nickname", "wallet_address", "status", "created_at", "deleted_at" from "members" where ("members"."email" ilike',
    source: 'operator.findMembers',
    reason: 'An operator searches for any part of a name, which an ordinary index cannot find.',
  },
  {
    startsWith: 'select count(*) as count from "members"',
    source: 'operator.findMembers',
    reason: 'An operator sees how many members a search finds.',
  },
  {
    startsWith: 'select count(*) as count from "payouts"',
    source: 'payout.list',
    reason: 'An operator sees how many payouts a list has.',
  },
  {
    startsWith: 'with "due" as (select "push_deliveries"."id" from "push_deliveries"',
    source: 'job push.send',
    reason:
      'While a push service is blocked, a claim passes its pending pushes to find those of other services; delivery-growth.postgres.test.ts checks a claim without a blocked service.',
  },
]
