import { parseArgs } from 'node:util'
import { systemClock } from './platform/process/clock.ts'
import { openPglite, openPostgres } from './platform/process/db.ts'
import { readEnv } from './platform/process/env.ts'
import { checkLedger, type Position } from './platform/books/ledger-check.ts'
import { advanceCheckpoint } from './platform/books/ledger-checkpoint.ts'
import { POSTGRES_LIMITS } from './platform/process/postgres-pool.ts'
import { runProgram } from './platform/process/program.ts'
import { printToStderr, withProgress } from './platform/process/progress.ts'

/** A step takes far less, but the database may be busy. */
const LIMITS = { ...POSTGRES_LIMITS, statementMs: 0, answerMs: 0 }
const PRINT_EVERY_STEPS = 100

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } })

/**
 * Verifies the ledger's invariants on the configured database, from the newest checkpoint or, with
 * --full, from the first transaction. It adds a checkpoint and changes nothing else.
 */
await runProgram(readEnv, async (env) => {
  const { databaseUrl, dataFolder } = env
  const database = await withProgress('Opening the database', () =>
    databaseUrl ? openPostgres(databaseUrl, () => {}, LIMITS) : openPglite(dataFolder),
  )
  const { db } = database
  const at = systemClock().now()
  await withProgress('Adding a checkpoint', () => advanceCheckpoint(db, { at }))
  const problems = await checkLedger(db, values.full ? 'FULL' : 'RECENT', printPosition())
  await database.close()
  for (const { rule, where } of problems) process.stdout.write(`broken: ${rule} (${where})\n`)
  process.stdout.write(
    problems.length === 0 ? 'The ledger is consistent.\n' : `${problems.length} problems\n`,
  )
  process.exitCode = problems.length === 0 ? 0 : 1
  return async () => {}
})

function printPosition(): (next: Position | undefined) => void {
  let steps = 0
  return (next) => {
    steps += 1
    if (!next || steps % PRINT_EVERY_STEPS > 0 || next.phase === 'guards') return
    const id = next.phase === 'closings' ? next.account : next.after
    printToStderr(`Step ${steps}: ${next.phase} at ${id} …`)
  }
}
