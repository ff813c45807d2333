import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { ArchivedDatabase, Backup } from '../apps/server/test/faults/scenario.ts'
import { findPostgresBin, runAs, startPostgres, type Place } from './postgres.ts'
import { ROOT } from './run-step.ts'

const KIT = join(ROOT, 'ops/pgbackrest')
const LIMIT_MS = 120_000

/** The commands of docs/availability.md, which the rehearsal runs; a test compares them. */
export const PGBACKREST = {
  create: ['--stanza=solstice', 'stanza-create'],
  check: ['--stanza=solstice', 'check'],
  full: ['--stanza=solstice', '--type=full', 'backup'],
  incr: ['--stanza=solstice', '--type=incr', 'backup'],
  toPoint: (time: string) => [
    '--stanza=solstice',
    '--type=time',
    `--target=${time}`,
    '--target-action=promote',
    'restore',
  ],
  toEnd: ['--stanza=solstice', 'restore'],
} as const

/** A rehearsal must not archive a second history beside that of the primary. */
const REHEARSAL = '--archive-mode=off'

type Info = {
  backup: { type: string; error: boolean; info: { size: number; delta: number } }[]
}[]

/** Starts a database that archives its WAL with the configuration of `ops/pgbackrest`. */
export async function startArchivedPostgres(): Promise<ArchivedDatabase> {
  const bin = findPostgresBin()
  if (!bin) throw new Error('PostgreSQL is not installed: run `node tools/packages.ts`')
  const owner = runAs()
  const own = (path: string) => {
    if (owner.uid !== undefined && owner.gid !== undefined) chownSync(path, owner.uid, owner.gid)
  }
  const home = mkdtempSync(join(tmpdir(), 'solstice-archive-'))
  own(home)
  // The account of PostgreSQL may not be able to read the repository.
  const config = join(home, 'pgbackrest.conf')
  copyFileSync(join(KIT, 'pgbackrest.conf'), config)
  own(config)
  const cipher = randomBytes(32).toString('base64')
  const environmentOf = ({ data, folder, port }: Place) => ({
    PGBACKREST_CONFIG: config,
    PGBACKREST_REPO1_TYPE: 'posix',
    PGBACKREST_REPO1_PATH: join(home, 'repository'),
    PGBACKREST_REPO1_CIPHER_PASS: cipher,
    PGBACKREST_PG1_PATH: data,
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: folder,
    PGBACKREST_LOG_PATH: home,
    PGBACKREST_LOCK_PATH: home,
  })
  const cluster = await startPostgres({
    durable: true,
    config: readFileSync(join(KIT, 'archive.conf'), 'utf8'),
    environmentOf,
  })
  const { data } = cluster.place
  const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...environmentOf(cluster.place) }
  const pgbackrest = async (args: readonly string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)('pgbackrest', args, { ...owner, cwd: home, env })
    return stdout
  }
  const query = (text: string): string =>
    execFileSync(join(bin, 'psql'), [cluster.url, '-Atc', text], { encoding: 'utf8' }).trim()
  const until = async (what: string, isTrue: () => boolean): Promise<void> => {
    const deadline = performance.now() + LIMIT_MS
    while (!isTrue()) {
      if (performance.now() > deadline) throw new Error(`${what} took too long`)
      await sleep(100)
    }
  }
  const stop = async () => {
    await cluster.stop()
    rmSync(home, { recursive: true, force: true })
  }
  try {
    await pgbackrest(PGBACKREST.create)
    await pgbackrest(PGBACKREST.check)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: cluster.url,
    backUp: async (type) => {
      await pgbackrest(PGBACKREST[type])
      const [stanza] = JSON.parse(await pgbackrest(['info', '--output=json'])) as Info // The form of pgBackRest.
      return (stanza?.backup ?? []).map(({ type: taken, error, info }): Backup => ({
        type: taken,
        bytes: error ? 0 : info.delta,
      }))
    },
    now: () =>
      query(
        `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US') || '+00'`,
      ),
    archiveAll: async () => {
      const segment = query('select pg_walfile_name(pg_switch_wal())')
      await until('The archive', () => {
        const archived = query('select last_archived_wal from pg_stat_archiver')
        return archived.slice(0, 24) >= segment
      })
    },
    destroy: async () => {
      await cluster.halt('as a crash')
      rmSync(data, { recursive: true })
    },
    restore: async (to) => {
      const command = to === 'end' ? PGBACKREST.toEnd : PGBACKREST.toPoint(to)
      const startedAt = performance.now()
      await cluster.halt('as a crash')
      rmSync(data, { recursive: true, force: true })
      mkdirSync(data, { mode: 0o700 })
      own(data)
      await pgbackrest([...command.slice(0, -1), REHEARSAL, 'restore'])
      const copiedAt = performance.now()
      await cluster.resume()
      await until('The recovery', () => query('select pg_is_in_recovery()') === 'f')
      return {
        copyMs: Math.round(copiedAt - startedAt),
        recoverMs: Math.round(performance.now() - copiedAt),
      }
    },
    stop,
  }
}
