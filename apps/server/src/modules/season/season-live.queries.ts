import { and, count, countDistinct, eq, exists, inArray, isNull, sql } from 'drizzle-orm'
import type { MissionTexts } from '@solstice/rules/changed-plan'
import type { SeasonPlan, Texts } from '@solstice/rules/season-plan'
import {
  missionAlarms,
  missionBudgets,
  missionCompletions,
  seasonMembers,
  spinCommitments,
} from '#/modules/mission/mission.table.ts'
import { orders } from '#/modules/order/order.table.ts'
import { products } from '#/modules/product/product.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { jobs } from '#/platform/process/jobs.table.ts'
import { removeParts } from './plan.queries.ts'
import { seasonMissionRewards } from './season-live.table.ts'
import { seasonBanners, seasonMissions, seasonRounds, seasons } from './season.table.ts'

/** Lets every process read the season again. */
const nextVersion = { version: sql`${seasons.version} + 1` }

const isMission = (seasonId: number, missionId: number) =>
  and(eq(seasonMissions.seasonId, seasonId), eq(seasonMissions.missionId, missionId))

export async function countVersion(tx: Db, seasonId: number): Promise<void> {
  await tx.update(seasons).set(nextVersion).where(eq(seasons.id, seasonId))
}

export async function findLive(
  db: Db,
  seasonId: number,
): Promise<{ pausedAt: Date | null; endAt: Date; missionsOff: number[] } | undefined> {
  const [row] = await db
    .select({ pausedAt: seasons.pausedAt, endAt: seasons.endAt })
    .from(seasons)
    .where(eq(seasons.id, seasonId))
  if (!row) return undefined
  const off = await db
    .select({ missionId: seasonMissions.missionId })
    .from(seasonMissions)
    .where(and(eq(seasonMissions.seasonId, seasonId), eq(seasonMissions.enabled, false)))
    .orderBy(seasonMissions.missionId)
  return { ...row, missionsOff: off.map(({ missionId }) => missionId) }
}

export async function setEnabled(
  tx: Db,
  { seasonId, missionId }: { seasonId: number; missionId: number },
  enabled: boolean,
): Promise<void> {
  await tx.update(seasonMissions).set({ enabled }).where(isMission(seasonId, missionId))
}

export async function setPaused(tx: Db, seasonId: number, pausedAt: Date | null): Promise<void> {
  await tx.update(seasons).set({ pausedAt }).where(eq(seasons.id, seasonId))
}

export async function setTexts(
  tx: Db,
  seasonId: number,
  texts: { title: Texts; description: Texts; imageUrl: string | null },
): Promise<void> {
  await tx.update(seasons).set(texts).where(eq(seasons.id, seasonId))
}

export async function setMissionTexts(
  tx: Db,
  seasonId: number,
  { missionId, ...texts }: MissionTexts,
): Promise<void> {
  // The builder leaves out undefined columns and refuses a change without any.
  if (Object.values(texts).every((text) => text === undefined)) return
  await tx.update(seasonMissions).set(texts).where(isMission(seasonId, missionId))
}

export async function replaceBanners(
  tx: Db,
  seasonId: number,
  banners: SeasonPlan['banners'],
): Promise<void> {
  await tx.delete(seasonBanners).where(eq(seasonBanners.seasonId, seasonId))
  const rows = banners.map((banner, position) => ({ ...banner, seasonId, position }))
  if (rows.length > 0) await tx.insert(seasonBanners).values(rows)
}

/** Members who complete the mission meanwhile wait for the same row, so that no reward is lost. */
export async function raiseLimit(
  tx: Db,
  { seasonId, missionId }: { seasonId: number; missionId: number },
  { before, after }: { before: number; after: number },
): Promise<void> {
  await tx
    .update(seasonMissions)
    .set({ maxCompletions: after })
    .where(isMission(seasonId, missionId))
  await tx
    .update(missionBudgets)
    .set({ remaining: sql`${missionBudgets.remaining} + ${after - before}` })
    .where(and(eq(missionBudgets.seasonId, seasonId), eq(missionBudgets.missionId, missionId)))
}

export async function saveReward(
  tx: Db,
  reward: typeof seasonMissionRewards.$inferInsert,
): Promise<void> {
  const { seasonId, missionId, fromDay } = seasonMissionRewards
  await tx
    .insert(seasonMissionRewards)
    .values(reward)
    .onConflictDoUpdate({
      target: [seasonId, missionId, fromDay],
      set: { rewardXp: reward.rewardXp },
    })
}

/** Moves the end of the season and of its last round, and returns that round. */
export async function moveEnd(tx: Db, seasonId: number, endAt: Date): Promise<number | undefined> {
  await tx.update(seasons).set({ endAt }).where(eq(seasons.id, seasonId))
  const last = tx
    .select({ number: sql<number>`max(${seasonRounds.number})` })
    .from(seasonRounds)
    .where(eq(seasonRounds.seasonId, seasonId))
  const [round] = await tx
    .update(seasonRounds)
    .set({ endAt })
    .where(and(eq(seasonRounds.seasonId, seasonId), eq(seasonRounds.number, last)))
    .returning({ id: seasonRounds.id })
  return round?.id
}

export async function moveJob(tx: Db, key: string, dueAt: Date): Promise<void> {
  await tx
    .update(jobs)
    .set({ dueAt })
    .where(and(eq(jobs.key, key), isNull(jobs.doneAt)))
}

/** Deletes the jobs with their keys, so that a later publication can enqueue them again. */
export async function deleteJobs(tx: Db, keys: readonly string[]): Promise<void> {
  await tx.delete(jobs).where(inArray(jobs.key, [...keys]))
}

/** Returns whether anyone takes part in the season or has ordered something in its shop. */
export async function findParticipation(
  tx: Db,
  seasonId: number,
): Promise<{ hasMembers: boolean; hasOrders: boolean }> {
  const [row] = await tx
    .select({
      hasMembers: sql<boolean>`${exists(
        tx
          .select({ id: seasonMembers.memberId })
          .from(seasonMembers)
          .where(eq(seasonMembers.seasonId, seasonId)),
      )}`,
      hasOrders: sql<boolean>`${exists(
        tx
          .select({ id: orders.id })
          .from(orders)
          .innerJoin(products, eq(products.id, orders.productId))
          .where(eq(products.seasonId, seasonId)),
      )}`,
    })
    .from(sql`(values (1)) as one`)
  return row ?? { hasMembers: true, hasOrders: true }
}

/** Makes a published season a draft: its parts and the products of its plan are removed. */
export async function removePublication(tx: Db, seasonId: number): Promise<void> {
  // Members set reminders of missions before the season begins.
  await tx.delete(missionAlarms).where(eq(missionAlarms.seasonId, seasonId))
  await removeParts(tx, seasonId)
  await tx.delete(products).where(and(eq(products.seasonId, seasonId), products.planned))
  await tx
    .update(seasons)
    .set({ ...nextVersion, state: 'DRAFT', publishedAt: null, pausedAt: null })
    .where(eq(seasons.id, seasonId))
}

type LiveCounts = { members: number; completedBy: number; openCommitments: number }

/** Counts what a change would concern. */
export async function countConcerned(
  db: Db,
  seasonId: number,
  { missionId = 0, odds }: { missionId?: number | undefined; odds?: string | undefined },
): Promise<LiveCounts> {
  const [[members], [completed], [open]] = await Promise.all([
    db.select({ total: count() }).from(seasonMembers).where(eq(seasonMembers.seasonId, seasonId)),
    db
      .select({ total: countDistinct(missionCompletions.memberId) })
      .from(missionCompletions)
      .where(
        and(eq(missionCompletions.seasonId, seasonId), eq(missionCompletions.missionId, missionId)),
      ),
    db
      .select({ total: count() })
      .from(spinCommitments)
      .where(
        and(
          eq(spinCommitments.seasonId, seasonId),
          isNull(spinCommitments.revealedAt),
          // A commitment to the same odds stays valid.
          odds === undefined ? sql`false` : sql`${spinCommitments.odds} <> ${odds}`,
        ),
      ),
  ])
  return {
    members: members?.total ?? 0,
    completedBy: completed?.total ?? 0,
    openCommitments: open?.total ?? 0,
  }
}
