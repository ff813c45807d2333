import { sql, type SQL } from 'drizzle-orm'

export const QUALIFY_FRIEND = 'invite.qualify'
export type QualifyFriend = { friendId: number }

/**
 * As part of the statement that changes something about a member: whether they qualify as a friend
 * is looked at afterwards. Nothing is queued for who can be nobody's qualified friend yet.
 */
export function qualificationInsert(memberId: number, now: Date): SQL {
  const at = sql`${now.toISOString()}::timestamptz`
  return sql`insert into jobs (kind, payload, due_at, created_at)
    select ${QUALIFY_FRIEND}, jsonb_build_object('friendId', m.id), ${at}, ${at}
    from members m where m.id = ${memberId} and m.referred_by is not null
      and m.wallet_address is not null
      and not exists (select 1 from invite_referrals r where r.friend_id = m.id)`
}
