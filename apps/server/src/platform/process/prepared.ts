import { sql, type Placeholder } from 'drizzle-orm'
import type { Db } from './db.ts'
import { preparedOn } from './named-session.ts'

/** The parameters of a prepared query while it is built. */
export type Params<Values> = {
  readonly [Name in keyof Values]: Placeholder<Name & string, Values[Name]>
}

/** A query of the builder. */
type Query<Rows> = { prepare: (name: string) => Prepared<Rows> }
type Prepared<Rows> = { execute: (values: Record<string, unknown>) => Promise<Rows> }

const PARAMS: object = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) })

/**
 * A query that every request runs. It is built once per connection, because building a statement
 * takes longer than running it. The handle may be the database or a transaction.
 */
export function prepared<Values extends Record<string, unknown>, Rows>(
  name: string,
  build: (db: Db, params: Params<Values>) => Query<Rows>,
): (db: Db, values: Values) => Promise<Rows> {
  // The proxy returns a placeholder for every name.
  const prepare = (db: Db) => build(db, PARAMS as Params<Values>).prepare(name)
  return async (db, values) => preparedOn(db, prepare).execute(values)
}
