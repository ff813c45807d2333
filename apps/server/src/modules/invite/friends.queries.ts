import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/db.ts'
import { offsetOf, type PageQuery } from '#/platform/page.ts'

export type FriendRow = {
  friendId: number
  nickname: string
  joinedAt: Date
  gone: boolean
  active: boolean
  wallet: string | null
  email: string
  checkInDays: number
  reward: { amount: bigint; state: string; claimableAt: Date } | undefined
}

type Row = {
  id: number | string
  nickname: string
  referred_at: Date | string
  deleted: boolean
  active: boolean
  wallet_address: string | null
  email: string
  days: number | string
  amount: string | null
  state: string | null
  claimable_at: Date | string | null
}

/** The newest first. Days of check-ins count from the day on which somebody became a friend. */
export async function findFriends(
  db: Db,
  { memberId, page, size }: PageQuery & { memberId: number },
): Promise<FriendRow[]> {
  const rows = await rowsOf<Row>(
    db,
    sql`with friends as (
        select id, nickname, referred_at, deleted_at is not null as deleted,
          status = 'ACTIVE' as active, wallet_address, email
        from members where referred_by = ${memberId}
        order by referred_at desc, id desc limit ${size} offset ${offsetOf({ page, size })}
      )
      select f.*, r.amount::text, r.state, r.claimable_at,
        (select count(distinct c.day) from seasons s cross join lateral (
          select d.day from mission_completions d where d.season_id = s.id
            and d.member_id = f.id and d.mission_id = 1
            and d.day >= (f.referred_at at time zone 'UTC' + interval '4 hours')::date
        ) c) as days
      from friends f left join invite_referrals r on r.friend_id = f.id
      order by f.referred_at desc, f.id desc`,
  )
  return rows.map((row) => ({
    friendId: Number(row.id),
    nickname: row.nickname,
    joinedAt: new Date(row.referred_at),
    gone: row.deleted,
    active: row.active,
    wallet: row.wallet_address,
    email: row.email,
    checkInDays: Number(row.days),
    reward:
      row.state === null
        ? undefined
        : {
            amount: BigInt(row.amount ?? 0),
            state: row.state,
            claimableAt: new Date(row.claimable_at ?? 0),
          },
  }))
}
