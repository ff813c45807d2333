import { and, desc, eq, gt, ilike, isNull, or, sql } from 'drizzle-orm'
import type { CallData } from '@solstice/contract/wire'
import { sessions } from '#/modules/session/session.table.ts'
import { members } from '#/modules/users/users.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { ledgerAccounts } from '#/platform/books/ledger.table.ts'

type Found = CallData<'operator.findMembers'>['list'][number]
type Shown = CallData<'operator.showMember'>
export type MemberStatus = Shown['status']

const COLUMNS = {
  userId: members.id,
  email: members.email,
  nickname: members.nickname,
  walletAddress: members.walletAddress,
  status: members.status,
  createdAt: members.createdAt,
  deletedAt: members.deletedAt,
}

export async function findMembers(
  db: Db,
  query: { search?: string | undefined; status?: MemberStatus | undefined },
  page: { size: number; offset: number },
): Promise<{ list: Found[]; totalCount: number }> {
  const { search, status } = query
  const where = and(
    status && eq(members.status, status),
    search === undefined ? undefined : matches(search),
  )
  const totalCount = await db.$count(members, where)
  const rows = await db
    .select(COLUMNS)
    .from(members)
    .where(where)
    .orderBy(desc(members.id))
    .limit(page.size)
    .offset(page.offset)
  return { list: rows.map(viewOf), totalCount }
}

function matches(search: string) {
  // Escape % and _, because the search is plain text.
  const part = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return or(
    ilike(members.email, part),
    ilike(members.nickname, part),
    sql`${members.id}::text = ${search}`,
    sql`lower(${members.walletAddress}) = lower(${search})`,
  )
}

export async function findMember(db: Db, id: number, now: Date): Promise<Shown | undefined> {
  const isOpen = and(
    eq(sessions.memberId, id),
    isNull(sessions.endedAt),
    gt(sessions.expiresAt, now),
  )
  const [row] = await db
    .select({
      ...COLUMNS,
      language: members.language,
      payoutsFrozenAt: members.payoutsFrozenAt,
      openSessions: db.$count(sessions, isOpen),
    })
    .from(members)
    .where(eq(members.id, id))
  if (!row) return undefined
  const balances = await db
    .select({
      asset: ledgerAccounts.asset,
      scope: ledgerAccounts.scope,
      balance: sql<string>`${ledgerAccounts.balance}::text`,
    })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.memberId, id))
    .orderBy(ledgerAccounts.asset, ledgerAccounts.scope)
  const { payoutsFrozenAt } = row
  return {
    ...viewOf(row),
    language: row.language,
    payoutsFrozenAt: payoutsFrozenAt && payoutsFrozenAt.toISOString(),
    openSessions: row.openSessions,
    balances,
  }
}

/** Locks an existing member, so that of two operators the second sees the change of the first. */
export async function lockMemberStatus(db: Db, id: number): Promise<MemberStatus | undefined> {
  const [row] = await db
    .select({ status: members.status })
    .from(members)
    .where(and(eq(members.id, id), isNull(members.deletedAt)))
    .for('no key update')
  return row?.status
}

export async function updateMemberStatus(
  db: Db,
  id: number,
  { status, note, at }: { status: MemberStatus; note: string | undefined; at: Date },
): Promise<void> {
  await db
    .update(members)
    .set({ status, statusNote: note ?? null, statusNotedAt: note === undefined ? null : at })
    .where(eq(members.id, id))
}

type MemberRow = Pick<
  typeof members.$inferSelect,
  'email' | 'nickname' | 'walletAddress' | 'status' | 'createdAt' | 'deletedAt'
> & { userId: number }

function viewOf({ userId, email, nickname, walletAddress, status, ...row }: MemberRow): Found {
  return {
    userId,
    email,
    nickname,
    walletAddress,
    status,
    createdAt: row.createdAt.toISOString(),
    deletedAt: row.deletedAt && row.deletedAt.toISOString(),
  }
}
