import type { Logger } from 'drizzle-orm'
import type { Client } from 'pg'

export type Statement = { text: string; params: readonly unknown[] }

/** Records the statements of a database together with their parameters. */
export function recordStatements(): { logger: Logger; statements: Statement[] } {
  const statements: Statement[] = []
  return {
    statements,
    logger: {
      logQuery: (text, params) => {
        statements.push({ text, params })
      },
    },
  }
}

type Explained = { 'QUERY PLAN': [{ Plan: Record<string, number> }] }

/**
 * Returns how many buffers a statement reads, including the functions it calls. Pass the same
 * connection to compare two sizes: its functions keep their plans, as in a server. The statement
 * changes nothing.
 */
export async function buffersOf(client: Client, { text, params }: Statement): Promise<number> {
  await client.query('begin')
  try {
    const { rows } = await client.query<Explained>(
      `explain (analyze, buffers, timing off, format json) ${text}`,
      [...params],
    )
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    return (plan?.['Shared Hit Blocks'] ?? Number.NaN) + (plan?.['Shared Read Blocks'] ?? 0)
  } finally {
    await client.query('rollback')
  }
}
