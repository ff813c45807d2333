import {
  and,
  count,
  eq,
  exists,
  inArray,
  isNotNull,
  ne,
  notExists,
  sql,
  type SQL,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SeasonStatus } from '@solstice/rules/season'
import { rankingPending, seasonStandings, standingRank } from '#/modules/ranking/ranking.table.ts'
import { seasonPlaces, seasonRecaps } from '#/modules/recap/recap.table.ts'
import { members } from '#/modules/users/users.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { jsonRows, scalar, textList } from '#/platform/process/expressions.ts'
import { ledgerAccounts } from '#/platform/books/ledger.table.ts'
import { offsetOf } from '#/platform/process/page.ts'
import { prepared, type Params } from '#/platform/process/prepared.ts'
import { excusedDaysOfSeason } from './excused-day.queries.ts'
import { seasonMissionRewards } from './season-live.table.ts'
import {
  roundRewards,
  roundStandings,
  roundTotals,
  seasonBanners,
  seasonLevelBonuses,
  seasonMissions,
  seasonPrizes,
  seasonRounds,
  seasons,
  seasonTiers,
} from './season.table.ts'

/** Uses a literal instead of a parameter, because the index of published seasons is partial. */
const isPublished = eq(seasons.state, sql`'PUBLISHED'`)

const SEASON = {
  id: seasons.id,
  version: seasons.version,
  title: seasons.title,
  description: seasons.description,
  imageUrl: seasons.imageUrl,
  startAt: seasons.startAt,
  endAt: seasons.endAt,
  rewardSymbol: seasons.rewardSymbol,
  rewardDecimals: seasons.rewardDecimals,
  xpPerLevel: seasons.xpPerLevel,
  topLevel: seasons.topLevel,
  checkInBaseXp: seasons.checkInBaseXp,
  checkInBonusEvery: seasons.checkInBonusEvery,
  checkInBonusXp: seasons.checkInBonusXp,
  freeSpinsPerDay: seasons.freeSpinsPerDay,
  ticketsPerSpin: seasons.ticketsPerSpin,
  pausedAt: seasons.pausedAt,
}

const MISSION = {
  missionId: seasonMissions.missionId,
  type: seasonMissions.type,
  category: seasonMissions.category,
  title: seasonMissions.title,
  description: seasonMissions.description,
  imageUrl: seasonMissions.imageUrl,
  linkUrl: seasonMissions.linkUrl,
  rewardXp: seasonMissions.rewardXp,
  repeat: seasonMissions.repeat,
  proof: seasonMissions.proof,
  partner: seasonMissions.partner,
  maxCompletions: seasonMissions.maxCompletions,
  terms: seasonMissions.terms,
  enabled: seasonMissions.enabled,
}

export type ProgrammeRow = NonNullable<Awaited<ReturnType<typeof findProgramme>>>

/** Returns one season as one row with all its lists. */
export async function findProgramme(db: Db, seasonId: number) {
  const rounds = seasonRounds
  const tiers = seasonTiers
  const banners = seasonBanners
  const [row] = await db
    .select({
      ...SEASON,
      rounds: jsonRows(
        db,
        {
          roundId: rounds.id,
          number: rounds.number,
          startAt: rounds.startAt,
          endAt: rounds.endAt,
          pool: rounds.pool,
        },
        { where: eq(rounds.seasonId, seasonId), orderBy: rounds.number },
      ),
      excusedDays: excusedDaysOfSeason(db, seasonId),
      tiers: jsonRows(
        db,
        {
          tierId: tiers.id,
          name: tiers.name,
          emblem: tiers.emblem,
          minXp: tiers.minXp,
          bonusPercent: tiers.bonusPercent,
          ticketsPerDay: tiers.ticketsPerDay,
        },
        { where: eq(tiers.seasonId, seasonId), orderBy: tiers.minXp },
      ),
      levelBonuses: jsonRows(
        db,
        { fromLevel: seasonLevelBonuses.fromLevel, percent: seasonLevelBonuses.percent },
        {
          where: eq(seasonLevelBonuses.seasonId, seasonId),
          orderBy: seasonLevelBonuses.fromLevel,
        },
      ),
      prizes: jsonRows(
        db,
        { xp: seasonPrizes.xp, weight: seasonPrizes.weight },
        { where: eq(seasonPrizes.seasonId, seasonId), orderBy: seasonPrizes.position },
      ),
      missions: jsonRows(db, MISSION, {
        where: eq(seasonMissions.seasonId, seasonId),
        orderBy: seasonMissions.missionId,
      }),
      rewardChanges: jsonRows(
        db,
        {
          missionId: seasonMissionRewards.missionId,
          fromDay: seasonMissionRewards.fromDay,
          rewardXp: seasonMissionRewards.rewardXp,
        },
        {
          where: eq(seasonMissionRewards.seasonId, seasonId),
          orderBy: seasonMissionRewards.fromDay,
        },
      ),
      banners: jsonRows(
        db,
        {
          bannerId: banners.id,
          title: banners.title,
          imageUrl: banners.imageUrl,
          linkUrl: banners.linkUrl,
        },
        { where: eq(banners.seasonId, seasonId), orderBy: banners.position },
      ),
    })
    .from(seasons)
    .where(and(eq(seasons.id, seasonId), isPublished))
  return row
}

const findVersion = prepared('season.version', (db, { seasonId }: Params<{ seasonId: number }>) =>
  db
    .select({ version: seasons.version })
    .from(seasons)
    .where(and(eq(seasons.id, seasonId), isPublished)),
)

export async function findSeasonVersion(db: Db, seasonId: number): Promise<number | undefined> {
  const [row] = await findVersion(db, { seasonId })
  return row?.version
}

export type SeasonRow = Pick<
  typeof seasons.$inferSelect,
  'id' | 'title' | 'description' | 'imageUrl' | 'startAt' | 'endAt'
>

export type SeasonCardRow = SeasonRow & {
  xp: number
  rewardExpired: boolean
  hasRecap: boolean
}

/**
 * Lists running seasons first, then upcoming ones, then ended ones. Without a member, the member
 * columns are empty.
 */
export async function findSeasons(
  db: Db,
  query: {
    now: Date
    statuses: readonly SeasonStatus[] | undefined
    memberId: number | undefined
    page: number
    size: number
  },
): Promise<{ seasons: SeasonCardRow[]; totalCount: number }> {
  const { now, statuses, memberId = 0, page, size } = query
  const { id, title, description, imageUrl, startAt, endAt } = seasons
  const at = sql`${now.toISOString()}::timestamptz`
  const status = sql<SeasonStatus>`case when ${startAt} > ${at} then 'UPCOMING'
    when ${endAt} > ${at} then 'ONGOING' else 'ENDED' end`
  const listed = db.$with('listed').as(
    db
      .select({ id, title, description, imageUrl, startAt, endAt, status: status.as('status') })
      .from(seasons)
      .where(isPublished),
  )
  const matchesStatus = statuses && inArray(listed.status, textList(statuses))
  const expired = db
    .select({ roundId: roundRewards.roundId })
    .from(roundRewards)
    .where(
      and(
        eq(roundRewards.seasonId, listed.id),
        eq(roundRewards.memberId, memberId),
        eq(roundRewards.state, 'EXPIRED'),
      ),
    )
  const recap = db
    .select({ place: seasonPlaces.place })
    .from(seasonPlaces)
    .innerJoin(seasonRecaps, eq(seasonRecaps.seasonId, seasonPlaces.seasonId))
    .where(
      and(
        eq(seasonPlaces.seasonId, listed.id),
        eq(seasonPlaces.memberId, memberId),
        isNotNull(seasonRecaps.finishedAt),
      ),
    )
  const [rows, [counted]] = await Promise.all([
    db
      .with(listed)
      .select({
        id: listed.id,
        title: listed.title,
        description: listed.description,
        imageUrl: listed.imageUrl,
        startAt: listed.startAt,
        endAt: listed.endAt,
        xp: sql`coalesce(${seasonStandings.xp}, 0)`.mapWith(Number),
        rewardExpired: sql<boolean>`${exists(expired)}`,
        hasRecap: sql<boolean>`${exists(recap)}`,
      })
      .from(listed)
      .leftJoin(
        seasonStandings,
        and(eq(seasonStandings.seasonId, listed.id), eq(seasonStandings.memberId, memberId)),
      )
      .where(matchesStatus)
      .orderBy(
        sql`array_position(array['ONGOING', 'UPCOMING', 'ENDED'], ${listed.status})`,
        sql`case when ${listed.status} = 'ENDED' then -extract(epoch from ${listed.endAt})
          else extract(epoch from ${listed.startAt}) end`,
        listed.id,
      )
      .limit(size)
      .offset(offsetOf({ page, size })),
    db.with(listed).select({ total: count() }).from(listed).where(matchesStatus),
  ])
  return { seasons: rows, totalCount: counted?.total ?? 0 }
}

export type MemberStandingRow = {
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
  /** The number of moves that wait for their aggregation, at most 1000. */
  pendingMoves: number
}

type Of = { seasonId: number; memberId: number; roundId: number; scope: string }

const findStanding = prepared('season.standing', (db, params: Params<Of>) => {
  const { seasonId, memberId, roundId, scope } = params
  const balanceOf = (asset: 'XP' | 'TICKET') =>
    scalar(
      db,
      ledgerAccounts.balance,
      and(
        eq(ledgerAccounts.memberId, memberId),
        eq(ledgerAccounts.asset, asset),
        eq(ledgerAccounts.scope, scope),
      ),
    )
  const { amount, state } = roundRewards
  const sumOf = (rewardState: 'PAID' | 'PENDING' | 'WAITING') =>
    sql`coalesce(sum(${amount}) filter (where ${state} = ${rewardState}), 0)`.mapWith(amount)
  const rewards = db
    .select({
      received: sumOf('PAID').as('received'),
      pending: sumOf('PENDING').as('pending'),
      waiting: sumOf('WAITING').as('waiting'),
    })
    .from(roundRewards)
    .where(and(eq(roundRewards.memberId, memberId), eq(roundRewards.seasonId, seasonId)))
    .as('rewards')
  return db
    .select({
      xpBalance: balanceOf('XP'),
      tickets: balanceOf('TICKET'),
      seasonXp: seasonStandings.xp,
      rank: standingRank,
      roundXp: roundStandings.xp,
      roundCheckInDays: roundStandings.checkInDays,
      totalXp: scalar(db, roundTotals.xp, eq(roundTotals.roundId, roundId)),
      pendingXp: rankingPending.roundXp,
      pendingMoves: rankingPending.moves,
      received: rewards.received,
      pending: rewards.pending,
      waiting: rewards.waiting,
      wallet: scalar(db, members.walletAddress, eq(members.id, memberId)),
    })
    .from(rewards)
    .leftJoin(
      seasonStandings,
      and(eq(seasonStandings.seasonId, seasonId), eq(seasonStandings.memberId, memberId)),
    )
    .leftJoin(
      roundStandings,
      and(eq(roundStandings.roundId, roundId), eq(roundStandings.memberId, memberId)),
    )
    .crossJoinLateral(rankingPending.of(seasonId, roundId))
})

/** Reads the member's standing in one statement, so all values belong to the same moment. */
export async function findMemberStanding(
  db: Db,
  of: { seasonId: number; memberId: number; roundId: number | undefined },
): Promise<MemberStandingRow> {
  const { seasonId, memberId, roundId = 0 } = of
  const [row] = await findStanding(db, {
    seasonId,
    memberId,
    roundId,
    scope: `season:${seasonId}`,
  })
  return {
    seasonXp: row?.seasonXp ?? 0,
    xpBalance: Number(row?.xpBalance ?? 0),
    tickets: Number(row?.tickets ?? 0),
    rank: row?.rank ?? undefined,
    roundXp: row?.roundXp ?? 0,
    roundCheckInDays: row?.roundCheckInDays ?? 0,
    allRoundXp: (row?.totalXp ?? 0) + (row?.pendingXp ?? 0),
    received: row?.received ?? 0n,
    pending: row?.pending ?? 0n,
    waiting: row?.waiting ?? 0n,
    hasWallet: row?.wallet != null,
    pendingMoves: row?.pendingMoves ?? 0,
  }
}

export async function findRoundResults(db: Db, seasonId: number, memberId: number) {
  const other = alias(roundRewards, 'other')
  const otherPaid = db
    .select({ roundId: other.roundId })
    .from(other)
    .where(
      and(
        eq(other.memberId, memberId),
        ne(other.roundId, seasonRounds.id),
        eq(other.state, 'PAID'),
      ),
    )
  const ofMember = (table: typeof roundStandings | typeof roundRewards): SQL | undefined =>
    and(eq(table.roundId, seasonRounds.id), eq(table.memberId, memberId))
  const rows = await db
    .select({
      roundId: seasonRounds.id,
      xp: roundStandings.xp,
      checkInDays: roundStandings.checkInDays,
      settledAt: seasonRounds.settledAt,
      reward: roundRewards.amount,
      rewardState: roundRewards.state,
      isFirstReward: sql<
        boolean | null
      >`${roundRewards.state} = 'PAID' and ${notExists(otherPaid)}`,
    })
    .from(seasonRounds)
    .leftJoin(roundStandings, ofMember(roundStandings))
    .leftJoin(roundRewards, ofMember(roundRewards))
    .where(eq(seasonRounds.seasonId, seasonId))
  return rows.map(({ settledAt, ...row }) => ({
    roundId: row.roundId,
    xp: row.xp ?? 0,
    checkInDays: row.checkInDays ?? 0,
    settled: settledAt !== null,
    reward: row.reward ?? undefined,
    rewardState: row.rewardState ?? undefined,
    isFirstReward: row.isFirstReward ?? false,
  }))
}
