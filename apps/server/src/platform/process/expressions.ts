import { sql, type GetColumnData, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'

/** Decodes a bigint expression that may be null: Drizzle never decodes null itself. */
export const numberOrNull = (value: string): number | null => Number(value)

/**
 * Passes a list as one parameter for `inArray`. The text of the statement does not depend on its
 * length, so it is prepared once; Drizzle would turn an array into one parameter per item.
 */
export const textList = (values: readonly string[]): SQL =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`

export const idList = (ids: readonly number[]): SQL =>
  sql`(select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`

/** Selects one column of the single matching row inside a larger query; null if there is none. */
export function scalar<Column extends PgColumn>(
  db: Db,
  column: Column,
  where: SQL | undefined,
): SQL<GetColumnData<Column> | null> {
  return sql`${db.select({ column }).from(column.table).where(where)}`.mapWith(column)
}

type RowOf<Columns extends Record<string, PgColumn>> = {
  [Key in keyof Columns]: GetColumnData<Columns[Key]>
}

/**
 * Selects all matching rows of a table as one JSON list inside a larger query, in the order of a
 * column.
 */
export function jsonRows<Columns extends Record<string, PgColumn>>(
  db: Db,
  columns: Columns,
  { where, orderBy }: { where: SQL; orderBy: PgColumn },
): SQL<RowOf<Columns>[]> {
  const fields = Object.entries(columns).map(([key, column]) => {
    // JSON would round large numbers.
    const value = column.getSQLType().startsWith('numeric') ? sql`${column}::text` : column
    return sql`${sql.raw(`'${key}'`)}, ${value}`
  })
  const object = sql`json_build_object(${sql.join(fields, sql`, `)})`
  const rows = sql`coalesce(json_agg(${object} order by ${orderBy}), '[]')`
  const decode = (list: Record<string, unknown>[]): RowOf<Columns>[] =>
    list.map((row) => {
      const decoded = Object.entries(columns).map(([key, column]) => [
        key,
        row[key] === null ? null : column.mapFromDriverValue(row[key]),
      ])
      // Each column decodes its own value, so the row has the types of the columns.
      return Object.fromEntries(decoded) as RowOf<Columns>
    })
  return sql`${db.select({ rows }).from(orderBy.table).where(where)}`.mapWith(decode)
}
