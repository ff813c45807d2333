import type { Language } from '@solstice/contract/messages'
import type { CallData } from '@solstice/contract/wire'
import { maskEmail } from '@solstice/rules/email'
import { searchedText } from '@solstice/rules/search'
import { tierOf } from '@solstice/rules/tier'
import { inLanguage, loadProgramme } from '#/modules/season/programme.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { cursorOf, offsetOf, type CursorQuery } from '#/platform/process/page.ts'
import { findMembers } from './member-finder.service.ts'
import type { MemberFilter } from './member-finder.queries.ts'
import { findMemberRows, findRunningSeasonId } from './member-list.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'shared'>
type Listed = CallData<'operator.findMembers'>

type ListQuery = CursorQuery &
  Pick<MemberFilter, 'status' | 'language' | 'seasonId'> & {
    search?: string | undefined
    hasWallet?: 'yes' | 'no' | undefined
    joinedFrom?: string | undefined
    joinedTo?: string | undefined
  }

/** Lists members by cursor, or by page among the newest that one search reads. */
export async function listMembers(
  ctx: Context,
  query: ListQuery,
  language: Language,
): Promise<Listed> {
  const { page, size, before } = query
  const isCounted = before === undefined
  const offset = isCounted ? offsetOf(query) : 0
  const below = (before === undefined ? undefined : cursorOf(before)?.id) ?? Number.MAX_SAFE_INTEGER
  const found = await findMembers(ctx.db, filterOf(query), {
    // One more tells whether another page follows.
    size: size + 1,
    offset,
    below,
    isCounted,
  })
  const shown = found.ids.slice(0, size)
  const last = found.ids.length > size ? shown.at(-1) : undefined
  const next = last ?? found.readDownTo
  return {
    list: await rowsOf(ctx, shown, language),
    page,
    size,
    totalCount: isCounted ? found.total : null,
    isCountPartial: found.readDownTo !== undefined,
    hasNext: isCounted ? last !== undefined : next !== undefined,
    nextCursor: next === undefined ? null : String(next),
  }
}

function filterOf({ search, hasWallet, joinedFrom, joinedTo, ...query }: ListQuery): MemberFilter {
  return {
    status: query.status,
    language: query.language,
    seasonId: query.seasonId,
    text: search === undefined ? undefined : searchedText(search),
    hasWallet: hasWallet === undefined ? undefined : hasWallet === 'yes',
    joinedFrom: joinedFrom === undefined ? undefined : new Date(joinedFrom),
    joinedTo: joinedTo === undefined ? undefined : new Date(joinedTo),
  }
}

async function rowsOf(
  ctx: Context,
  ids: readonly number[],
  language: Language,
): Promise<Listed['list']> {
  if (ids.length === 0) return []
  const seasonId = await findRunningSeasonId(ctx.db, ctx.now())
  const tiers = seasonId === undefined ? [] : (await loadProgramme(ctx, seasonId)).tiers
  const rows = await findMemberRows(ctx.db, ids, seasonId)
  return rows.map(({ email, createdAt, deletedAt, lastSeenAt, ...row }) => ({
    ...row,
    email: maskEmail(email),
    createdAt: createdAt.toISOString(),
    deletedAt: deletedAt && deletedAt.toISOString(),
    lastSeenAt: lastSeenAt && lastSeenAt.toISOString(),
    tier: row.seasonXp === null ? null : inLanguage(tierOf(tiers, row.seasonXp).name, language),
  }))
}
