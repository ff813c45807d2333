import { maskEmail } from '@solstice/rules/email'
import { memberStatus } from '@solstice/contract/operator.schemas'
import type { AppContext } from '#/platform/process/context.ts'
import { findMembers } from './member-finder.service.ts'
import { findMemberRows } from './member-list.queries.ts'
import type { Found, Search } from './search-query.ts'

/** Finds the member with the id first, then members by name, newest first. */
export async function findMembersFor(
  { db }: Pick<AppContext, 'db'>,
  { text, exact, state, memberId, since, size }: Search,
): Promise<Found[]> {
  if (exact?.kind === 'HASH') return []
  const status = state === undefined ? undefined : memberStatus.safeParse(state)
  if (status?.success === false) return []
  const filter = { status: status?.data, joinedFrom: since, text: text === '' ? undefined : text }
  const named = { size, offset: 0, below: Number.MAX_SAFE_INTEGER, isCounted: false }
  const found =
    memberId === undefined
      ? await findMembers(db, filter, named)
      : await findMembers(db, filter, { ...named, below: memberId + 1, size: 1 })
  const exactId = exact?.kind === 'ID' ? exact.id : text === '' ? memberId : undefined
  // Filters apply to the id as well, so it is looked up only without them.
  const isLookedUp = exactId !== undefined && status === undefined && since === undefined
  const ids = new Set([...(isLookedUp ? [exactId] : []), ...found.ids])
  const rows = await findMemberRows(db, Array.from(ids), undefined)
  return rows
    .filter(({ userId }) => memberId === undefined || userId === memberId)
    .map((row) => ({
      id: String(row.userId),
      userId: row.userId,
      title: row.nickname,
      detail: maskEmail(row.email),
      state: row.deletedAt === null ? row.status : 'DELETED',
      at: row.createdAt.toISOString(),
      exact:
        row.userId === exactId ||
        row.walletAddress?.toLowerCase() === text ||
        (exact?.kind === 'EMAIL' && row.email === text),
    }))
    .toSorted((a, b) => Number(b.exact) - Number(a.exact))
    .slice(0, size)
}
