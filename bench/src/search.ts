import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { percentilesOf } from '../../apps/server/test/load/percentiles.ts'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { startPostgres } from '../../tools/postgres.ts'
import { ROOT } from '../../tools/run-step.ts'
import { median } from './median.ts'
import { psql } from './pgbench.ts'
import { createIndexes, DROP_TRIGRAMS, dropIndexes, fillMembers } from './search-fill.ts'
import type { Section } from './section.ts'

export const SEARCH: Section<SearchRow> = {
  takes: '6 min',
  usesPostgres: true,
  onlyByName: true,
  run: ({ growth: { large, home }, rounds }) => measureSearch(large, rounds, home),
  print: printSearch,
}

/** The durations of a search in milliseconds. */
export type SearchTime = { name: string; p50: number; p95: number; ok: boolean }
/** The cost of one write with both trigram indexes and without them, medians over the rounds. */
export type WriteCost = { name: string; unit: string; with: number; without: number; ok: boolean }
export type SearchRow = SearchTime | WriteCost

const P95_LIMIT_MS = 500
/** The number of writes in one round. */
const WRITES = 2_000

const run = promisify(execFile)

async function measureSearch(
  members: number,
  rounds: number,
  home: string | undefined,
): Promise<SearchRow[]> {
  const cluster = await startPostgres({
    durable: true,
    ...(home === undefined ? {} : { home }),
    settings: ['max_wal_size=4GB', 'maintenance_work_mem=256MB'],
  })
  const folder = mkdtempSync(join(tmpdir(), 'solstice-bench-data-'))
  const task = async (name: string): Promise<string> => {
    const env = {
      ...process.env,
      NODE_ENV: 'development',
      LOG_LEVEL: 'error',
      DATABASE_URL: cluster.url,
      SOLSTICE_DATA: folder,
    }
    const file = join(ROOT, 'bench/src/search-run.ts')
    return (await run(process.execPath, [file, name], { env })).stdout
  }
  try {
    await task('migrate')
    await withProgress(`Adding ${members} members`, async () => {
      await psql(cluster.url, dropIndexes())
      await psql(cluster.url, fillMembers(members))
      await psql(cluster.url, createIndexes())
      await psql(cluster.url, 'vacuum analyze')
    })
    // Printed by search-run.ts.
    const times = JSON.parse(await withProgress('Searching', () => task('measure'))) as {
      name: string
      durations: number[]
      right: boolean
    }[]
    const rows = times.map(({ name, durations, right }): SearchTime => {
      const { p50, p95 } = percentilesOf(durations)
      return { name, p50, p95, ok: right && p95 < P95_LIMIT_MS }
    })
    return [...rows, ...(await withProgress('Writing', () => measureWrites(cluster.url, rounds)))]
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Writes to a database with the indexes and to a copy without them, in alternating rounds. */
async function measureWrites(url: string, rounds: number): Promise<WriteCost[]> {
  const copy = new URL(url)
  copy.pathname = '/without_trigrams'
  const template = new URL(url).pathname.slice(1)
  const admin = new URL(url)
  admin.pathname = '/template1'
  await psql(admin.href, `create database without_trigrams template ${template} strategy file_copy`)
  await psql(copy.href, DROP_TRIGRAMS)
  const databases = { with: url, without: copy.href }
  const costs: Record<string, Record<'with' | 'without', number[]>> = {}
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)
    for (const side of order) {
      for (const [name, cost] of await writeRound(databases[side], round)) {
        const sides = (costs[name] ??= { with: [], without: [] })
        sides[side].push(cost)
      }
    }
  }
  return Object.entries(costs).map(([name, sides]) => ({
    name,
    unit: name.endsWith('WAL') ? 'bytes' : 'µs',
    with: median(sides.with),
    without: median(sides.without),
    ok: true,
  }))
}

const SIGN_UP = `insert into members (email, password_hash, nickname, referral_code, terms_agreed_at,
  privacy_agreed_at, created_at) values ($1, 'none', $2, $3, now(), now(), now())`
const RENAME = 'update members set nickname = $1 where id = $2'

/** Returns the cost of one write by name: microseconds, and bytes of the write-ahead log. */
async function writeRound(url: string, round: number): Promise<[string, number][]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  // Waiting for the disk would hide the difference.
  await client.query('set synchronous_commit = off')
  await client.query('checkpoint')
  const measure = async (name: string, write: (at: number) => Promise<unknown>) => {
    const before = await logPosition(client)
    const startedAt = performance.now()
    for (let at = 0; at < WRITES; at += 1) await write(at)
    const micros = (1000 * (performance.now() - startedAt)) / WRITES
    const bytes = ((await logPosition(client)) - before) / WRITES
    return [
      [`${name}, time`, micros],
      [`${name}, WAL`, bytes],
    ] satisfies [string, number][]
  }
  const named = (at: number) => (7919 * (round * WRITES + at)).toString(36)
  const signUps = await measure('a sign-up', (at) =>
    client.query({
      name: 'sign-up',
      text: SIGN_UP,
      values: [`new-${named(at)}@naver.com`, `새별${named(at)}`, `N${round}-${at}`],
    }),
  )
  const renames = await measure('a new nickname', (at) =>
    client.query({
      name: 'rename',
      text: RENAME,
      values: [`바뀐이름${named(at)}`, 1 + round * WRITES + at],
    }),
  )
  await client.end()
  return [...signUps, ...renames]
}

async function logPosition(client: Client): Promise<number> {
  const { rows } = await client.query<{ at: string }>(
    `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as at`,
  )
  return Number(rows[0]?.at)
}

function printSearch(rows: readonly SearchRow[]): void {
  console.table(
    rows.map((row) =>
      'p50' in row
        ? { search: row.name, 'p50 ms': round1(row.p50), 'p95 ms': round1(row.p95), met: row.ok }
        : { write: row.name, with: round1(row.with), without: round1(row.without), unit: row.unit },
    ),
  )
}

const round1 = (value: number) => Number(value.toFixed(1))
