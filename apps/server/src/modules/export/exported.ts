import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ExportGroup } from '@solstice/points-log/export-file'

/** The member whose rows are exported. The address finds the codes that were mailed to it. */
export type ExportedMember = { id: number; email: string }

/** Rows of one member, as they stand in the file. */
export type ExportedRows = {
  /** The name in the file; by default the rows are those of the table with this name. */
  name: string
  group: ExportGroup
  table: PgTable
  where: (member: ExportedMember) => SQL | undefined
  /** The columns, or expressions, under their names in the file. */
  fields: Readonly<Record<string, PgColumn | SQL>>
  order: readonly PgColumn[]
  /** Changes a row before it is written, such as to mask the nickname of a friend. */
  view?: (row: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
}
