import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PGBACKREST } from '../postgres-archive.ts'
import { ROOT } from '../run-step.ts'

const KIT = join(ROOT, 'ops/pgbackrest')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** Runs pgBackRest with the configuration of the kit and an empty repository in a folder. */
function pgbackrest(folder: string, ...args: string[]): string {
  return execFileSync('pgbackrest', [...args, '--log-level-console=warn'], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      PGBACKREST_CONFIG: join(KIT, 'pgbackrest.conf'),
      PGBACKREST_REPO1_TYPE: 'posix',
      PGBACKREST_REPO1_PATH: folder,
      PGBACKREST_REPO1_CIPHER_PASS: 'only-in-this-test',
      PGBACKREST_LOG_PATH: folder,
      PGBACKREST_LOCK_PATH: folder,
    },
  })
}

test('pgBackRest accepts every option of its configuration', () => {
  const folder = mkdtempSync(join(tmpdir(), 'solstice-backups-'))
  try {
    const output = pgbackrest(folder, '--stanza=solstice', 'info')

    expect(output).toContain('stanza: solstice')
    expect(output).not.toContain('WARN')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the operators’ page has the commands that the rehearsal runs', () => {
  const page = read('docs/availability.md')
  const commands = [
    PGBACKREST.create,
    PGBACKREST.check,
    PGBACKREST.full,
    PGBACKREST.toPoint("'2026-11-19 01:38:44+00'"),
    PGBACKREST.toEnd,
  ].map((args) => `pgbackrest ${args.join(' ')}`)

  expect(commands.filter((command) => !page.includes(command))).toEqual([])
})

test('the operators’ page sets under Patroni what archive.conf sets', () => {
  const settings = Array.from(
    read('ops/pgbackrest/archive.conf').matchAll(/^(archive_\w+) = '?([^'\n]+)/gm),
    ([, name, value]) => `${name}=${value}`,
  )
  const page = read('docs/availability.md')

  expect(settings).toHaveLength(3)
  expect(settings.filter((setting) => !page.includes(setting))).toEqual([])
})

test('the timers start full and incremental backups, which report that they were completed', () => {
  const unit = read('ops/pgbackrest/solstice-backup@.service')

  expect(unit).toContain('ExecStart=/usr/bin/pgbackrest --stanza=solstice --type=%i backup\n')
  expect(unit).toContain('ExecStartPost=/usr/local/bin/solstice-report-backup %i\n')
  for (const type of ['full', 'incr']) {
    const timer = read(`ops/pgbackrest/solstice-backup-${type}.timer`)
    expect(timer).toContain(`Unit=solstice-backup@${type}.service\n`)
  }
})

test('a completed backup is reported with its type and time', () => {
  const folder = mkdtempSync(join(tmpdir(), 'solstice-backups-'))
  try {
    const env = { PATH: process.env['PATH'], SOLSTICE_TEXTFILES: folder }
    execFileSync(join(KIT, 'solstice-report-backup'), ['full'], { env })
    const text = readFileSync(join(folder, 'solstice-backup-full.prom'), 'utf8')

    const [, time] = /^solstice_backup_completed_seconds\{type="full"\} (\d+)$/m.exec(text) ?? []
    expect(Math.abs(Date.now() / 1000 - Number(time))).toBeLessThan(60)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
