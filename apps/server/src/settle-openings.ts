import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { verifierKeyText } from '@solstice/points-log/note'
import { logOriginOf, pointsLogSigner } from './modules/points-log/log-signer.ts'
import { sha256 } from './modules/points-log/points-log.service.ts'
import { OpeningsRefusedError, roundOpenings } from './modules/points-log/round-openings.service.ts'
import { openPglite, openPostgres } from './platform/process/db.ts'
import { readEnv } from './platform/process/env.ts'
import { POSTGRES_LIMITS } from './platform/process/postgres-pool.ts'
import { runProgram } from './platform/process/program.ts'
import { printToStderr, withProgress } from './platform/process/progress.ts'
import { secretFromFolder } from './platform/process/keys.ts'

const USAGE = 'npm run --silent settle:openings -- --round ID > FILE\n'
const LIMITS = { ...POSTGRES_LIMITS, statementMs: 0, answerMs: 0 }
const PROGRESS_EVERY = 1_000_000

/** Prints the openings of a settled round, with which anybody can replay its settlement. */
await runProgram(readEnv, async (env) => {
  const { values } = parseArgs({ options: { round: { type: 'string', default: '' } } })
  if (!/^[1-9]\d{0,14}$/.test(values.round)) {
    process.stderr.write(USAGE)
    process.exitCode = 1
    return async () => {}
  }
  const { databaseUrl, dataFolder, publicOrigin, port } = env
  const database = await withProgress('Opening the database', () =>
    databaseUrl ? openPostgres(databaseUrl, () => {}, LIMITS) : openPglite(dataFolder),
  )
  const secret =
    env.pointsLogKey ?? env.pinMasterKey ?? (await secretFromFolder(dataFolder, 'pin-master-key'))
  const signer = pointsLogSigner(secret, logOriginOf(publicOrigin ?? `http://localhost:${port}`))
  const logKey = verifierKeyText(sha256, { name: signer.origin, publicKey: signer.publicKey })
  let next = PROGRESS_EVERY
  const lines = roundOpenings(database.db, { roundId: Number(values.round), logKey }, (leaves) => {
    if (leaves < next) return
    next += PROGRESS_EVERY
    printToStderr(`Leaf ${leaves} …`)
  })
  try {
    await pipeline(Readable.from(lines), process.stdout, { end: false })
  } catch (error) {
    if (!(error instanceof OpeningsRefusedError)) throw error
    process.stderr.write(`Refused: ${error.message}\n`)
    process.exitCode = 1
  } finally {
    await database.close()
  }
  return async () => {}
})
