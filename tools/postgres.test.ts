import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPostgresBin, startPostgres } from './postgres.ts'

test('finds the newest server and skips a folder with clients only', () => {
  const home = mkdtempSync(join(tmpdir(), 'solstice-pg-home-'))
  for (const version of ['9', '15', '17'])
    mkdirSync(join(home, version, 'bin'), { recursive: true })
  writeFileSync(join(home, '9', 'bin', 'initdb'), '')
  writeFileSync(join(home, '15', 'bin', 'initdb'), '')

  expect(findPostgresBin(home)).toBe(join(home, '15', 'bin'))
  expect(findPostgresBin(join(home, 'missing'))).toBeUndefined()
  rmSync(home, { recursive: true })
})

test('a cluster retains its data after an orderly shutdown and after a crash', async () => {
  const cluster = await startPostgres({ durable: true })
  const psql = join(findPostgresBin() ?? '', 'psql')
  const query = (sql: string) =>
    execFileSync(psql, [cluster.url, '-Atc', sql], { encoding: 'utf8', stdio: 'pipe' }).trim()
  query('create table kept (value int)')

  await cluster.halt()
  expect(() => query('select 1')).toThrow('refused')
  await cluster.resume()
  expect(query('insert into kept values (1)')).toBe('INSERT 0 1')
  await cluster.halt('as a crash')
  await cluster.resume()
  await cluster.resume()

  expect(query('select value from kept')).toBe('1')
  await cluster.stop()
})

test('a cluster answers queries and leaves neither process nor folder behind', async () => {
  const cluster = await startPostgres()
  const psql = join(findPostgresBin() ?? '', 'psql')

  const shown = execFileSync(
    psql,
    [cluster.url, '-Atc', 'show max_connections; show data_directory'],
    { encoding: 'utf8' },
  ).trim()
  await cluster.stop()

  const [connections, folder] = shown.split('\n')
  expect(connections).toBe('200')
  expect(() => process.kill(cluster.pid, 0)).toThrow('ESRCH')
  expect(existsSync(folder ?? '')).toBe(false)
})
