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

/** An index of many more rows may be one level deeper, which adds a page per lookup. */
const DEEPER_INDEX = 1.5

export type Buffers = ReadonlyMap<string, number>

/**
 * Compares the buffers of named queries at two sizes. Returns those that read more with many rows
 * than with few, were not measured there or sent no statement, each with both numbers.
 */
export function grownBuffers(few: Buffers, many: Buffers): [string, number, number | undefined][] {
  return [...few]
    .map(([name, buffers]): [string, number, number | undefined] => [name, buffers, many.get(name)])
    .filter(([, before, after]) => before === 0 || (after ?? Infinity) > before * DEEPER_INDEX)
}
