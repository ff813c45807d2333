import { and, eq, gt, lt, ne, sql } from 'drizzle-orm'
import { tokenUnits } from '@solstice/rules/round'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import { missionBudgets } from '#/modules/mission/mission.table.ts'
import type { Db } from '#/platform/process/db.ts'
import {
  seasonBanners,
  seasonLevelBonuses,
  seasonMissions,
  seasonPrizes,
  seasonRounds,
  seasons,
  seasonTiers,
} from './season.table.ts'

/** An arbitrary number, unique among the advisory locks. */
const PUBLISHING = 7_100_410

/** Serialises publishing, because two drafts of the same weeks would not see each other. */
export async function lockPublishing(tx: Db): Promise<void> {
  // Raw SQL: the builder has no advisory locks.
  await tx.execute(sql`select pg_advisory_xact_lock(${PUBLISHING})`)
}

/**
 * Writes a season as its plan describes it: the columns of its row and all its parts. Parts of an
 * earlier publication are replaced.
 */
export async function writeSeason(tx: Db, seasonId: number, plan: SeasonPlan): Promise<void> {
  await tx
    .update(seasons)
    .set({
      title: plan.title,
      description: plan.description,
      imageUrl: plan.imageUrl,
      startAt: new Date(plan.startAt),
      endAt: new Date(plan.endAt),
      rewardSymbol: plan.reward.symbol,
      rewardDecimals: plan.reward.decimals,
      xpPerLevel: plan.levels.xpPerLevel,
      topLevel: plan.levels.topLevel,
      checkInBaseXp: plan.checkIn.baseXp,
      checkInBonusEvery: plan.checkIn.bonusEvery,
      checkInBonusXp: plan.checkIn.bonusXp,
      freeSpinsPerDay: plan.spin.freePerDay,
      ticketsPerSpin: plan.spin.ticketsPerSpin,
    })
    .where(eq(seasons.id, seasonId))
  await removeParts(tx, seasonId)
  await insertParts(tx, seasonId, plan)
}

const PARTS = [
  seasonRounds,
  seasonTiers,
  seasonLevelBonuses,
  seasonPrizes,
  seasonBanners,
  seasonMissions,
] as const

/** Removes the rounds, tiers, prizes, banners and missions that a release wrote. */
export async function removeParts(tx: Db, seasonId: number): Promise<void> {
  for (const table of PARTS) await tx.delete(table).where(eq(table.seasonId, seasonId))
}

async function insertParts(tx: Db, seasonId: number, plan: SeasonPlan): Promise<void> {
  const rounds = plan.rounds.map((round, at) => ({
    seasonId,
    number: at + 1,
    startAt: new Date(round.startAt),
    endAt: new Date(round.endAt),
    pool: tokenUnits(round.pool, plan.reward.decimals) ?? 0n,
  }))
  if (rounds.length > 0) await tx.insert(seasonRounds).values(rounds)
  const tiers = plan.tiers.map((tier) => ({
    seasonId,
    name: tier.name,
    emblem: tier.emblem,
    minXp: tier.minXp,
    bonusPercent: tier.bonusPercent,
    ticketsPerDay: tier.ticketsPerDay,
  }))
  if (tiers.length > 0) await tx.insert(seasonTiers).values(tiers)
  const bonuses = plan.levels.bonuses.map(({ fromLevel, percent }) => ({
    seasonId,
    fromLevel,
    percent,
  }))
  if (bonuses.length > 0) await tx.insert(seasonLevelBonuses).values(bonuses)
  await insertPrizes(tx, seasonId, plan.spin.prizes)
  const banners = plan.banners.map((banner, position) => ({
    seasonId,
    position,
    title: banner.title,
    imageUrl: banner.imageUrl,
    linkUrl: banner.linkUrl,
  }))
  if (banners.length > 0) await tx.insert(seasonBanners).values(banners)
  await insertMissions(tx, seasonId, plan.missions)
}

async function insertMissions(
  tx: Db,
  seasonId: number,
  missions: SeasonPlan['missions'],
): Promise<void> {
  const rows = missions.map((mission) => ({
    seasonId,
    missionId: mission.missionId,
    type: mission.type,
    category: mission.category,
    title: mission.title,
    description: mission.description,
    imageUrl: mission.imageUrl,
    linkUrl: mission.linkUrl,
    rewardXp: mission.rewardXp,
    repeat: mission.repeat,
    proof: mission.proof,
    partner: mission.partner,
    maxCompletions: mission.maxCompletions,
    terms: mission.terms,
    enabled: mission.enabled,
  }))
  if (rows.length > 0) await tx.insert(seasonMissions).values(rows)
  const budgets = missions.flatMap(({ missionId, maxCompletions }) =>
    maxCompletions === null ? [] : [{ seasonId, missionId, remaining: maxCompletions }],
  )
  if (budgets.length > 0) await tx.insert(missionBudgets).values(budgets)
}

async function insertPrizes(
  tx: Db,
  seasonId: number,
  prizes: SeasonPlan['spin']['prizes'],
): Promise<void> {
  const rows = prizes.map(({ xp, weight }, position) => ({ seasonId, position, xp, weight }))
  if (rows.length > 0) await tx.insert(seasonPrizes).values(rows)
}

/**
 * Replaces the prizes of a published season. The new version lets every process read them again.
 */
export async function replacePrizes(
  tx: Db,
  seasonId: number,
  prizes: SeasonPlan['spin']['prizes'],
): Promise<void> {
  await tx.delete(seasonPrizes).where(eq(seasonPrizes.seasonId, seasonId))
  await insertPrizes(tx, seasonId, prizes)
  await tx
    .update(seasons)
    .set({ version: sql`${seasons.version} + 1` })
    .where(eq(seasons.id, seasonId))
}

const { id, state, title, startAt, endAt, publishedAt } = seasons
const DRAFT = {
  id,
  plan: seasons.plan,
  revision: seasons.revision,
  problemCount: seasons.problemCount,
  state,
  title,
  startAt,
  endAt,
  createdAt: seasons.createdAt,
  publishedAt,
  pausedAt: seasons.pausedAt,
}

export type DraftRow = Pick<typeof seasons.$inferSelect, keyof typeof DRAFT>

export async function findSeason(db: Db, seasonId: number): Promise<DraftRow | undefined> {
  const [row] = await db.select(DRAFT).from(seasons).where(eq(id, seasonId))
  return row
}

export async function lockSeason(tx: Db, seasonId: number): Promise<DraftRow | undefined> {
  const [row] = await tx.select(DRAFT).from(seasons).where(eq(id, seasonId)).for('update')
  return row
}

export async function markPublished(tx: Db, seasonId: number, at: Date): Promise<void> {
  await tx
    .update(seasons)
    .set({ state: 'PUBLISHED', publishedAt: at, version: sql`${seasons.version} + 1` })
    .where(eq(id, seasonId))
}

/** Returns a published season that overlaps this span. */
export async function findOverlapping(
  db: Db,
  span: { startAt: Date; endAt: Date; except?: number },
): Promise<DraftRow | undefined> {
  const [row] = await db
    .select(DRAFT)
    .from(seasons)
    .where(
      and(
        // Use a literal, because a parameter would not match the partial index of published
        // seasons.
        eq(state, sql`'PUBLISHED'`),
        ne(id, span.except ?? 0),
        lt(startAt, span.endAt),
        gt(endAt, span.startAt),
      ),
    )
    .limit(1)
  return row
}

export function findRoundSpans(
  db: Db,
  seasonId: number,
): Promise<{ roundId: number; endAt: Date }[]> {
  return db
    .select({ roundId: seasonRounds.id, endAt: seasonRounds.endAt })
    .from(seasonRounds)
    .where(eq(seasonRounds.seasonId, seasonId))
    .orderBy(seasonRounds.number)
}
