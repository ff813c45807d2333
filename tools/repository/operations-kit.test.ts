import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { etcdTls, OPENSSL } from '../cluster-tls.ts'
import { ROOT } from '../run-step.ts'

const PROMETHEUS = join(ROOT, 'ops/prometheus')

/** Runs promtool in the folder of the rules; a failed check throws with its output. */
const promtool = (...args: string[]): string =>
  execFileSync('promtool', args, { cwd: PROMETHEUS, encoding: 'utf8', stdio: 'pipe' })

const namesIn = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, name = '']) => name)

type Panel = { title: string; type: string; targets?: { expr: string }[] }

const dashboard = (): Panel[] => {
  const text = readFileSync(join(ROOT, 'ops/grafana/solstice.json'), 'utf8')
  return (JSON.parse(text) as { panels: Panel[] }).panels // The shape of a dashboard of Grafana.
}

test('the alert rules and the scrape configuration are valid', () => {
  expect(promtool('check', 'rules', 'solstice.rules.yml')).toContain('SUCCESS')
  expect(promtool('check', 'config', 'prometheus.yml')).toContain('SUCCESS')
})

test('the alert rules fire for the described series and for no others', () => {
  expect(promtool('test', 'rules', 'solstice.rules.test.yml')).toContain('SUCCESS')
})

test('every alert has a severity, a summary and an action', () => {
  const text = readFileSync(join(PROMETHEUS, 'solstice.rules.yml'), 'utf8')
  const alerts = text.split('- alert: ').slice(1)

  expect(alerts.length).toBeGreaterThan(15)
  const incomplete = alerts.filter(
    (alert) =>
      !/severity: (warning|critical)/.test(alert) ||
      !alert.includes('summary: ') ||
      !alert.includes('action: '),
  )
  expect(incomplete).toEqual([])
})

test('every query of the dashboard is valid, and every panel has one', () => {
  const panels = dashboard().filter(({ type }) => type !== 'row')
  const rules = panels.flatMap(({ targets = [] }) =>
    targets.map(
      ({ expr }, index) =>
        `      - record: panel:query${index}\n        expr: ${JSON.stringify(expr.replaceAll('$__rate_interval', '5m'))}\n`,
    ),
  )
  const folder = mkdtempSync(join(tmpdir(), 'solstice-dashboard-'))
  const file = join(folder, 'dashboard.yml')
  // Every query is a group of its own, because promtool refuses equal records in a group.
  const groups = rules.map((rule, index) => `  - name: query${index}\n    rules:\n${rule}`)
  writeFileSync(file, `groups:\n${groups.join('')}`)
  try {
    expect(promtool('check', 'rules', '--lint=none', file)).toContain('SUCCESS')
  } finally {
    rmSync(folder, { recursive: true })
  }
  expect(panels.filter(({ targets = [] }) => targets.length === 0)).toEqual([])
})

test('the alert rules and the dashboard use only metrics that a server or a backup has', () => {
  const sources = globSync('apps/server/src/**/*.ts', { cwd: ROOT }).map((file) =>
    readFileSync(join(ROOT, file), 'utf8'),
  )
  const backup = readFileSync(join(ROOT, 'ops/pgbackrest/solstice-report-backup'), 'utf8')
  const known = new Set([
    ...sources.flatMap((text) => namesIn(text, /name: '(solstice_[a-z0-9_]+)'/g)),
    ...namesIn(backup, /^# TYPE (solstice_[a-z0-9_]+)/gm),
  ])
  const used = ['ops/prometheus/solstice.rules.yml', 'ops/grafana/solstice.json'].flatMap((file) =>
    namesIn(readFileSync(join(ROOT, file), 'utf8'), /\b(solstice_[a-z0-9_]+)/g),
  )
  const unknown = used.filter(
    (name) => !known.has(name) && !known.has(name.replace(/_(?:bucket|sum|count)$/, '')),
  )

  expect(used.length).toBeGreaterThan(40)
  expect(unknown).toEqual([])
})

test('the units start programs that exist', () => {
  const units = globSync('ops/systemd/*.service', { cwd: ROOT })
  const programs = units.map((unit) => {
    const text = readFileSync(join(ROOT, unit), 'utf8')
    return /^ExecStart=\S+\/node_modules\/\.bin\/node (\S+)$/m.exec(text)?.[1] ?? unit
  })

  expect(new Set(programs)).toEqual(
    new Set(['main', 'migrate', 'signer', 'worker'].map((name) => `apps/server/src/${name}.ts`)),
  )
  for (const program of programs) expect(readFileSync(join(ROOT, program))).toBeDefined()
})

describe('the database kit', () => {
  const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

  test('sets the password of the REST API and does not start without it', () => {
    const documented = namesIn(read('docs/availability.md'), /^ +(PATRONI_[A-Z0-9_]+)=/gm)
    const rehearsed = namesIn(read('tools/postgres-cluster.ts'), /^ +(PATRONI_[A-Z0-9_]+): /gm)

    expect(documented).toEqual(
      expect.arrayContaining(['PATRONI_RESTAPI_USERNAME', 'PATRONI_RESTAPI_PASSWORD']),
    )
    expect(rehearsed.filter((name) => name !== 'PATRONI_POSTGRESQL_PGPASS')).toEqual(documented)
    // Patroni rejects credentials without a password.
    expect(read('ops/patroni/patroni.yml')).toMatch(
      /^restapi:\n {2}authentication:\n {4}username: /m,
    )
  })

  test('lets only clients with a certificate use etcd', () => {
    const settings = namesIn(read('docs/availability.md'), /^ +ETCD_([A-Z_]+)=/gm)
    const options = settings.map((name) => `--${name.toLowerCase().replaceAll('_', '-')}`)

    expect(options).toContain('--client-cert-auth')
    expect(etcdTls('').map((option) => option.split('=', 1).join(''))).toEqual(options)
    expect(read('ops/patroni/patroni.yml')).toMatch(/^etcd3:\n {2}protocol: https\n/m)
  })

  test('refuses connections over the network without TLS', () => {
    const patroni = read('ops/patroni/patroni.yml')
    const rules = namesIn(patroni, /^ {4}- ((?:local|host)\w*) /gm)

    expect(rules).toEqual(['local', 'hostssl', 'hostssl'])
    expect(patroni).toMatch(/^ {4}ssl: 'on'$/m)
    expect(patroni.match(/^ {6}sslmode: verify-full$/gm)).toHaveLength(2)
  })

  test('is documented with addresses that verify the certificate of the database', () => {
    const addresses = namesIn(read('docs/availability.md'), /(postgresql:\/\/[^`]+)/g)

    expect(addresses).toHaveLength(2)
    for (const address of addresses) {
      const { searchParams } = new URL(address.replaceAll('…', 'x'))
      expect(Object.fromEntries(searchParams)).toEqual({
        sslmode: 'verify-full',
        sslrootcert: '/etc/solstice/tls/ca.crt',
      })
    }
  })

  test('is documented with the commands that create the certificates of the rehearsal', () => {
    const page = read('docs/availability.md')

    for (const args of [OPENSSL.authority, OPENSSL.machine('solstice1', '10.0.1.21')]) {
      expect(page).toContain(`openssl ${args}\n`)
    }
  })
})
