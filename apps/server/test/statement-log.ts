import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Logger, sql } from 'drizzle-orm'
import makeTemplate, { openMigratedCopy } from './pglite-template.ts'

/** Names the folder in which a run collects the statements it sends to PostgreSQL. */
const FOLDER_VARIABLE = 'SOLSTICE_TEST_STATEMENTS'

const seen = new Set<string>()

/** Writes each distinct statement once per process, one JSON string per line. */
export const statementLog: Logger = {
  logQuery(statement) {
    const folder = process.env[FOLDER_VARIABLE]
    if (folder === undefined || seen.has(statement)) return
    seen.add(statement)
    mkdirSync(folder, { recursive: true })
    appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(statement)}\n`)
  },
}

/** Returns the distinct statements that all processes of a run wrote to a folder. */
export function readStatements(folder: string): string[] {
  const lines = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'),
  )
  return [...new Set(lines)].map((line) => JSON.parse(line) as string)
}

/** Prepares each statement on PGlite and returns those it rejects, each with the reason. */
export async function refusedByPglite(statements: readonly string[]): Promise<string[]> {
  const removeTemplate = await makeTemplate()
  const { db, close } = await openMigratedCopy()
  const refused: string[] = []
  for (const statement of statements) {
    try {
      await db.execute(sql.raw(`prepare checked as ${statement}`))
      await db.execute(sql.raw('deallocate checked'))
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error
      refused.push(`${String(cause)}\n${statement}`)
    }
  }
  await close()
  await removeTemplate?.()
  return refused
}
