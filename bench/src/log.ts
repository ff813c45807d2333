import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { startPostgres } from '../../tools/postgres.ts'
import { ROOT } from '../../tools/run-step.ts'
import { printTable, type Result } from './compare.ts'
import { logAccounts, logPostings } from './log-fill.ts'
import type { LogTask } from './log-run.ts'
import { psql } from './pgbench.ts'
import { startProgram } from './program.ts'
import type { BenchOptions, Section } from './section.ts'
import { spinsPerSecond, type SpinRun } from './spin.ts'
import { walBytesPerSpin } from './wal-bytes.ts'
import { withMembers } from './with-members.ts'

/** The points log at a size, and missions executed while it grows. */
export const LOG: Section<LogRow> = {
  takes: '8 min',
  usesPostgres: true,
  onlyByName: true,
  run: async (options) => [
    ...(await measureLog(options.leaves, options.growth.home)),
    await measureWrites(options),
  ],
  print: printLog,
}

export type LogRow = LogMeasure | LogWrites

/** A task on the filled log. */
export type LogMeasure = {
  name: string
  leaves: number
  seconds: number
  growthMb: number
  /** The hashes of the longest proof, and the bytes of the reply with all of them. */
  proofHashes?: number
  replyBytes?: number
  ok: boolean
}

/** Missions executed while a process appends them to the log, and while nothing does. */
export type LogWrites = Result & {
  /** The mean bytes of the write-ahead log per mission, with the log and without its tables. */
  walBytes: { ours: number; theirs: number }
}

/** Appending while missions are executed may cost at most a tenth of their rate. */
const TARGET = 0.9
/** Appending and verifying read batches, so memory must not grow with the log. */
const GROWTH_LIMIT_MB = 250
/** A missing tree level would be noticed here: a proof has one hash for each doubling. */
const proofLimit = (leaves: number) => Math.ceil(Math.log2(leaves))
const FILL_STEP = 100_000

const run = promisify(execFile)

async function measureLog(leaves: number, home: string | undefined): Promise<LogMeasure[]> {
  const cluster = await startPostgres({
    durable: true,
    ...(home === undefined ? {} : { home }),
    settings: ['max_wal_size=4GB'],
  })
  const folder = mkdtempSync(join(tmpdir(), 'solstice-bench-data-'))
  const task = async (name: string): Promise<LogTask> => {
    const env = {
      ...process.env,
      NODE_ENV: 'development',
      LOG_LEVEL: 'error',
      DATABASE_URL: cluster.url,
      SOLSTICE_DATA: folder,
    }
    const file = join(ROOT, 'bench/src/log-run.ts')
    const { stdout } = await run(process.execPath, [file, name], { env })
    return JSON.parse(stdout) as LogTask // Printed by log-run.ts.
  }
  const measure = async (name: string, kind: string): Promise<LogMeasure> => {
    const { idleMb, peakMb, ...measured } = await withProgress(`Measuring ${name}`, () =>
      task(kind),
    )
    const growthMb = peakMb - idleMb
    const isShort = (measured.proofHashes ?? 0) <= proofLimit(leaves)
    return { name, ...measured, growthMb, ok: growthMb < GROWTH_LIMIT_MB && isShort }
  }
  try {
    await task('migrate')
    await withProgress('Filling the ledger', async () => {
      await psql(cluster.url, `set session_replication_role = replica; ${logAccounts(leaves)}`)
      for (let first = 1; first <= leaves; first += FILL_STEP) {
        await psql(cluster.url, logPostings(first, Math.min(leaves, first + FILL_STEP - 1)))
      }
      await psql(cluster.url, 'vacuum analyze')
    })
    return [
      await measure('appending', 'append'),
      await measure('the proofs of a page', 'page'),
      await measure("verifying a page with the app's library", 'verify-page'),
      await measure('verifying the whole log', 'verify-all'),
    ]
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The server does not append itself, so that the other process can be switched. */
function measureWrites({ load, measure }: BenchOptions): Promise<LogWrites> {
  return withMembers(
    async ({ databaseUrl, server, env, sessions, makeSeason }) => {
      const appender = await startProgram('log-appender.ts', env)
      const tell = async (action: string) => {
        const { ok } = await fetch(new URL(action, appender.url), { method: 'POST' })
        if (!ok) throw new Error(`The appender failed at ${action}`)
      }
      const spins: SpinRun = { server: server.url, sessions, seasonId: await makeSeason() }
      const perSecond = (actions: readonly string[]) => async () => {
        // Each round begins with nothing left to append.
        for (const action of ['/stop', '/all', ...actions]) await tell(action)
        return spinsPerSecond(spins, load)
      }
      try {
        const result = await measure({
          name: 'a mission executed while the points log grows, as a paid spin',
          target: TARGET,
          ours: { name: 'with the log', perSecond: perSecond(['/start']) },
          theirs: { name: 'without', perSecond: perSecond([]) },
        })
        for (const action of ['/stop', '/all']) await tell(action)
        const ours = await walBytesPerSpin(databaseUrl, spins)
        await appender.stop()
        await psql(databaseUrl, DROP_LOG)
        return { ...result, walBytes: { ours, theirs: await walBytesPerSpin(databaseUrl, spins) } }
      } finally {
        await appender.stop()
      }
    },
    { BENCH_WORKER: 'none' },
  )
}

const DROP_LOG =
  'drop table points_log_leaves, points_log_tiles, points_log_checkpoints, points_log_members cascade'

export const isLogWrites = (row: LogRow): row is LogWrites => 'walBytes' in row

function printLog(rows: readonly LogRow[]): void {
  console.table(
    rows
      .filter((row): row is LogMeasure => !isLogWrites(row))
      .map(({ name, leaves, seconds, growthMb, proofHashes, replyBytes, ok }) => ({
        task: name,
        leaves,
        seconds: Number(seconds.toFixed(3)),
        'leaves/s': Math.round(leaves / seconds),
        'hashes of a proof': proofHashes ?? '',
        'bytes of the reply': replyBytes ?? '',
        'growth MB': Math.round(growthMb),
        met: ok ? 'yes' : 'NO',
      })),
  )
  const writes = rows.filter((row) => isLogWrites(row))
  printTable(writes)
  for (const row of writes) console.log(writesText(row))
}

/** States what the ratio does not show. */
export function writesText({ walBytes: { ours, theirs } }: LogWrites): string {
  return (
    `A paid spin writes ${ours.toFixed(0)} bytes of the write-ahead log with the points log and ` +
    `${theirs.toFixed(0)} without its tables, in the same statements.`
  )
}
