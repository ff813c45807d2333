import { and, count, eq, gt, is, sql } from 'drizzle-orm'
import { PgColumn } from 'drizzle-orm/pg-core'
import { inviteWithdrawals } from '#/modules/invite/invite.table.ts'
import { orders } from '#/modules/order/order.table.ts'
import { payouts } from '#/modules/payout/payout.table.ts'
import { pointsLogMembers } from '#/modules/points-log/points-log.table.ts'
import { knownDevices, sessions } from '#/modules/session/session.table.ts'
import { members, profileImages } from '#/modules/users/users.table.ts'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { dataExportParts, dataExports } from './export.table.ts'
import { accountRows } from './account-rows.queries.ts'
import type { ExportedMember, ExportedRows } from './exported.ts'
import { moneyRows } from './money-rows.queries.ts'
import { programmeRows } from './programme-rows.queries.ts'

/** Everything that a file contains besides the points log, in this order. */
export const EXPORTED: readonly ExportedRows[] = [...accountRows, ...programmeRows, ...moneyRows]

/** Rows are read in batches, so that memory does not grow with the history of a member. */
const BATCH_ROWS = 500

type Row = Record<string, unknown>

/** Reads rows of a member in batches. Only inside a transaction, which closes the cursor. */
export async function* readRows(
  tx: Db,
  exported: ExportedRows,
  member: ExportedMember,
): AsyncGenerator<Row[]> {
  const fields = Object.entries(exported.fields)
  const named = Object.fromEntries(fields.map(([name, field]) => [name, sql`${field}`.as(name)]))
  const rows = tx
    .select(named)
    .from(exported.table)
    .where(exported.where(member))
    .orderBy(...exported.order)
  const cursor = sql.identifier(`export_${exported.name}`)
  // Raw SQL: the query builder has no cursors.
  await tx.execute(sql`declare ${cursor} no scroll cursor for ${rows}`)
  for (;;) {
    // Raw SQL: the query builder has no cursors.
    const batch = await rowsOf<Row>(
      tx,
      sql`fetch forward ${sql.raw(String(BATCH_ROWS))} from ${cursor}`,
    )
    yield batch.map((row) => {
      const decoded = fields.map(([name, field]) => [name, decode(field, row[name])] as const)
      const read: Row = Object.fromEntries<unknown>(decoded)
      return exported.view ? { ...exported.view(read) } : read
    })
    if (batch.length < BATCH_ROWS) return
  }
}

function decode(field: ExportedRows['fields'][string], value: unknown): unknown {
  if (value === null || value === undefined || !is(field, PgColumn)) return value ?? null
  const decoded: unknown = field.mapFromDriverValue(value)
  return decoded
}

/** Counts what the summary shows. */
export async function countExported(db: Db, memberId: number) {
  const [log] = await db
    .select({ entries: pointsLogMembers.entries })
    .from(pointsLogMembers)
    .where(eq(pointsLogMembers.memberId, memberId))
  const [images] = await db
    .select({
      count: count(),
      bytes: sql`coalesce(sum(octet_length(${profileImages.content})), 0)`.mapWith(Number),
    })
    .from(profileImages)
    .where(eq(profileImages.memberId, memberId))
  return {
    entries: log?.entries ?? 0,
    payouts:
      (await db.$count(payouts, eq(payouts.memberId, memberId))) +
      (await db.$count(inviteWithdrawals, eq(inviteWithdrawals.memberId, memberId))),
    friends: await db.$count(members, eq(members.referredBy, memberId)),
    purchases: await db.$count(orders, eq(orders.memberId, memberId)),
    devices:
      (await db.$count(sessions, eq(sessions.memberId, memberId))) +
      (await db.$count(knownDevices, eq(knownDevices.memberId, memberId))),
    imageBytes: images?.bytes ?? 0,
  }
}

export async function insertExport(tx: Db, row: typeof dataExports.$inferInsert): Promise<void> {
  await tx.insert(dataExports).values(row)
}

export async function insertPart(tx: Db, part: typeof dataExportParts.$inferInsert): Promise<void> {
  await tx.insert(dataExportParts).values(part)
}

/** Deletes the files of a member; their parts go with them. */
export async function deleteExports(tx: Db, memberId: number): Promise<void> {
  await tx.delete(dataExports).where(eq(dataExports.memberId, memberId))
}

export async function findPart(
  db: Db,
  of: { memberId: number; exportId: string; number: number; now: Date },
): Promise<string | undefined> {
  const [row] = await db
    .select({ content: dataExportParts.content })
    .from(dataExportParts)
    .innerJoin(dataExports, eq(dataExports.id, dataExportParts.exportId))
    .where(
      and(
        eq(dataExportParts.exportId, of.exportId),
        eq(dataExportParts.number, of.number),
        eq(dataExports.memberId, of.memberId),
        gt(dataExports.expiresAt, of.now),
      ),
    )
  return row?.content
}
