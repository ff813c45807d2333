import { sql, type SQL } from 'drizzle-orm'

/*
 * A list as one parameter, for `inArray`: the text of the statement does not depend on its length,
 * so the statement is prepared once. Both drivers take JSON; arrays they take in different ways.
 */

export const textList = (values: readonly string[]): SQL =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`

export const idList = (ids: readonly number[]): SQL =>
  sql`(select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
