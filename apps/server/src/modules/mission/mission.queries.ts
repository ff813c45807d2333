import { and, desc, eq, isNotNull, isNull, max, sql, type SQL } from 'drizzle-orm'
import type { ProgrammeDay } from '@solstice/rules/programme-day'
import { seasonStandings } from '#/modules/ranking/ranking.table.ts'
import { seasonMissions, seasons } from '#/modules/season/season.table.ts'
import { members } from '#/modules/users/users.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { scalar } from '#/platform/process/expressions.ts'
import { ledgerAccounts } from '#/platform/books/ledger.table.ts'
import {
  missionAlarms,
  missionBudgets,
  missionCompletions,
  missionOpens,
  seasonMembers,
  spinCommitments,
} from './mission.table.ts'

type Of = { seasonId: number; memberId: number }

/** The progress of a member in a season. */
export type SeasonMember = {
  checkIns: number
  checkInXp: number
  freeSpinsDay: ProgrammeDay | undefined
  freeSpinsUsed: number
}

const { checkIns, checkInXp, freeSpinsDay, freeSpinsUsed } = seasonMembers
const SEASON_MEMBER = { checkIns, checkInXp, freeSpinsDay, freeSpinsUsed }

type SeasonMemberRow = Pick<typeof seasonMembers.$inferSelect, keyof typeof SEASON_MEMBER>

const asSeasonMember = (row: SeasonMemberRow | undefined): SeasonMember => ({
  checkIns: row?.checkIns ?? 0,
  checkInXp: row?.checkInXp ?? 0,
  freeSpinsDay: row?.freeSpinsDay ?? undefined,
  freeSpinsUsed: row?.freeSpinsUsed ?? 0,
})

const isSeasonMember = ({ seasonId, memberId }: Of): SQL | undefined =>
  and(eq(seasonMembers.seasonId, seasonId), eq(seasonMembers.memberId, memberId))

/**
 * Locks the member's row of this season, which serialises the member's actions. Returns undefined
 * if there is no row yet.
 */
export async function lockSeasonMember(tx: Db, of: Of): Promise<SeasonMember | undefined> {
  const [row] = await tx
    .select(SEASON_MEMBER)
    .from(seasonMembers)
    .where(isSeasonMember(of))
    .for('update')
  return row && asSeasonMember(row)
}

/** Locks the member too, so that an account that is being deleted gets no new row. */
export async function insertSeasonMember(tx: Db, { seasonId, memberId }: Of): Promise<void> {
  // Raw SQL: the builder would insert every column of the table, not only these two.
  await tx.execute(sql`insert into season_members (season_id, member_id)
    select ${seasonId}::bigint, id from members where id = ${memberId} and deleted_at is null for share
    on conflict do nothing`)
}

/**
 * Locks the member's rows of all seasons: waits for running actions, and later ones find the
 * account deleted.
 */
export async function lockEverySeason(tx: Db, memberId: number): Promise<void> {
  await tx
    .select({ seasonId: seasonMembers.seasonId })
    .from(seasonMembers)
    .where(eq(seasonMembers.memberId, memberId))
    .orderBy(seasonMembers.seasonId)
    .for('update')
}

export type OpenCommitment = {
  nonce: number
  commitment: string
  odds: string
  sealedSeed: string
}

/** The data an execution depends on, besides the season and the locked row. */
export type ExecutionState = {
  /** The version of the season, which shows whether the cached season is still current. */
  version: number | undefined
  /** True if the account was deleted meanwhile. */
  isGone: boolean
  seasonXp: number
  tickets: number
  lastDay: ProgrammeDay | undefined
  openedAt: Date | undefined
  budgetLeft: number | undefined
  commitment: OpenCommitment | undefined
  nextNonce: number
}

/** A single row to select values from that belong to no table. */
const ONE_ROW = sql`(values (1)) as one`

export async function findExecutionState(
  tx: Db,
  of: Of & { missionId: number },
): Promise<ExecutionState> {
  const { seasonId, memberId, missionId } = of
  const { nonce, commitment, odds, sealedSeed } = spinCommitments
  const isSpinOfMember = and(
    eq(spinCommitments.seasonId, seasonId),
    eq(spinCommitments.memberId, memberId),
  )
  const [row] = await tx
    .select({
      version: scalar(
        tx,
        seasons.version,
        and(eq(seasons.id, seasonId), eq(seasons.state, 'PUBLISHED')),
      ),
      presentId: scalar(tx, members.id, and(eq(members.id, memberId), isNull(members.deletedAt))),
      seasonXp: seasonXpOf(tx, of),
      tickets: ticketsOf(tx, of),
      lastDay: lastDayOf(tx, of, missionId),
      openedAt: scalar(
        tx,
        missionOpens.openedAt,
        and(
          eq(missionOpens.seasonId, seasonId),
          eq(missionOpens.missionId, missionId),
          eq(missionOpens.memberId, memberId),
        ),
      ),
      budgetLeft: scalar(
        tx,
        missionBudgets.remaining,
        and(eq(missionBudgets.seasonId, seasonId), eq(missionBudgets.missionId, missionId)),
      ),
      commitment: { nonce, commitment, odds, sealedSeed },
      lastNonce: sql<number | null>`${tx
        .select({ nonce: max(nonce) })
        .from(spinCommitments)
        .where(isSpinOfMember)}`,
    })
    .from(ONE_ROW)
    .leftJoin(spinCommitments, and(isSpinOfMember, isNull(spinCommitments.revealedAt)))
  return {
    version: row?.version ?? undefined,
    isGone: row?.presentId == null,
    seasonXp: row?.seasonXp ?? 0,
    tickets: Number(row?.tickets ?? 0),
    lastDay: row?.lastDay ?? undefined,
    openedAt: row?.openedAt ?? undefined,
    budgetLeft: row?.budgetLeft ?? undefined,
    commitment: row?.commitment ?? undefined,
    nextNonce: (row?.lastNonce ?? -1) + 1,
  }
}

function seasonXpOf(db: Db, { seasonId, memberId }: Of) {
  return scalar(
    db,
    seasonStandings.xp,
    and(eq(seasonStandings.seasonId, seasonId), eq(seasonStandings.memberId, memberId)),
  )
}

function ticketsOf(db: Db, { seasonId, memberId }: Of) {
  return scalar(
    db,
    ledgerAccounts.balance,
    and(
      eq(ledgerAccounts.memberId, memberId),
      eq(ledgerAccounts.asset, 'TICKET'),
      eq(ledgerAccounts.scope, `season:${seasonId}`),
    ),
  )
}

/**
 * Selects the last day on which a member completed a mission, given by id or by the column of an
 * outer query.
 */
function lastDayOf(
  db: Db,
  { seasonId, memberId }: Of,
  missionId: number | typeof seasonMissions.missionId,
): SQL<ProgrammeDay | null> {
  const completed = missionCompletions
  return sql`${db
    .select({ day: max(completed.day) })
    .from(completed)
    .where(
      and(
        eq(completed.seasonId, seasonId),
        eq(completed.memberId, memberId),
        eq(completed.missionId, missionId),
      ),
    )}`.mapWith(completed.day)
}

/** Returns whether the row was inserted; of two concurrent inserts, one succeeds. */
export async function insertCommitment(
  tx: Db,
  { seasonId, memberId, at, ...open }: Of & OpenCommitment & { at: Date },
): Promise<boolean> {
  const rows = await tx
    .insert(spinCommitments)
    .values({ seasonId, memberId, ...open, createdAt: at })
    .onConflictDoNothing()
    .returning({ nonce: spinCommitments.nonce })
  return rows.length > 0
}

/** Reveals a commitment that no spin will use. */
export async function voidCommitment(
  tx: Db,
  of: Of & { nonce: number; serverSeed: string; at: Date },
): Promise<void> {
  await tx
    .update(spinCommitments)
    .set({ serverSeed: of.serverSeed, revealedAt: of.at })
    .where(
      and(
        eq(spinCommitments.seasonId, of.seasonId),
        eq(spinCommitments.memberId, of.memberId),
        eq(spinCommitments.nonce, of.nonce),
        isNull(spinCommitments.revealedAt),
      ),
    )
}

export async function findRevealed(db: Db, { seasonId, memberId }: Of, count: number) {
  const { nonce, commitment, serverSeed, historyId, revealedAt } = spinCommitments
  const rows = await db
    .select({ nonce, commitment, serverSeed, historyId, revealedAt })
    .from(spinCommitments)
    .where(
      and(
        eq(spinCommitments.seasonId, seasonId),
        eq(spinCommitments.memberId, memberId),
        isNotNull(revealedAt),
      ),
    )
    .orderBy(desc(nonce))
    .limit(count)
  // A revealed commitment always has its seed and time.
  return rows.flatMap((row) =>
    row.serverSeed === null || row.revealedAt === null
      ? []
      : [{ ...row, serverSeed: row.serverSeed, revealedAt: row.revealedAt }],
  )
}

/** The states of all missions of a season, for lists. */
export type MissionStates = {
  member: SeasonMember
  tickets: number
  seasonXp: number
  missions: ReadonlyMap<
    number,
    {
      lastDay: ProgrammeDay | undefined
      openedAt: Date | undefined
      budgetLeft: number | undefined
      alarm: boolean
    }
  >
}

export async function findMissionStates(db: Db, of: Of): Promise<MissionStates> {
  const mission = seasonMissions
  const [seasonMember, balances, rows] = await Promise.all([
    db.select(SEASON_MEMBER).from(seasonMembers).where(isSeasonMember(of)),
    db.select({ tickets: ticketsOf(db, of), seasonXp: seasonXpOf(db, of) }).from(ONE_ROW),
    db
      .select({
        missionId: mission.missionId,
        lastDay: lastDayOf(db, of, mission.missionId),
        openedAt: missionOpens.openedAt,
        budgetLeft: missionBudgets.remaining,
        alarm: missionAlarms.enabled,
      })
      .from(mission)
      .leftJoin(
        missionOpens,
        and(isOfMission(missionOpens), eq(missionOpens.memberId, of.memberId)),
      )
      .leftJoin(missionBudgets, isOfMission(missionBudgets))
      .leftJoin(
        missionAlarms,
        and(isOfMission(missionAlarms), eq(missionAlarms.memberId, of.memberId)),
      )
      .where(eq(mission.seasonId, of.seasonId)),
  ])
  return {
    member: asSeasonMember(seasonMember[0]),
    tickets: Number(balances[0]?.tickets ?? 0),
    seasonXp: balances[0]?.seasonXp ?? 0,
    missions: new Map(
      rows.map((row) => [
        row.missionId,
        {
          lastDay: row.lastDay ?? undefined,
          openedAt: row.openedAt ?? undefined,
          budgetLeft: row.budgetLeft ?? undefined,
          alarm: row.alarm ?? false,
        },
      ]),
    ),
  }
}

function isOfMission(
  part: typeof missionOpens | typeof missionBudgets | typeof missionAlarms,
): SQL | undefined {
  const { seasonId, missionId } = seasonMissions
  return and(eq(part.seasonId, seasonId), eq(part.missionId, missionId))
}
