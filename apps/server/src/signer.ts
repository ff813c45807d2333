import { localTreasuryKey } from './adapters/local-treasury-key.ts'
import { checkRelayLimits, readSignerLimits } from './adapters/signer-limits.ts'
import { systemClock } from './platform/process/clock.ts'
import { openPostgres } from './platform/process/db.ts'
import { readSignerEnv } from './platform/process/env.ts'
import { dieAt } from './platform/process/fault-points.ts'
import { createLogger } from './platform/process/logger.ts'
import { runProgram } from './platform/process/program.ts'
import { openSigner } from './treasury-signer.ts'

/** The only process with the treasury's key: it listens on no port and polls the database. */
await runProgram(readSignerEnv, async (env) => {
  const log = createLogger(env.logLevel)
  if (env.databaseUnencrypted) {
    log.warn('DATABASE_URL has no sslmode: the database connection is unencrypted')
  }
  const limits = await readSignerLimits(env.limitsFile)
  checkRelayLimits(limits, env.relayFeesPerDay)
  const database = await openPostgres(env.databaseUrl, (error) =>
    log.error({ err: error }, 'A database connection was lost'),
  )
  const parts = {
    db: database.db,
    now: systemClock().now,
    monotonicMs: () => performance.now(),
    log,
    isShared: true,
    atFaultPoint: env.dieAt === undefined ? undefined : dieAt(env.dieAt),
  }
  const key = localTreasuryKey(env.treasuryKey)
  const { signer, close } = await openSigner(parts, { key, limits, folder: env.folder })
  process.stdout.write(`Solstice is signing payouts of ${signer.address}\n`)
  return async () => {
    await close()
    await database.close()
  }
})
