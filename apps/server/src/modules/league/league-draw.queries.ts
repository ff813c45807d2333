import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  sql,
} from 'drizzle-orm'
import type { LeagueResult, LeaverResult } from '@solstice/rules/league'
import { holds } from '#/modules/hold/hold.table.ts'
import { seasonStandings } from '#/modules/ranking/ranking.table.ts'
import { members } from '#/modules/users/users.table.ts'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { idList } from '#/platform/process/expressions.ts'
import { leagueEntries, leagueMembers, leagueOptOuts, leagueWeeks } from './league.table.ts'

type Week = { seasonId: number; week: number }

/** The start of the season and the instant up to which XP counts for the week. */
type Turn = { startAt: Date; turn: Date }

const ofWeek = ({ seasonId, week }: Week) =>
  and(eq(leagueEntries.seasonId, seasonId), eq(leagueEntries.week, week))

/**
 * Records the XP of the next members at the turn of a week, and what they earned since the turn
 * before. XP that was posted after the turn is read from the ledger and counts for the next week.
 * Returns the last member of the batch; undefined if none is left.
 */
export async function measureNext(
  tx: Db,
  of: Week & Turn & { after: number; size: number; firstRung: number },
): Promise<number | undefined> {
  const { seasonId, week, startAt, turn, after, size, firstRung } = of
  const turnText = turn.toISOString()
  // Raw SQL: one statement reads a batch, records it and the XP of its entries.
  const [row] = await rowsOf<{ last: string | null }>(
    tx,
    sql`with batch as (
        select member_id, xp, score from season_standings
        where season_id = ${seasonId} and member_id > ${after}
        order by member_id limit ${size}
      ), late as (
        select b.member_id, sum(e.amount)::bigint as xp
        from batch b
        join ledger_accounts a on a.member_id = b.member_id and a.asset = 'SEASON_XP'
          and a.scope = ${`season:${seasonId}`}
        join ledger_entries e on e.account_id = a.id
        join ledger_transactions t on t.id = e.transaction_id
        where b.score <= season_score(b.xp, ${startAt.toISOString()}::timestamptz, ${turnText}::timestamptz)
          and t.created_at >= ${turnText}::timestamptz
        group by b.member_id
      ), measured as (
        insert into league_members as m (season_id, member_id, rung, base_xp, pace)
        select ${seasonId}, b.member_id, ${firstRung}, b.xp - coalesce(l.xp, 0),
          b.xp - coalesce(l.xp, 0)
        from batch b left join late l on l.member_id = b.member_id
        on conflict (season_id, member_id) do update
          set pace = greatest(0, excluded.base_xp - m.base_xp), base_xp = excluded.base_xp
        returning m.member_id, m.pace
      ), closed as (
        update league_entries e set xp = m.pace from measured m
        where e.season_id = ${seasonId} and e.week = ${week} and e.member_id = m.member_id
      )
      select max(member_id) as last from batch`,
  )
  return row?.last == null ? undefined : Number(row.last)
}

/** Returns the members of the next leagues, whose week is measured, with those who left it. */
export async function findLeaguesToRank(
  tx: Db,
  { after, size, startAt, turn, ...of }: Week & Turn & { after: number; size: number },
) {
  const { league, memberId, rung, isApart, xp } = leagueEntries
  const { baseXp } = leagueMembers
  const rows = await tx
    .select({
      league: sql<number>`${league}`.mapWith(Number),
      memberId: sql<number>`${memberId}`.mapWith(Number),
      rung,
      isApart,
      xp: sql`coalesce(${xp}, 0)`.mapWith(Number),
      ownRung: sql`coalesce(${leagueMembers.rung}, ${rung})`.mapWith(Number),
      // The score of a member who earned XP since the turn contains that XP, which is not of the week.
      score: sql`coalesce(case when ${seasonStandings.xp} = ${baseXp} then ${seasonStandings.score}
        else season_score(${baseXp}, ${startAt.toISOString()}::timestamptz,
          ${turn.toISOString()}::timestamptz) end, 0)`.mapWith(Number),
      hasLeft: sql<boolean>`${leagueOptOuts.memberId} is not null`,
    })
    .from(leagueEntries)
    .leftJoin(
      seasonStandings,
      and(eq(seasonStandings.seasonId, of.seasonId), eq(seasonStandings.memberId, memberId)),
    )
    .leftJoin(
      leagueMembers,
      and(eq(leagueMembers.seasonId, of.seasonId), eq(leagueMembers.memberId, memberId)),
    )
    .leftJoin(leagueOptOuts, eq(leagueOptOuts.memberId, memberId))
    .where(
      and(ofWeek(of), gt(league, after), sql`${league} <= ${after + size}`, isNotNull(memberId)),
    )
  return Map.groupBy(rows, (row) => row.league)
}

/** Stores places and moves; the rung is the one of the next week. Who left a league has no place. */
export async function saveResults(
  tx: Db,
  { seasonId, week }: Week,
  results: readonly (LeagueResult | LeaverResult)[],
): Promise<void> {
  // Raw SQL: a batch of any size is one value, and both tables are written by one statement.
  await tx.execute(sql`with results as (
      select * from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
        as r("memberId" bigint, place integer, outcome text, "toRung" smallint)
    ), entries as (
      update league_entries e set place = r.place, outcome = r.outcome, to_rung = r."toRung"
      from results r
      where e.season_id = ${seasonId} and e.week = ${week} and e.member_id = r."memberId"
    )
    update league_members m set rung = r."toRung" from results r
    where m.season_id = ${seasonId} and m.member_id = r."memberId" and m.rung <> r."toRung"`)
}

/** Returns the next members by id, and those of them who are to be placed. */
export async function findNextEntrants(
  tx: Db,
  of: { seasonId: number; topScore: number; after: number; size: number },
) {
  const { seasonId, topScore, after, size } = of
  const batch = tx
    .select({
      memberId: leagueMembers.memberId,
      rung: leagueMembers.rung,
      pace: leagueMembers.pace,
    })
    .from(leagueMembers)
    .where(and(eq(leagueMembers.seasonId, seasonId), gt(leagueMembers.memberId, after)))
    .orderBy(asc(leagueMembers.memberId))
    .limit(size)
    .as('batch')
  const rows = await tx
    .select({
      memberId: batch.memberId,
      rung: batch.rung,
      pace: batch.pace,
      status: members.status,
      qualifies: sql<boolean>`${batch.pace} > 0 and ${members.status} <> 'DISABLED'
        and ${seasonStandings.score} < ${topScore}`,
      optedOut: sql<boolean>`${leagueOptOuts.memberId} is not null`,
    })
    .from(batch)
    .innerJoin(members, eq(members.id, batch.memberId))
    .leftJoin(
      seasonStandings,
      and(eq(seasonStandings.seasonId, seasonId), eq(seasonStandings.memberId, batch.memberId)),
    )
    .leftJoin(leagueOptOuts, eq(leagueOptOuts.memberId, batch.memberId))
    .orderBy(asc(batch.memberId))
  const qualified = rows.filter(({ qualifies }) => qualifies)
  const entrants = qualified.filter(({ optedOut }) => !optedOut)
  return {
    last: rows.at(-1)?.memberId,
    entrants,
    optedOut: qualified.length - entrants.length,
  }
}

/** Returns the members of a batch who are suspended or whose payouts are held. */
export async function findHeld(
  tx: Db,
  { memberIds, now }: { memberIds: readonly number[]; now: Date },
): Promise<number[]> {
  // A hold whose time is up keeps nobody apart, also while no job has recorded its end.
  const inForce = tx
    .select({ id: holds.id })
    .from(holds)
    .where(and(eq(holds.memberId, members.id), isNull(holds.endedAt), gt(holds.until, now)))
  const rows = await tx
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        inArray(members.id, idList(memberIds)),
        or(eq(members.status, 'SUSPENDED'), exists(inForce)),
      ),
    )
  return rows.map(({ id }) => id)
}

export type Entrant = {
  memberId: number
  blindedId: string
  rung: number
  pace: number
  isApart: boolean
}

export async function insertEntries(
  tx: Db,
  { seasonId, week, enteredAt }: Week & { enteredAt: Date },
  entrants: readonly Entrant[],
): Promise<void> {
  // Raw SQL: a batch of any size is one value.
  await tx.execute(sql`insert into league_entries
      (season_id, week, blinded_id, member_id, rung, is_apart, pace, entered_at)
    select ${seasonId}, ${week}, e."blindedId", e."memberId", e.rung, e."isApart", e.pace,
      ${enteredAt.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(entrants)}::jsonb)
      as e("memberId" bigint, "blindedId" text, rung smallint, pace bigint, "isApart" boolean)`)
}

export function countPools(tx: Db, of: Week) {
  const { rung, isApart } = leagueEntries
  return tx
    .select({ rung, isApart, members: count() })
    .from(leagueEntries)
    .where(ofWeek(of))
    .groupBy(rung, isApart)
}

/** Moves a pool that is too small to the rung in which it plays. */
export async function movePool(
  tx: Db,
  { isApart, rung, playsIn, ...of }: Week & { isApart: boolean; rung: number; playsIn: number },
): Promise<void> {
  await tx
    .update(leagueEntries)
    .set({ rung: playsIn })
    .where(and(ofWeek(of), eq(leagueEntries.rung, rung), eq(leagueEntries.isApart, isApart)))
}

/** Returns the next members of a pool by pace, the fastest first. */
export function findNextOfPool(
  tx: Db,
  of: Week & { isApart: boolean; rung: number; size: number; afterPace: number | undefined },
) {
  const { blindedId, memberId, pace, rung, isApart, league } = leagueEntries
  return tx
    .select({ blindedId, memberId, pace })
    .from(leagueEntries)
    .where(
      and(
        ofWeek(of),
        eq(isApart, of.isApart),
        eq(rung, of.rung),
        isNull(league),
        // The index scan skips the rows of earlier batches, which it still has until they are vacuumed.
        of.afterPace === undefined ? undefined : lte(pace, of.afterPace),
      ),
    )
    .orderBy(desc(pace), asc(memberId))
    .limit(of.size)
}

export type Placed = { blindedId: string; band: number; league: number }

export async function savePlaced(
  tx: Db,
  { seasonId, week }: Week,
  placed: readonly Placed[],
): Promise<void> {
  // Raw SQL: a batch of any size is one value.
  await tx.execute(sql`update league_entries e set band = p.band, league = p.league
    from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb)
      as p("blindedId" text, band integer, league integer)
    where e.season_id = ${seasonId} and e.week = ${week} and e.blinded_id = p."blindedId"`)
}

/**
 * Removes the member's name from the draws, and everything else of them. A turn of a week that reads
 * the member at the same time has ended first, or sees that the member is gone.
 */
export async function eraseLeagueRows(tx: Db, memberId: number): Promise<void> {
  await tx
    .select({ week: leagueWeeks.week })
    .from(leagueWeeks)
    .orderBy(asc(leagueWeeks.seasonId), asc(leagueWeeks.week))
    .for('share')
  const ofSeasons = sql`(select id from seasons)`
  await tx
    .update(leagueEntries)
    .set({ memberId: null })
    .where(
      and(
        eq(leagueEntries.memberId, memberId),
        // The weeks lead to the member's rows through the unique index.
        sql`(${leagueEntries.seasonId}, ${leagueEntries.week}) in (select season_id, week from league_weeks)`,
      ),
    )
  await tx
    .delete(leagueMembers)
    .where(
      and(eq(leagueMembers.memberId, memberId), sql`${leagueMembers.seasonId} in ${ofSeasons}`),
    )
  await tx.delete(leagueOptOuts).where(eq(leagueOptOuts.memberId, memberId))
}
