import { openPglite, openPostgres } from './platform/process/db.ts'
import { readEnv } from './platform/process/env.ts'
import { checkLedger } from './platform/books/ledger-check.ts'
import { POSTGRES_LIMITS } from './platform/process/postgres-pool.ts'
import { runProgram } from './platform/process/program.ts'
import { withProgress } from './platform/process/progress.ts'

/** Each rule reads the whole ledger, which may be large. */
const LIMITS = { ...POSTGRES_LIMITS, statementMs: 0, answerMs: 0 }

/** Verifies the ledger's invariants on the configured database, without changing anything. */
await runProgram(readEnv, async (env) => {
  const { databaseUrl, dataFolder } = env
  const database = await withProgress('Opening the database', () =>
    databaseUrl ? openPostgres(databaseUrl, () => {}, LIMITS) : openPglite(dataFolder),
  )
  const problems = await checkLedger(database.db, withProgress)
  await database.close()
  for (const { rule, where } of problems) process.stdout.write(`broken: ${rule} (${where})\n`)
  process.stdout.write(
    problems.length === 0 ? 'The ledger is consistent.\n' : `${problems.length} problems\n`,
  )
  process.exitCode = problems.length === 0 ? 0 : 1
  return async () => {}
})
