import { sql } from 'drizzle-orm'
import type { LevelBonus } from '@solstice/rules/level'
import type { PlannedMission, SeasonPlan, Texts } from '@solstice/rules/season-plan'
import type { SpinPrize } from '@solstice/rules/missions/spin/spin'
import { rowsOf, type Db } from '#/platform/db.ts'
import { offsetOf } from '#/platform/page.ts'

/** Everything a season is, as one row with its lists. */
export type ProgrammeRow = {
  id: number | string
  version: number | string
  title: Texts
  description: Texts
  image_url: string | null
  start_at: Date | string
  end_at: Date | string
  reward_symbol: string
  reward_decimals: number
  xp_per_level: number
  top_level: number
  check_in_base_xp: number
  check_in_bonus_every: number
  check_in_bonus_xp: number
  free_spins_per_day: number
  tickets_per_spin: number
  rounds: { id: number; number: number; startAt: string; endAt: string; pool: string }[]
  tiers: (SeasonPlan['tiers'][number] & { id: number })[]
  level_bonuses: LevelBonus[] | null
  prizes: SpinPrize[]
  missions: PlannedMission[]
  banners: (SeasonPlan['banners'][number] & { id: number })[] | null
}

export async function findProgramme(db: Db, seasonId: number): Promise<ProgrammeRow | undefined> {
  const [row] = await rowsOf<ProgrammeRow>(
    db,
    sql`select s.id, s.version, s.title, s.description, s.image_url, s.start_at, s.end_at,
      s.reward_symbol, s.reward_decimals, s.xp_per_level, s.top_level, s.check_in_base_xp,
      s.check_in_bonus_every, s.check_in_bonus_xp, s.free_spins_per_day, s.tickets_per_spin,
      (select json_agg(json_build_object('id', id, 'number', number, 'startAt', start_at,
          'endAt', end_at, 'pool', pool::text) order by number)
        from season_rounds where season_id = s.id) as rounds,
      (select json_agg(json_build_object('id', id, 'name', name, 'emblem', emblem, 'minXp', min_xp,
          'bonusPercent', bonus_percent, 'ticketsPerDay', tickets_per_day) order by min_xp)
        from season_tiers where season_id = s.id) as tiers,
      (select json_agg(json_build_object('fromLevel', from_level, 'percent', percent) order by from_level)
        from season_level_bonuses where season_id = s.id) as level_bonuses,
      (select json_agg(json_build_object('xp', xp, 'weight', weight) order by position)
        from season_prizes where season_id = s.id) as prizes,
      (select json_agg(json_build_object('missionId', mission_id, 'type', type, 'category', category,
          'title', title, 'description', description, 'imageUrl', image_url, 'linkUrl', link_url,
          'rewardXp', reward_xp, 'repeat', repeat, 'proof', proof, 'partner', partner,
          'maxCompletions', max_completions, 'terms', terms)
          order by mission_id)
        from season_missions where season_id = s.id) as missions,
      (select json_agg(json_build_object('id', id, 'title', title, 'imageUrl', image_url,
          'linkUrl', link_url) order by position)
        from season_banners where season_id = s.id) as banners
      from seasons s where s.id = ${seasonId} and s.state = 'PUBLISHED'`,
  )
  return row
}

export async function findSeasonVersion(db: Db, seasonId: number): Promise<number | undefined> {
  const [row] = await rowsOf<{ version: number | string }>(
    db,
    sql`select version from seasons where id = ${seasonId} and state = 'PUBLISHED'`,
  )
  return row && Number(row.version)
}

export type SeasonRow = {
  id: number
  title: Texts
  description: Texts
  imageUrl: string | null
  startAt: Date
  endAt: Date
}

export type SeasonCardRow = SeasonRow & { xp: number; rewardExpired: boolean }

/** What runs first, then what comes next, then what was last. Without a member their columns are empty. */
export async function findSeasons(
  db: Db,
  wanted: {
    now: Date
    statuses: readonly string[] | undefined
    memberId: number | undefined
    page: number
    size: number
  },
): Promise<{ seasons: SeasonCardRow[]; totalCount: number }> {
  const { now, statuses, memberId = 0, page, size } = wanted
  const at = sql`${now.toISOString()}::timestamptz`
  // Neither driver takes an array for a parameter in the same way; both take JSON.
  const asJson = statuses === undefined ? null : JSON.stringify(statuses)
  const listed = sql`with listed as (
        select s.*, case when s.start_at > ${at} then 'UPCOMING' when s.end_at > ${at} then 'ONGOING'
          else 'ENDED' end as status
        from seasons s where s.state = 'PUBLISHED'
      ), wanted as (
        select * from listed where ${asJson}::jsonb is null
          or status in (select jsonb_array_elements_text(${asJson}::jsonb))
      )`
  const [rows, [counted]] = await Promise.all([
    rowsOf<{
      id: number | string
      title: Texts
      description: Texts
      image_url: string | null
      start_at: Date | string
      end_at: Date | string
      xp: number | string
      reward_expired: boolean
    }>(
      db,
      sql`${listed}
        select w.id, w.title, w.description, w.image_url, w.start_at, w.end_at,
          coalesce((select st.xp from season_standings st
            where st.season_id = w.id and st.member_id = ${memberId}), 0) as xp,
          exists (select 1 from round_rewards r where r.season_id = w.id and r.member_id = ${memberId}
            and r.state = 'EXPIRED') as reward_expired
        from wanted w
        order by array_position(array['ONGOING', 'UPCOMING', 'ENDED'], status),
          case when status = 'ENDED' then -extract(epoch from end_at) else extract(epoch from start_at) end, id
        limit ${size} offset ${offsetOf({ page, size })}`,
    ),
    rowsOf<{ total: number | string }>(db, sql`${listed} select count(*) as total from wanted`),
  ])
  const seasons = rows.map((row) => ({
    id: Number(row.id),
    title: row.title,
    description: row.description,
    imageUrl: row.image_url,
    startAt: new Date(row.start_at),
    endAt: new Date(row.end_at),
    xp: Number(row.xp),
    rewardExpired: row.reward_expired,
  }))
  return { seasons, totalCount: Number(counted?.total ?? 0) }
}

export type MemberNumbersRow = {
  seasonXp: number
  xpBalance: number
  tickets: number
  rank: number | undefined
  roundXp: number
  roundCheckInDays: number
  allRoundXp: number
  received: bigint
  pending: bigint
  waiting: bigint
  hasWallet: boolean
  /** Moves of the ranking that are not folded into its counts yet. */
  unfolded: number
}

/** Where a member stands, in one statement and so at one moment. */
export async function findMemberNumbers(
  db: Db,
  of: { seasonId: number; memberId: number; roundId: number | undefined },
): Promise<MemberNumbersRow> {
  const { seasonId, memberId, roundId = 0 } = of
  const scope = `season:${seasonId}`
  const [row] = await rowsOf<Record<string, string | number | boolean | null>>(
    db,
    sql`select
      (select balance from ledger_accounts where member_id = ${memberId} and asset = 'XP' and scope = ${scope}) as xp,
      (select balance from ledger_accounts where member_id = ${memberId} and asset = 'TICKET' and scope = ${scope}) as tickets,
      st.xp as season_xp,
      case when st.xp > 0 then 1 + ranking_above(st.season_id, st.score, st.member_id) end as rank,
      r.xp as round_xp, r.check_in_days,
      coalesce((select xp from round_totals where round_id = ${roundId}), 0) + moved.round_xp as all_round_xp,
      moved.unfolded,
      rewards.received, rewards.pending, rewards.waiting,
      (select wallet_address is not null from members where id = ${memberId}) as has_wallet
      from (
        select count(*) as unfolded,
          coalesce(sum(round_xp) filter (where round_id = ${roundId}), 0) as round_xp
        from ranking_moves where season_id = ${seasonId}
      ) moved
      cross join (
        select sum(amount) filter (where state = 'PAID')::text as received,
          sum(amount) filter (where state = 'PENDING')::text as pending,
          sum(amount) filter (where state = 'WAITING')::text as waiting
        from round_rewards where member_id = ${memberId} and season_id = ${seasonId}
      ) rewards
      left join season_standings st on st.season_id = ${seasonId} and st.member_id = ${memberId}
      left join round_standings r on r.round_id = ${roundId} and r.member_id = ${memberId}`,
  )
  return {
    seasonXp: Number(row?.['season_xp'] ?? 0),
    xpBalance: Number(row?.['xp'] ?? 0),
    tickets: Number(row?.['tickets'] ?? 0),
    rank: row?.['rank'] == null ? undefined : Number(row['rank']),
    roundXp: Number(row?.['round_xp'] ?? 0),
    roundCheckInDays: Number(row?.['check_in_days'] ?? 0),
    allRoundXp: Number(row?.['all_round_xp'] ?? 0),
    received: BigInt(String(row?.['received'] ?? 0)),
    pending: BigInt(String(row?.['pending'] ?? 0)),
    waiting: BigInt(String(row?.['waiting'] ?? 0)),
    hasWallet: row?.['has_wallet'] === true,
    unfolded: Number(row?.['unfolded'] ?? 0),
  }
}

export type RoundNumbersRow = {
  roundId: number
  xp: number
  checkInDays: number
  settled: boolean
  reward: bigint | undefined
  rewardState: 'WAITING' | 'PENDING' | 'PAID' | 'EXPIRED' | undefined
  isFirstReward: boolean
}

export async function findRoundNumbers(
  db: Db,
  seasonId: number,
  memberId: number,
): Promise<RoundNumbersRow[]> {
  const rows = await rowsOf<{
    id: number | string
    xp: number | string | null
    check_in_days: number | null
    settled: boolean
    amount: string | null
    state: RoundNumbersRow['rewardState'] | null
    is_first_reward: boolean | null
  }>(
    db,
    sql`select r.id, st.xp, st.check_in_days, r.settled_at is not null as settled,
        w.amount::text, w.state,
        w.state = 'PAID' and not exists (select 1 from round_rewards o where o.member_id = ${memberId}
          and o.round_id <> r.id and o.state = 'PAID') as is_first_reward
      from season_rounds r
      left join round_standings st on st.round_id = r.id and st.member_id = ${memberId}
      left join round_rewards w on w.round_id = r.id and w.member_id = ${memberId}
      where r.season_id = ${seasonId}`,
  )
  return rows.map((row) => ({
    roundId: Number(row.id),
    xp: Number(row.xp ?? 0),
    checkInDays: row.check_in_days ?? 0,
    settled: row.settled,
    reward: row.amount === null ? undefined : BigInt(row.amount),
    rewardState: row.state ?? undefined,
    isFirstReward: row.is_first_reward ?? false,
  }))
}
