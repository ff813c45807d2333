import { and, desc, eq, gt, gte, or, sql } from 'drizzle-orm'
import { notices } from '#/modules/notice/notice.table.ts'
import { products } from '#/modules/product/product.table.ts'
import { seasons } from '#/modules/season/season.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { RECENT } from './search-query.ts'

export type NameFilter = {
  /** Part of a name in either language; empty for all. */
  text: string
  id: number | undefined
  state: string | undefined
  since: Date | undefined
}

export function findSeasonRows(db: Db, { text, id, state }: NameFilter, size: number) {
  return db
    .select()
    .from(seasons)
    .where(
      and(
        text === '' ? undefined : or(ofId(seasons.id, id), isIn(seasons.title, text)),
        state === undefined ? undefined : sql`${seasons.state} = ${state}`,
      ),
    )
    .orderBy(desc(seasons.id))
    .limit(size)
}

export function findProductRows(db: Db, { text, id }: NameFilter, size: number) {
  return db
    .select()
    .from(products)
    .where(text === '' ? undefined : or(ofId(products.id, id), isIn(products.name, text)))
    .orderBy(desc(products.id))
    .limit(size)
}

/** Notices accumulate, so a name is searched among the newest only. */
export async function findNoticeRows(db: Db, { text, id, since }: NameFilter, size: number) {
  const [oldest] = await db
    .select({ id: notices.id })
    .from(notices)
    .orderBy(desc(notices.id))
    .offset(RECENT)
    .limit(1)
  const isNamed = or(
    sql`strpos(lower(${notices.titleEn}), ${text}) > 0`,
    sql`strpos(lower(${notices.titleKo}), ${text}) > 0`,
  )
  const isRecent = oldest && gt(notices.id, oldest.id)
  return db
    .select()
    .from(notices)
    .where(
      and(
        text === '' ? isRecent : or(ofId(notices.id, id), and(isNamed, isRecent)),
        since && gte(notices.publishedAt, since),
      ),
    )
    .orderBy(desc(notices.id))
    .limit(size)
}

const ofId = (column: typeof seasons.id | typeof products.id | typeof notices.id, id?: number) =>
  id === undefined ? undefined : eq(column, id)

const isIn = (texts: typeof seasons.title | typeof products.name, text: string) =>
  or(
    sql`strpos(lower(${texts} ->> 'en'), ${text}) > 0`,
    sql`strpos(lower(${texts} ->> 'ko'), ${text}) > 0`,
  )
