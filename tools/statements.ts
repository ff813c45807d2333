import { sql } from 'drizzle-orm'
import makeTemplate, { openMigratedCopy } from '../apps/server/src/testing/pglite-template.ts'
import { readStatements } from '../apps/server/src/testing/statement-log.ts'
import { STATEMENTS } from './run-step.ts'

/** PostgreSQL prepares these; the others (begin, set, lock) have no plan. */
const PREPARABLE = /^\s*(?:select|insert|update|delete|with|values)\b/i
/** A run of the server suite sends more than these; fewer means that recording broke. */
const FEWEST = 500

/** Prepares every statement that the server suite sent to PostgreSQL on PGlite. */
async function refusedByPglite(statements: string[]): Promise<string[]> {
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

const statements = readStatements(STATEMENTS).filter((statement) => PREPARABLE.test(statement))
const refused = await refusedByPglite(statements)
console.log(
  `PGlite accepts ${statements.length - refused.length} of ${statements.length} statements`,
)
for (const text of refused) console.log(`\n${text}`)
if (statements.length < FEWEST) console.log(`Expected at least ${FEWEST}: were they recorded?`)
if (refused.length > 0 || statements.length < FEWEST) process.exitCode = 1
