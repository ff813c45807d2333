import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { startPostgres } from '../../tools/postgres.ts'
import { ROOT } from '../../tools/run-step.ts'
import { bookAccounts, bookPostings } from './books-fill.ts'
import { psql } from './pgbench.ts'
import type { Section } from './section.ts'

export const BOOKS: Section<BooksRow> = {
  takes: '20 min',
  usesPostgres: true,
  onlyByName: true,
  run: ({ entries, growth: { home } }) => measureBooks(entries, home),
  print: printBooks,
}

/** A task over the whole ledger in steps, or a page of the books. */
export type BooksRow = {
  name: string
  /** The entries of the ledger. */
  entries: number
  seconds: number
  steps: number
  /** The longest step, during which other statements run. */
  longestMs: number
  growthMb: number
  ok: boolean
}

/** A person waits for a page. */
const PAGE_LIMIT_MS = 500
/** Far below the time limit of a statement. */
const STEP_LIMIT_MS = 5000
/** The allowed memory growth of the process, regardless of the number of entries. */
const GROWTH_LIMIT_MB = 150
const FILL_STEP = 100_000

const run = promisify(execFile)

/** Fills the ledger in SQL; aggregates, verifies and reads it as the server does. */
async function measureBooks(entries: number, home: string | undefined): Promise<BooksRow[]> {
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
    const file = join(ROOT, 'bench/src/books-run.ts')
    const { stdout } = await run(process.execPath, [file, name], { env })
    return JSON.parse(stdout) as Task // Printed by books-run.ts.
  }
  const measure = async (name: string, kind: string, limitMs: number): Promise<BooksRow> => {
    const { found, idleMb, peakMb, seconds, steps, longestMs } = await withProgress(
      `Measuring ${name}`,
      () => task(kind),
    )
    const growthMb = peakMb - idleMb
    const ok = found && longestMs < limitMs && growthMb < GROWTH_LIMIT_MB
    return { name, entries, seconds, steps, longestMs, growthMb, ok }
  }
  try {
    await task('migrate')
    const transactions = Math.ceil(entries / 2)
    await psql(cluster.url, bookAccounts(transactions))
    await withProgress('Filling the ledger', async () => {
      for (let first = 1; first <= transactions; first += FILL_STEP) {
        await psql(cluster.url, bookPostings(first, Math.min(transactions, first + FILL_STEP - 1)))
      }
      await psql(cluster.url, 'vacuum analyze')
    })
    return [
      await measure('aggregating the books', 'aggregate', STEP_LIMIT_MS),
      await measure('adding checkpoints', 'checkpoints', STEP_LIMIT_MS),
      await measure('verifying every entry and balance', 'full', STEP_LIMIT_MS),
      await measure('verifying what is new', 'recent', STEP_LIMIT_MS),
      await measure('the trial balance', 'balances', PAGE_LIMIT_MS),
      await measure('the statement of a month', 'statement', PAGE_LIMIT_MS),
    ]
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Task = {
  found: boolean
  seconds: number
  steps: number
  longestMs: number
  idleMb: number
  peakMb: number
}

function printBooks(rows: readonly BooksRow[]): void {
  console.table(
    rows.map(({ name, entries, seconds, steps, longestMs, growthMb, ok }) => ({
      run: name,
      entries,
      seconds: Number(seconds.toFixed(2)),
      steps,
      'longest step, ms': Math.round(longestMs),
      'growth MB': Math.round(growthMb),
      met: ok ? 'yes' : 'NO',
    })),
  )
}
