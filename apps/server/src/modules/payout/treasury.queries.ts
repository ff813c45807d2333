import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#/platform/process/db.ts'
import { payoutCaps, treasuryLanes, treasurySwitch } from './payout.table.ts'

export type Lane = typeof treasuryLanes.$inferSelect

export function findLanes(db: Db): Promise<Lane[]> {
  return db.select().from(treasuryLanes).orderBy(treasuryLanes.chainId)
}

export async function findLane(db: Db, chainId: number): Promise<Lane | undefined> {
  const [lane] = await db.select().from(treasuryLanes).where(eq(treasuryLanes.chainId, chainId))
  return lane
}

type LanePosition = { chainId: number; address: string; nextNonce: number }

/** Opens the lane for the first payout on a chain, starting at the account's current nonce. */
export async function openLane(db: Db, lane: LanePosition): Promise<void> {
  await db.insert(treasuryLanes).values(lane).onConflictDoNothing()
}

/** Opens a lane that can be frozen before the account's nonce is known. */
export async function openUncountedLane(
  db: Db,
  lane: Omit<LanePosition, 'nextNonce'>,
): Promise<void> {
  await db
    .insert(treasuryLanes)
    .values({ ...lane, nextNonce: 0, isCounted: false })
    .onConflictDoNothing()
}

/** Starts a lane at the account's current nonce, unless it is frozen or another process did. */
export async function startUncountedLane(
  db: Db,
  { chainId, ...lane }: LanePosition,
): Promise<void> {
  const { isCounted, frozenAt } = treasuryLanes
  await db
    .update(treasuryLanes)
    .set({ ...lane, isCounted: true })
    .where(and(eq(treasuryLanes.chainId, chainId), eq(isCounted, false), isNull(frozenAt)))
}

export async function setFrozen(
  db: Db,
  chainId: number,
  frozen: { at: Date; why: string } | undefined,
): Promise<boolean> {
  const { frozenAt } = treasuryLanes
  const rows = await db
    .update(treasuryLanes)
    .set({ frozenAt: frozen?.at ?? null, frozenFor: frozen?.why ?? null })
    .where(and(eq(treasuryLanes.chainId, chainId), frozen ? isNull(frozenAt) : isNotNull(frozenAt)))
    .returning({ chainId: treasuryLanes.chainId })
  return rows.length === 1
}

export async function setNextNonce(db: Db, chainId: number, nextNonce: number): Promise<void> {
  await db.update(treasuryLanes).set({ nextNonce }).where(eq(treasuryLanes.chainId, chainId))
}

/** Continues with this account from this nonce. */
export async function adoptLane(
  db: Db,
  { chainId, address, nextNonce }: LanePosition,
): Promise<void> {
  await db
    .update(treasuryLanes)
    .set({ address, nextNonce, isCounted: true })
    .where(eq(treasuryLanes.chainId, chainId))
}

/** Sets the low-balance alert. Returns whether it changed. */
export async function setLow(
  db: Db,
  chainId: number,
  low: { at: Date; why: string } | undefined,
): Promise<boolean> {
  const { lowSince, lowFor } = treasuryLanes
  const why = low?.why ?? null
  const rows = await db
    .update(treasuryLanes)
    .set({
      lowFor: why,
      lowSince: low ? sql`coalesce(${lowSince}, ${sql.param(low.at, lowSince)})` : null,
    })
    .where(and(eq(treasuryLanes.chainId, chainId), sql`${lowFor} is distinct from ${why}`))
    .returning({ chainId: treasuryLanes.chainId })
  return rows.length === 1
}

export async function findSwitch(
  db: Db,
): Promise<{ stoppedAt: Date | null; stoppedFor: string | null }> {
  const { stoppedAt, stoppedFor } = treasurySwitch
  const [found] = await db.select({ stoppedAt, stoppedFor }).from(treasurySwitch)
  return found ?? { stoppedAt: null, stoppedFor: null }
}

export async function setSwitch(
  db: Db,
  stopped: { at: Date; why: string } | undefined,
): Promise<void> {
  await db
    .update(treasurySwitch)
    .set({ stoppedAt: stopped?.at ?? null, stoppedFor: stopped?.why ?? null })
}

export type Caps = Omit<typeof payoutCaps.$inferSelect, 'symbol'>

const CAPS = {
  perMember: sql<string>`trim_scale(${payoutCaps.perMember})::text`,
  perDay: sql<string>`trim_scale(${payoutCaps.perDay})::text`,
  refundsPerDay: sql<string>`trim_scale(${payoutCaps.refundsPerDay})::text`,
}

export async function findCaps(db: Db, symbol: string): Promise<Caps | undefined> {
  const [caps] = await db.select(CAPS).from(payoutCaps).where(eq(payoutCaps.symbol, symbol))
  return caps
}

export function findAllCaps(db: Db): Promise<(Caps & { symbol: string })[]> {
  return db
    .select({ symbol: payoutCaps.symbol, ...CAPS })
    .from(payoutCaps)
    .orderBy(payoutCaps.symbol)
}

export async function saveCaps(
  db: Db,
  symbol: string,
  { perMember, perDay, refundsPerDay }: Caps,
): Promise<void> {
  const caps = { perMember, perDay, refundsPerDay }
  await db
    .insert(payoutCaps)
    .values({ symbol, ...caps })
    .onConflictDoUpdate({ target: payoutCaps.symbol, set: caps })
}
