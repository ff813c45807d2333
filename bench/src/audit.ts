import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { startPostgres } from '../../tools/postgres.ts'
import { ROOT } from '../../tools/run-step.ts'
import {
  appendChain,
  CREATE_CHAIN,
  CREATE_FILTER_INDEXES,
  DROP_FILTER_INDEXES,
} from './audit-fill.ts'
import { psql } from './pgbench.ts'
import type { Section } from './section.ts'

export const AUDIT: Section<AuditRun> = {
  takes: '25 min',
  usesPostgres: true,
  onlyByName: true,
  run: ({ entries, growth: { home } }) => measureAudit(entries, home),
  print: printAudit,
}

/** A verification of the audit log, or a page of it. */
export type AuditRun = {
  name: string
  /** The entries that the run read. */
  entries: number
  seconds: number
  /** How often the position was stored, or undefined for a run in one request. */
  steps?: number
  peakMb: number
  growthMb: number
  ok: boolean
}

/** A person waits for these. */
const REQUEST_LIMIT_SECONDS = 5
/** The allowed memory growth of the process, regardless of the number of entries. */
const GROWTH_LIMIT_MB = 150
/** One less than a checkpoint covers, so that a request verifies as many entries as it ever does. */
const AFTER_CHECKPOINT = 19_999
const FILL_STEP = 250_000

const run = promisify(execFile)

/** Fills the audit log in SQL, adds checkpoints, and verifies it as the server does. */
async function measureAudit(entries: number, home: string | undefined): Promise<AuditRun[]> {
  const cluster = await startPostgres({
    durable: true,
    ...(home === undefined ? {} : { home }),
    settings: ['max_wal_size=4GB', 'maintenance_work_mem=256MB'],
  })
  const folder = mkdtempSync(join(tmpdir(), 'solstice-bench-data-'))
  const task = async (name: string): Promise<Task> => {
    const env = {
      ...process.env,
      NODE_ENV: 'development',
      LOG_LEVEL: 'error',
      DATABASE_URL: cluster.url,
      SOLSTICE_DATA: folder,
    }
    const file = join(ROOT, 'bench/src/audit-run.ts')
    const { stdout } = await run(process.execPath, [file, name], { env })
    return JSON.parse(stdout) as Task // Printed by audit-run.ts.
  }
  const measure = async (name: string, kind: string): Promise<AuditRun> => {
    const { found, idleMb, peakMb, seconds, steps, read } = await withProgress(
      `Measuring ${name}`,
      () => task(kind),
    )
    const growthMb = peakMb - idleMb
    const isFast = steps !== undefined || seconds < REQUEST_LIMIT_SECONDS
    const ok = found && isFast && growthMb < GROWTH_LIMIT_MB
    const shown = { name, entries: read, seconds, peakMb, growthMb, ok }
    return steps === undefined ? shown : { ...shown, steps }
  }
  try {
    await task('migrate')
    await psql(cluster.url, CREATE_CHAIN)
    await psql(cluster.url, DROP_FILTER_INDEXES)
    const covered = entries - AFTER_CHECKPOINT
    await withProgress('Filling the audit log', async () => {
      for (let left = covered; left > 0; left -= FILL_STEP) {
        await psql(cluster.url, appendChain(Math.min(left, FILL_STEP)))
      }
      await psql(cluster.url, CREATE_FILTER_INDEXES)
      await psql(cluster.url, 'vacuum analyze audit_entries')
    })
    const checkpoints = await measure('adding checkpoints', 'checkpoints')
    await psql(cluster.url, appendChain(AFTER_CHECKPOINT))
    const rows = [
      checkpoints,
      await measure('verifying the entries after the newest checkpoint', 'recent'),
      await measure('verifying every entry in the background', 'full'),
      await measure('a page of one member', 'page'),
    ]
    await psql(cluster.url, changeEntry(Math.floor(entries / 2)))
    return [...rows, await measure('naming one changed entry in the middle', 'broken')]
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Task = {
  found: boolean
  read: number
  seconds: number
  steps?: number
  idleMb: number
  peakMb: number
}

function changeEntry(id: number): string {
  return `set session_replication_role = replica;
    update audit_entries set actor = 'operator:nobody' where id = ${id}`
}

function printAudit(rows: readonly AuditRun[]): void {
  console.table(
    rows.map(({ name, entries, seconds, steps, peakMb, growthMb, ok }) => ({
      run: name,
      entries,
      seconds: Number(seconds.toFixed(2)),
      steps: steps ?? '',
      'peak MB': Math.round(peakMb),
      'growth MB': Math.round(growthMb),
      met: ok ? 'yes' : 'NO',
    })),
  )
}
