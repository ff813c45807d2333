import {
  and,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  max,
  sql,
  type Placeholder,
  type SQL,
} from 'drizzle-orm'
import type { ProgrammeDay } from '@solstice/rules/programme-day'
import { seasonStandings } from '#/modules/ranking/ranking.table.ts'
import { seasonMissions, seasons } from '#/modules/season/season.table.ts'
import { members } from '#/modules/users/users.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { scalar } from '#/platform/process/expressions.ts'
import { prepared, type Params } from '#/platform/process/prepared.ts'
import { ledgerAccounts } from '#/platform/books/ledger.table.ts'
import { missionMemories } from './memory.table.ts'
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

const isSeasonMember = ({ seasonId, memberId }: Params<Of>): SQL | undefined =>
  and(eq(seasonMembers.seasonId, seasonId), eq(seasonMembers.memberId, memberId))

const lockRow = prepared('mission.lock-member', (db, of: Params<Of>) =>
  db.select(SEASON_MEMBER).from(seasonMembers).where(isSeasonMember(of)).for('update'),
)

/**
 * Locks the member's row of this season, which serialises the member's actions. Returns undefined
 * if there is no row yet.
 */
export async function lockSeasonMember(
  tx: Db,
  { seasonId, memberId }: Of,
): Promise<SeasonMember | undefined> {
  const [row] = await lockRow(tx, { seasonId, memberId })
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
    // The seasons lead to the member's rows through the primary key.
    .where(
      and(
        eq(seasonMembers.memberId, memberId),
        inArray(seasonMembers.seasonId, tx.select({ id: seasons.id }).from(seasons)),
      ),
    )
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

const findExecution = prepared(
  'mission.execution',
  (db, params: Params<Of & { missionId: number; scope: string }>) => {
    const { seasonId, memberId, missionId } = params
    const { nonce, commitment, odds, sealedSeed } = spinCommitments
    const isSpinOfMember = and(
      eq(spinCommitments.seasonId, seasonId),
      eq(spinCommitments.memberId, memberId),
    )
    return db
      .select({
        version: scalar(
          db,
          seasons.version,
          and(eq(seasons.id, seasonId), eq(seasons.state, sql`'PUBLISHED'`)),
        ),
        presentId: scalar(db, members.id, and(eq(members.id, memberId), isNull(members.deletedAt))),
        seasonXp: seasonXpOf(db, params),
        tickets: ticketsOf(db, params),
        lastDay: lastDayOf(db, params, missionId),
        openedAt: scalar(
          db,
          missionOpens.openedAt,
          and(
            eq(missionOpens.seasonId, seasonId),
            eq(missionOpens.missionId, missionId),
            eq(missionOpens.memberId, memberId),
          ),
        ),
        budgetLeft: scalar(
          db,
          missionBudgets.remaining,
          and(eq(missionBudgets.seasonId, seasonId), eq(missionBudgets.missionId, missionId)),
        ),
        commitment: { nonce, commitment, odds, sealedSeed },
        lastNonce: sql<number | null>`${db
          .select({ nonce: max(nonce) })
          .from(spinCommitments)
          .where(isSpinOfMember)}`,
      })
      .from(ONE_ROW)
      .leftJoin(spinCommitments, and(isSpinOfMember, isNull(spinCommitments.revealedAt)))
  },
)

export async function findExecutionState(
  tx: Db,
  { seasonId, memberId, missionId }: Of & { missionId: number },
): Promise<ExecutionState> {
  const scope = scopeOf(seasonId)
  const [row] = await findExecution(tx, { seasonId, memberId, missionId, scope })
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

/** Returns the scope of a season's ledger accounts. */
const scopeOf = (seasonId: number): string => `season:${seasonId}`

function seasonXpOf(db: Db, { seasonId, memberId }: Params<Of>) {
  return scalar(
    db,
    seasonStandings.xp,
    and(eq(seasonStandings.seasonId, seasonId), eq(seasonStandings.memberId, memberId)),
  )
}

function ticketsOf(db: Db, { memberId, scope }: Params<{ memberId: number; scope: string }>) {
  return scalar(
    db,
    ledgerAccounts.balance,
    and(
      eq(ledgerAccounts.memberId, memberId),
      eq(ledgerAccounts.asset, sql`'TICKET'`),
      eq(ledgerAccounts.scope, scope),
    ),
  )
}

/**
 * Selects the last day on which a member completed a mission, given by id or by the column of an
 * outer query.
 */
function lastDayOf(
  db: Db,
  { seasonId, memberId }: Params<Of>,
  missionId: Placeholder | typeof seasonMissions.missionId,
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
    .set({ serverSeed: of.serverSeed, sealedSeed: '', revealedAt: of.at })
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
  /** The version of the season, which tells whether the cached season is still current. */
  version: number
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
      memory: unknown
    }
  >
}

/** Selects one row per mission; each row repeats the values of the season. */
const findStates = prepared('mission.states', (db, params: Params<Of & { scope: string }>) => {
  const { seasonId, memberId } = params
  const mission = seasonMissions
  return db
    .select({
      version: seasons.version,
      member: SEASON_MEMBER,
      tickets: ticketsOf(db, params),
      seasonXp: seasonXpOf(db, params),
      missionId: mission.missionId,
      lastDay: lastDayOf(db, params, mission.missionId),
      openedAt: missionOpens.openedAt,
      budgetLeft: missionBudgets.remaining,
      alarm: missionAlarms.enabled,
      memory: missionMemories.memory,
    })
    .from(seasons)
    .leftJoin(mission, eq(mission.seasonId, seasons.id))
    .leftJoin(seasonMembers, isSeasonMember(params))
    .leftJoin(missionOpens, and(isOfMission(missionOpens), eq(missionOpens.memberId, memberId)))
    .leftJoin(missionBudgets, isOfMission(missionBudgets))
    .leftJoin(missionAlarms, and(isOfMission(missionAlarms), eq(missionAlarms.memberId, memberId)))
    .leftJoin(
      missionMemories,
      and(isOfMission(missionMemories), eq(missionMemories.memberId, memberId)),
    )
    .where(and(eq(seasons.id, seasonId), eq(seasons.state, sql`'PUBLISHED'`)))
})

/** Returns undefined if the season does not exist. */
export async function findMissionStates(
  db: Db,
  { seasonId, memberId }: Of,
): Promise<MissionStates | undefined> {
  const rows = await findStates(db, { seasonId, memberId, scope: scopeOf(seasonId) })
  const [first] = rows
  if (!first) return undefined
  return {
    version: first.version,
    member: asSeasonMember(first.member ?? undefined),
    tickets: Number(first.tickets ?? 0),
    seasonXp: first.seasonXp ?? 0,
    missions: new Map(
      rows.flatMap(({ missionId, lastDay, openedAt, budgetLeft, alarm, memory }) => {
        // A season without missions has one row without a mission.
        if (missionId === null) return []
        const state = {
          lastDay: lastDay ?? undefined,
          openedAt: openedAt ?? undefined,
          budgetLeft: budgetLeft ?? undefined,
          alarm: alarm ?? false,
          memory: memory ?? undefined,
        }
        return [[missionId, state] as const]
      }),
    ),
  }
}

function isOfMission(
  part: typeof missionOpens | typeof missionBudgets | typeof missionAlarms | typeof missionMemories,
): SQL | undefined {
  const { seasonId, missionId } = seasonMissions
  return and(eq(part.seasonId, seasonId), eq(part.missionId, missionId))
}
