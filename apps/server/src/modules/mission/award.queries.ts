import { sql, type SQL } from 'drizzle-orm'
import type { ProgrammeDay } from '@solstice/rules/programme-day'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { asLedger, postExpression, type Posting } from '#/platform/books/ledger.ts'
import type { OpenCommitment } from './mission.queries.ts'
import { missionAddresses } from './mission.table.ts'

type Of = { seasonId: number; memberId: number }

export type Award = Of & {
  missionId: number
  history: SQL
  posting: Posting
  /** Omitted if the mission can be repeated immediately. */
  completion?: { slot: string; day: ProgrammeDay }
  member?: MemberChange
  /** Enqueues the qualification check for the member's referrer. */
  friend?: SQL
  /** True for a mission with a limited number of completions. */
  isBudgeted?: boolean
  /** The address that proved an on-chain mission. */
  address?: string
  spin?: SpinAward
}

/** The change to the member's season row: one more check-in or one more spin. */
export type MemberChange =
  | { checkInXp: number }
  | { freeSpinsDay: ProgrammeDay | undefined; freeSpinsUsed: number }

function memberSet(change: MemberChange): SQL {
  if ('checkInXp' in change) {
    return sql`check_ins = check_ins + 1, check_in_xp = check_in_xp + ${change.checkInXp}`
  }
  return sql`spins = spins + 1, free_spins_day = ${change.freeSpinsDay ?? null}::date,
    free_spins_used = ${change.freeSpinsUsed}`
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
 * Writes all changes of a completed mission in one statement. Returns the id of the history entry,
 * or undefined if the spin's commitment was no longer open; the transaction must then be rolled
 * back.
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
    parts.push(sql`changed as (update season_members set ${memberSet(member)}
      where season_id = ${seasonId} and member_id = ${memberId})`)
  }
  if (award.friend) parts.push(sql`followed as (${award.friend})`)
  if (award.isBudgeted) {
    parts.push(sql`rationed as (update mission_budgets set remaining = remaining - 1
      where season_id = ${seasonId} and mission_id = ${missionId})`)
  }
  if (award.address !== undefined) {
    parts.push(sql`proven as (
      insert into ${missionAddresses} (season_id, mission_id, address, member_id, slot)
      values (${seasonId}, ${missionId}, lower(${award.address}), ${memberId}, ${completion?.slot ?? ''}))`)
  }
  if (spin) parts.push(...spinParts(award, spin))
  // Raw SQL: the award is one statement with many parts, including the ledger posting.
  const [row] = await asLedger(
    rowsOf<{ id: string }>(
      tx,
      sql`with ${sql.join(parts, sql`, `)} select history.id from history, posted
        ${spin ? sql`, revealed` : sql``}`,
    ),
  )
  return row && Number(row.id)
}

/**
 * Inserts the next commitment from the row that reveals the last one, so that only one is ever
 * open.
 */
function spinParts({ seasonId, memberId }: Of, spin: SpinAward): SQL[] {
  const at = sql`${spin.at.toISOString()}::timestamptz`
  return [
    sql`revealed as (
      update spin_commitments set server_seed = ${spin.serverSeed}, sealed_seed = '',
        client_seed = ${spin.clientSeed}, prize_index = ${spin.prizeIndex},
        used_ticket = ${spin.usedTicket}, revealed_at = ${at},
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
