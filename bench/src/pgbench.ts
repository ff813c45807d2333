import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgresBin } from '../../tools/postgres.ts'
import type { Load } from './load.ts'

const run = promisify(execFile)

function program(name: string): string {
  const bin = findPostgresBin()
  if (!bin) throw new Error('PostgreSQL is not installed: run `node tools/packages.ts`')
  return join(bin, name)
}

export async function psql(url: string, statement: string): Promise<void> {
  const options = ['--quiet', '--no-psqlrc', '--set=ON_ERROR_STOP=1', `--command=${statement}`]
  await run(program('psql'), [...options, url])
}

/** A script that runs once per given number of transactions. */
export type Maintenance = { script: string; every: number }

/** Returns the transactions per second of one script, measured by PostgreSQL's pgbench. */
export async function transactionsPerSecond(
  url: string,
  { clients, seconds }: Load,
  script: string,
  maintenance?: Maintenance,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'solstice-bench-'))
  const file = join(folder, 'script.sql')
  writeFileSync(file, script)
  const maintenanceFile = join(folder, 'upkeep.sql')
  if (maintenance) writeFileSync(maintenanceFile, maintenance.script)
  const files = maintenance
    ? [`--file=${file}@${maintenance.every}`, `--file=${maintenanceFile}@1`]
    : [`--file=${file}`]
  try {
    const options = ['--no-vacuum', '--protocol=prepared', '--jobs=1', ...files]
    const load = [`--client=${clients}`, `--time=${seconds}`]
    const { stdout } = await run(program('pgbench'), [...options, ...load, url])
    const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1]
    const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? '0'
    if (tps === undefined || failed !== '0') throw new Error(`pgbench printed:\n${stdout}`)
    return Number(tps)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
