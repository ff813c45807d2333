import { sql } from 'drizzle-orm'
import type { CallData } from '@solstice/contract/wire'
import { rowsOf, type Db } from '#/platform/db.ts'

type Found = CallData<'operator.findMembers'>['list'][number]
type Shown = CallData<'operator.showMember'>
export type MemberStatus = Shown['status']

type MemberRow = {
  id: string | number
  email: string
  nickname: string
  wallet_address: string | null
  status: MemberStatus
  created_at: string | Date
  deleted_at: string | Date | null
}

const COLUMNS = sql`id, email, nickname, wallet_address, status, created_at, deleted_at`

export async function findMembers(
  db: Db,
  wanted: { search?: string | undefined; status?: MemberStatus | undefined },
  page: { size: number; offset: number },
): Promise<{ list: Found[]; totalCount: number }> {
  const { search = null, status = null } = wanted
  // What somebody types is text: % and _ mean themselves.
  const part = search === null ? null : `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const where = sql`where (${status}::text is null or status = ${status})
    and (${search}::text is null or email ilike ${part} or nickname ilike ${part}
      or id::text = ${search} or lower(wallet_address) = lower(${search}))`
  const [total] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from members ${where}`,
  )
  const rows = await rowsOf<MemberRow>(
    db,
    sql`select ${COLUMNS} from members ${where} order by id desc limit ${page.size} offset ${page.offset}`,
  )
  return { list: rows.map(viewOf), totalCount: total?.count ?? 0 }
}

export async function findMember(db: Db, id: number, now: Date): Promise<Shown | undefined> {
  const [row] = await rowsOf<
    MemberRow & { language: string; open_sessions: number; frozen_at: string | Date | null }
  >(
    db,
    sql`select ${COLUMNS}, language, payouts_frozen_at as frozen_at,
        (select count(*)::int from sessions s where s.member_id = members.id
          and s.ended_at is null and s.expires_at > ${now.toISOString()}::timestamptz) as open_sessions
      from members where id = ${id}`,
  )
  if (!row) return undefined
  const balances = await rowsOf<Shown['balances'][number]>(
    db,
    sql`select asset, scope, balance::text as balance from ledger_accounts where member_id = ${id}
      order by asset, scope`,
  )
  return {
    ...viewOf(row),
    language: row.language,
    payoutsFrozenAt: row.frozen_at === null ? null : new Date(row.frozen_at).toISOString(),
    openSessions: row.open_sessions,
    balances,
  }
}

/** Of a member who is there; locked, so that of two operators the second sees what the first did. */
export async function lockMemberStatus(db: Db, id: number): Promise<MemberStatus | undefined> {
  const [row] = await rowsOf<{ status: MemberStatus }>(
    db,
    sql`select status from members where id = ${id} and deleted_at is null for no key update`,
  )
  return row?.status
}

export async function updateMemberStatus(
  db: Db,
  id: number,
  to: { status: MemberStatus; note: string | undefined; at: Date },
): Promise<void> {
  const { status, note = null } = to
  const notedAt = note === null ? null : to.at.toISOString()
  await db.execute(sql`update members set status = ${status}, status_note = ${note}::text,
    status_noted_at = ${notedAt}::timestamptz where id = ${id}`)
}

function viewOf(row: MemberRow): Found {
  return {
    userId: Number(row.id),
    email: row.email,
    nickname: row.nickname,
    walletAddress: row.wallet_address,
    status: row.status,
    createdAt: new Date(row.created_at).toISOString(),
    deletedAt: row.deleted_at === null ? null : new Date(row.deleted_at).toISOString(),
  }
}
