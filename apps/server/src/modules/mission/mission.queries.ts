import { sql, type SQL } from 'drizzle-orm'
import type { ProgrammeDay } from '@solstice/rules/programme-day'
import { asLedger, postExpression, type Posting } from '#/platform/ledger.ts'
import { rowsOf, type Db } from '#/platform/db.ts'

type Of = { seasonId: number; memberId: number }

/** What a member has done in a season so far. */
export type SeasonMember = {
  checkIns: number
  checkInXp: number
  freeSpinsDay: ProgrammeDay | undefined
  freeSpinsUsed: number
}

type SeasonMemberRow = {
  check_ins: number
  check_in_xp: number | string
  free_spins_day: ProgrammeDay | null
  free_spins_used: number
}

const SEASON_MEMBER = sql`check_ins, check_in_xp, free_spins_day::text, free_spins_used`

const asSeasonMember = (row: SeasonMemberRow | undefined): SeasonMember => ({
  checkIns: row?.check_ins ?? 0,
  checkInXp: Number(row?.check_in_xp ?? 0),
  freeSpinsDay: row?.free_spins_day ?? undefined,
  freeSpinsUsed: row?.free_spins_used ?? 0,
})

/** From here on the member's actions in this season take turns. Undefined where there is no row yet. */
export async function lockSeasonMember(
  tx: Db,
  { seasonId, memberId }: Of,
): Promise<SeasonMember | undefined> {
  const [row] = await rowsOf<SeasonMemberRow>(
    tx,
    sql`select ${SEASON_MEMBER} from season_members
      where season_id = ${seasonId} and member_id = ${memberId} for update`,
  )
  return row && asSeasonMember(row)
}

/** The member is held, so that an account that is being deleted gets no row that nobody would miss. */
export async function insertSeasonMember(tx: Db, { seasonId, memberId }: Of): Promise<void> {
  await tx.execute(sql`insert into season_members (season_id, member_id)
    select ${seasonId}::bigint, id from members where id = ${memberId} and deleted_at is null for share
    on conflict do nothing`)
}

/** Waits for what the member does in any season; what comes after finds them gone. */
export async function lockEverySeason(tx: Db, memberId: number): Promise<void> {
  await tx.execute(sql`select 1 from season_members where member_id = ${memberId}
    order by season_id for update`)
}

export type OpenCommitment = {
  nonce: number
  commitment: string
  odds: string
  sealedSeed: string
}

/** What an execution is decided by, besides the season and what the lock returned. */
export type ExecutionState = {
  /** Of the season: whether what is remembered of it is still so. */
  version: number | undefined
  /** Whether the account was deleted meanwhile. */
  isGone: boolean
  seasonXp: number
  tickets: number
  lastDay: ProgrammeDay | undefined
  openedAt: Date | undefined
  budgetLeft: number | undefined
  commitment: OpenCommitment | undefined
  nextNonce: number
}

export async function findExecutionState(
  tx: Db,
  { seasonId, memberId, missionId }: Of & { missionId: number },
): Promise<ExecutionState> {
  const [row] = await rowsOf<{
    version: number | string | null
    gone: boolean | null
    season_xp: number | string | null
    tickets: number | string | null
    last_day: ProgrammeDay | null
    opened_at: Date | string | null
    remaining: number | null
    nonce: number | null
    commitment: string | null
    odds: string | null
    sealed_seed: string | null
    last_nonce: number | null
  }>(
    tx,
    sql`select
      (select version from seasons where id = ${seasonId} and state = 'PUBLISHED') as version,
      (select deleted_at is not null from members where id = ${memberId}) as gone,
      (select xp from season_standings where season_id = ${seasonId} and member_id = ${memberId}) as season_xp,
      (select balance from ledger_accounts where member_id = ${memberId} and asset = 'TICKET'
        and scope = ${`season:${seasonId}`}) as tickets,
      (select max(day)::text from mission_completions where season_id = ${seasonId}
        and member_id = ${memberId} and mission_id = ${missionId}) as last_day,
      (select opened_at from mission_opens where season_id = ${seasonId}
        and mission_id = ${missionId} and member_id = ${memberId}) as opened_at,
      (select remaining from mission_budgets where season_id = ${seasonId}
        and mission_id = ${missionId}) as remaining,
      c.nonce, c.commitment, c.odds, c.sealed_seed,
      (select max(nonce) from spin_commitments where season_id = ${seasonId}
        and member_id = ${memberId}) as last_nonce
      from (values (1)) as one
      left join spin_commitments c on c.season_id = ${seasonId} and c.member_id = ${memberId}
        and c.revealed_at is null`,
  )
  return {
    version: row?.version == null ? undefined : Number(row.version),
    isGone: row?.gone ?? true,
    seasonXp: Number(row?.season_xp ?? 0),
    tickets: Number(row?.tickets ?? 0),
    lastDay: row?.last_day ?? undefined,
    openedAt: row?.opened_at == null ? undefined : new Date(row.opened_at),
    budgetLeft: row?.remaining ?? undefined,
    commitment:
      row?.commitment == null
        ? undefined
        : {
            nonce: row.nonce ?? 0,
            commitment: row.commitment,
            odds: row.odds ?? '',
            sealedSeed: row.sealed_seed ?? '',
          },
    nextNonce: (row?.last_nonce ?? -1) + 1,
  }
}

export type Award = Of & {
  missionId: number
  history: SQL
  posting: Posting
  /** Left out where the same can be done again at once. */
  completion?: { slot: string; day: ProgrammeDay }
  /** What becomes of the member's row in the season. */
  member?: SQL
  /** Of a mission that is rationed. */
  rationed?: boolean
  /** Of a mission that is proven on chain. */
  address?: string
  spin?: SpinAward
}

export type SpinAward = {
  nonce: number
  serverSeed: string
  clientSeed: string
  prizeIndex: number
  usedTicket: boolean
  at: Date
  next: OpenCommitment
}

/**
 * Everything that a completed mission changes, in one statement. Returns the id of its history;
 * undefined where the commitment of a spin was open no more, and then nothing of it may stay.
 */
export async function writeAward(tx: Db, award: Award): Promise<number | undefined> {
  const { seasonId, memberId, missionId, completion, member, spin } = award
  const parts: SQL[] = [
    sql`history as (${award.history})`,
    sql`posted as (select transaction_id from ${postExpression(award.posting)})`,
  ]
  if (completion) {
    parts.push(sql`completed as (
      insert into mission_completions (season_id, mission_id, member_id, slot, day, history_id)
      select ${seasonId}::bigint, ${missionId}::integer, ${memberId}::bigint, ${completion.slot},
        ${completion.day}::date, history.id from history)`)
  }
  if (member) {
    parts.push(sql`changed as (update season_members set ${member}
      where season_id = ${seasonId} and member_id = ${memberId})`)
  }
  if (award.rationed) {
    parts.push(sql`rationed as (update mission_budgets set remaining = remaining - 1
      where season_id = ${seasonId} and mission_id = ${missionId})`)
  }
  if (award.address !== undefined) {
    parts.push(sql`proven as (
      insert into mission_addresses (season_id, mission_id, address, member_id, slot)
      values (${seasonId}, ${missionId}, lower(${award.address}), ${memberId}, ${completion?.slot ?? ''}))`)
  }
  if (spin) parts.push(...spinParts(award, spin))
  const [row] = await asLedger(
    rowsOf<{ id: number | string }>(
      tx,
      sql`with ${sql.join(parts, sql`, `)} select history.id from history, posted
        ${spin ? sql`, revealed` : sql``}`,
    ),
  )
  return row && Number(row.id)
}

/** The next commitment is made of the row that reveals the last, so that only one is ever open. */
function spinParts({ seasonId, memberId }: Of, spin: SpinAward): SQL[] {
  const at = sql`${spin.at.toISOString()}::timestamptz`
  return [
    sql`revealed as (
      update spin_commitments set server_seed = ${spin.serverSeed}, client_seed = ${spin.clientSeed},
        prize_index = ${spin.prizeIndex}, used_ticket = ${spin.usedTicket}, revealed_at = ${at},
        history_id = (select id from history)
      where season_id = ${seasonId} and member_id = ${memberId} and nonce = ${spin.nonce}
        and revealed_at is null
      returning season_id, member_id)`,
    sql`committed as (
      insert into spin_commitments (season_id, member_id, nonce, commitment, odds, sealed_seed, created_at)
      select season_id, member_id, ${spin.next.nonce}::integer, ${spin.next.commitment},
        ${spin.next.odds}, ${spin.next.sealedSeed}, ${at} from revealed)`,
  ]
}

/** Says whether it did: of two who come at once, one does. */
export async function insertCommitment(
  tx: Db,
  { seasonId, memberId, at, ...open }: Of & OpenCommitment & { at: Date },
): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`insert into spin_commitments
      (season_id, member_id, nonce, commitment, odds, sealed_seed, created_at)
    values (${seasonId}, ${memberId}, ${open.nonce}, ${open.commitment}, ${open.odds},
      ${open.sealedSeed}, ${at.toISOString()}::timestamptz)
    on conflict do nothing returning nonce`,
  )
  return rows.length > 0
}

/** Reveals a commitment that no spin will ever use. */
export async function voidCommitment(
  tx: Db,
  of: Of & { nonce: number; serverSeed: string; at: Date },
): Promise<void> {
  await tx.execute(sql`update spin_commitments set server_seed = ${of.serverSeed},
      revealed_at = ${of.at.toISOString()}::timestamptz
    where season_id = ${of.seasonId} and member_id = ${of.memberId} and nonce = ${of.nonce}
      and revealed_at is null`)
}

export type RevealedRow = {
  nonce: number
  commitment: string
  server_seed: string
  history_id: number | string | null
  revealed_at: Date | string
}

export async function findRevealed(
  db: Db,
  { seasonId, memberId }: Of,
  count: number,
): Promise<RevealedRow[]> {
  return rowsOf<RevealedRow>(
    db,
    sql`select nonce, commitment, server_seed, history_id, revealed_at from spin_commitments
      where season_id = ${seasonId} and member_id = ${memberId} and revealed_at is not null
      order by nonce desc limit ${count}`,
  )
}

/** Of all missions of a season at once, for its lists. */
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

export async function findMissionStates(
  db: Db,
  { seasonId, memberId }: Of,
): Promise<MissionStates> {
  const [members, balances, rows] = await Promise.all([
    rowsOf<SeasonMemberRow>(
      db,
      sql`select ${SEASON_MEMBER} from season_members
        where season_id = ${seasonId} and member_id = ${memberId}`,
    ),
    rowsOf<{ tickets: number | string | null; season_xp: number | string | null }>(
      db,
      sql`select
        (select balance from ledger_accounts where member_id = ${memberId} and asset = 'TICKET'
          and scope = ${`season:${seasonId}`}) as tickets,
        (select xp from season_standings where season_id = ${seasonId}
          and member_id = ${memberId}) as season_xp`,
    ),
    rowsOf<{
      mission_id: number
      last_day: ProgrammeDay | null
      opened_at: Date | string | null
      remaining: number | null
      enabled: boolean | null
    }>(
      db,
      sql`select m.mission_id,
          (select max(day)::text from mission_completions c where c.season_id = m.season_id
            and c.member_id = ${memberId} and c.mission_id = m.mission_id) as last_day,
          o.opened_at, b.remaining, a.enabled
        from season_missions m
        left join mission_opens o on o.season_id = m.season_id and o.mission_id = m.mission_id
          and o.member_id = ${memberId}
        left join mission_budgets b on b.season_id = m.season_id and b.mission_id = m.mission_id
        left join mission_alarms a on a.season_id = m.season_id and a.mission_id = m.mission_id
          and a.member_id = ${memberId}
        where m.season_id = ${seasonId}`,
    ),
  ])
  return {
    member: asSeasonMember(members[0]),
    tickets: Number(balances[0]?.tickets ?? 0),
    seasonXp: Number(balances[0]?.season_xp ?? 0),
    missions: new Map(
      rows.map((row) => [
        row.mission_id,
        {
          lastDay: row.last_day ?? undefined,
          openedAt: row.opened_at === null ? undefined : new Date(row.opened_at),
          budgetLeft: row.remaining ?? undefined,
          alarm: row.enabled ?? false,
        },
      ]),
    ),
  }
}
