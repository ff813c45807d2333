import { inLanguage } from '#/modules/season/programme.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import {
  findNoticeRows,
  findProductRows,
  findSeasonRows,
  type NameFilter,
} from './search-programme.queries.ts'
import type { Found, Search } from './search-query.ts'

type Context = Pick<AppContext, 'db'>

function filterOf({ text, exact, state, since }: Search): NameFilter {
  return { text, id: exact?.kind === 'ID' ? exact.id : undefined, state, since }
}

/** The one with the id comes first. */
function exactFirst(rows: Omit<Found, 'exact' | 'userId'>[], { exact }: Search): Found[] {
  const id = exact?.kind === 'ID' ? String(exact.id) : undefined
  return rows
    .map((row) => ({ ...row, userId: null, exact: row.id === id }))
    .toSorted((a, b) => Number(b.exact) - Number(a.exact))
}

export async function findSeasons({ db }: Context, search: Search): Promise<Found[]> {
  const rows = await findSeasonRows(db, filterOf(search), search.size)
  const views = rows.map((season) => ({
    id: String(season.id),
    title: inLanguage(season.title, search.language),
    detail: null,
    state: season.state,
    at: season.startAt.toISOString(),
  }))
  return exactFirst(views, search)
}

export async function findProducts({ db }: Context, search: Search): Promise<Found[]> {
  const rows = await findProductRows(db, filterOf(search), search.size)
  const views = rows.map((product) => ({
    id: String(product.id),
    title: inLanguage(product.name, search.language),
    detail: null,
    state: product.onSale ? 'ON_SALE' : 'OFF_SALE',
    at: product.createdAt.toISOString(),
  }))
  return exactFirst(views, search)
}

export async function findNotices({ db }: Context, search: Search): Promise<Found[]> {
  const rows = await findNoticeRows(db, filterOf(search), search.size)
  const views = rows.map((notice) => ({
    id: String(notice.id),
    title: inLanguage({ en: notice.titleEn, ko: notice.titleKo }, search.language),
    detail: null,
    state: notice.withdrawnAt ? 'WITHDRAWN' : 'PUBLISHED',
    at: notice.publishedAt.toISOString(),
  }))
  return exactFirst(views, search)
}
