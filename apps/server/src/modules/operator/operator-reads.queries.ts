import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Db } from '#/platform/process/db.ts'
import type { Cursor } from '#/platform/process/page.ts'
import { operatorReads, operators } from './operator.table.ts'

type Reads = { operatorId: number; memberIds: number[]; call: string; at: Date }

/** Adds nothing for a member who does not exist, or has a row that is newer than `since`. */
export async function insertReads(
  db: Db,
  { operatorId, memberIds, call, at }: Reads,
  since: Date,
): Promise<void> {
  // Raw SQL: whether it inserts depends on rows of two tables.
  await db.execute(sql`insert into operator_reads (operator_id, member_id, call, at)
    select ${operatorId}, m.id, ${call}, ${at.toISOString()}::timestamptz from members m
    where m.id in ${memberIds} and not exists (select 1 from operator_reads r
      where r.operator_id = ${operatorId} and r.member_id = m.id and r.call = ${call}
        and r.at > ${since.toISOString()}::timestamptz)`)
}

type ReadFilter = {
  operatorId?: number | undefined
  memberId?: number | undefined
  from?: Date | undefined
  to?: Date | undefined
}

function matching({ operatorId, memberId, from, to }: ReadFilter) {
  return and(
    operatorId === undefined ? undefined : eq(operatorReads.operatorId, operatorId),
    memberId === undefined ? undefined : eq(operatorReads.memberId, memberId),
    from === undefined ? undefined : gte(operatorReads.at, from),
    to === undefined ? undefined : lt(operatorReads.at, to),
  )
}

export function countReads(db: Db, filter: ReadFilter): Promise<number> {
  return db.$count(operatorReads, matching(filter))
}

export function findReads(
  db: Db,
  filter: ReadFilter,
  { before, size, offset }: { before: Cursor | undefined; size: number; offset: number },
) {
  return db
    .select({
      id: operatorReads.id,
      at: operatorReads.at,
      operatorId: operatorReads.operatorId,
      operator: operators.name,
      memberId: operatorReads.memberId,
      call: operatorReads.call,
    })
    .from(operatorReads)
    .innerJoin(operators, eq(operators.id, operatorReads.operatorId))
    .where(and(matching(filter), before ? lt(operatorReads.id, before.id) : undefined))
    .orderBy(desc(operatorReads.id))
    .limit(size)
    .offset(offset)
}
