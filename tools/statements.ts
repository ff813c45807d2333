import { readStatements, refusedByPglite } from '../apps/server/test/statement-log.ts'
import { STATEMENTS } from './run-step.ts'

/** Transaction control, cursors, DDL and EXPLAIN of tests cannot be prepared. */
const NOT_PREPARABLE =
  /^\s*(?:begin|commit|rollback|savepoint|release|set|lock|create|alter|drop|truncate|vacuum|analyze|do|explain|declare|fetch)\b/i
/** The server suite sends more statements than this; fewer mean that the recording failed. */
const MIN_STATEMENTS = 700

const statements = readStatements(STATEMENTS).filter((statement) => !NOT_PREPARABLE.test(statement))
const refused = await refusedByPglite(statements)
console.log(
  `PGlite accepts ${statements.length - refused.length} of ${statements.length} statements`,
)
for (const text of refused) console.log(`\n${text}`)
if (statements.length < MIN_STATEMENTS)
  console.log(`Expected at least ${MIN_STATEMENTS} statements: were they recorded?`)
if (refused.length > 0 || statements.length < MIN_STATEMENTS) process.exitCode = 1
