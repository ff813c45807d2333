import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PRODUCTION_SETTINGS as PRODUCTION } from '#test/production-settings.ts'
import { problemsOf } from '#test/setting-problems.ts'
import { readEnv, SETTING_NAMES } from './env.ts'

const DEVELOPMENT = { NODE_ENV: 'development' }

describe('a server without any setting', () => {
  test('runs for one developer on this machine', () => {
    const env = readEnv({})

    expect(env).toMatchObject({
      production: false,
      host: '127.0.0.1',
      port: 4000,
      consolePort: 4001,
      consoleOrigin: undefined,
      dataFolder: resolve('.data'),
      startAt: undefined,
      databaseUrl: undefined,
      publicOrigin: undefined,
      trustProxy: false,
      worker: true,
      sessionKey: undefined,
      smtpUrl: undefined,
      logLevel: 'warn',
    })
  })

  test('treats an empty setting as missing, as compose files and CI write them', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '', SESSION_KEY: '' })).toEqual(readEnv({}))
  })
})

test('the address of standbys needs the one of the primary, and differs from it', () => {
  const { DATABASE_URL } = PRODUCTION
  const replica = 'postgresql://standby.harbor.example/solstice?sslmode=verify-full'

  expect(readEnv({ ...PRODUCTION, DATABASE_REPLICA_URL: replica }).replicaUrl).toBe(replica)
  expect(problemsOf({ DATABASE_REPLICA_URL: replica })).toEqual([
    '  - DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replica',
  ])
  expect(problemsOf({ ...PRODUCTION, DATABASE_REPLICA_URL: DATABASE_URL })).toEqual([
    '  - DATABASE_REPLICA_URL must differ from DATABASE_URL: it is the address of standbys',
  ])
  expect(problemsOf({ ...PRODUCTION, DATABASE_REPLICA_URL: 'https://standby' })).toEqual([
    '  - DATABASE_REPLICA_URL: expected postgresql://user:password@host/database',
  ])
})

test('the deployment page names every setting', async () => {
  const page = await readFile(new URL('../../../../../docs/deployment.md', import.meta.url), 'utf8')

  expect(SETTING_NAMES.length).toBeGreaterThan(30)
  expect(SETTING_NAMES.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

describe('the environment', () => {
  const database = { DATABASE_URL: PRODUCTION.DATABASE_URL }
  const origin = { PUBLIC_ORIGIN: PRODUCTION.PUBLIC_ORIGIN }

  test.each([
    [database, 'DATABASE_URL'],
    [origin, 'PUBLIC_ORIGIN'],
    [{ ...database, ...origin }, 'DATABASE_URL and PUBLIC_ORIGIN'],
    [{ ...database, NODE_ENV: '' }, 'DATABASE_URL'],
  ])('has no development default with %j', (settings, named) => {
    expect(problemsOf(settings)).toEqual([
      `  - NODE_ENV is required with ${named}: production, or development for a developer's own server`,
    ])
  })

  test.each(['development', 'test'])('can be set to %s', (NODE_ENV) => {
    expect(readEnv({ ...database, ...origin, NODE_ENV }).production).toBe(false)
  })
})

describe('local chains', () => {
  test.each([
    [{}, true],
    [{ LOCAL_CHAINS: 'false' }, false],
    [{ ...DEVELOPMENT, DATABASE_URL: 'postgresql://db.harbor.example/solstice' }, false],
    [
      {
        ...DEVELOPMENT,
        DATABASE_URL: 'postgresql://db.harbor.example/solstice',
        LOCAL_CHAINS: 'true',
      },
      true,
    ],
    [{ NETWORKS: 'networks.json' }, false],
    [PRODUCTION, false],
  ])('are enabled by %j: %s', (settings, localChains) => {
    expect(readEnv(settings).localChains).toBe(localChains)
  })

  test('are rejected in production', () => {
    expect(problemsOf({ ...PRODUCTION, LOCAL_CHAINS: 'true' })).toEqual([
      '  - LOCAL_CHAINS are for development only',
    ])
  })
})

describe('an invalid setting', () => {
  test.each([
    ['NODE_ENV', 'staging'],
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['SOLSTICE_NOW', 'tomorrow'],
    ['SOLSTICE_NOW', '2026-06-23'],
    ['DATABASE_URL', 'db.harbor.example'],
    ['DATABASE_URL', 'mysql://db.harbor.example/solstice'],
    ['PUBLIC_ORIGIN', 'app.harbor.example'],
    ['PUBLIC_ORIGIN', 'ftp://app.harbor.example'],
    ['PUBLIC_ORIGIN', 'https://app.harbor.example/solstice'],
    ['PUBLIC_ORIGIN', 'https://app.harbor.example/?x=1'],
    ['CONSOLE_ORIGIN', 'console.harbor.example'],
    ['CONSOLE_ORIGIN', 'https://console.harbor.example/login'],
    ['CONSOLE_PORT', '65536'],
    ['CONSOLE_PORT', '4000'],
    ['METRICS_PORT', 'http'],
    ['METRICS_PORT', '65536'],
    ['METRICS_PORT', '4000'],
    ['TRUST_PROXY', 'yes'],
    ['WORKER', '1'],
    ['SESSION_KEY', 'k'.repeat(31)],
    ['PIN_MASTER_KEY', 'm'.repeat(31)],
    ['SMTP_URL', 'https://mail.harbor.example'],
    ['MAIL_FROM', 'x'],
    ['SUPPORT_EMAIL', 'help at harbor'],
    ['LOG_LEVEL', 'loud'],
  ])('is reported in one line: %s=%s', (name, value) => {
    const problems = problemsOf({ ...DEVELOPMENT, [name]: value })

    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^  - ${name}: .{10,}`))
  })

  test('is reported when part of a Firebase project is missing', () => {
    const complete = {
      FIREBASE_PROJECT_ID: 'sun',
      FIREBASE_API_KEY: 'key',
      FIREBASE_APP_ID: '1:1:web:1',
    }

    expect(problemsOf(complete)).toEqual([])
    expect(problemsOf({ FIREBASE_PROJECT_ID: 'sun', FIREBASE_API_KEY: 'key' })).toEqual([
      expect.stringMatching(/^ {2}- FIREBASE_APP_ID is missing/),
    ])
  })

  test('is reported when the relay of connections lacks its project, its address or encryption', () => {
    const [url, id] = ['wss://relay.example', 'project'] as const
    const relay = { WALLETCONNECT_RELAY_URL: url, WALLETCONNECT_PROJECT_ID: id }

    expect(readEnv({ ...DEVELOPMENT, ...relay }).walletConnect).toEqual({
      relayUrl: url,
      projectId: id,
    })
    expect(readEnv(DEVELOPMENT).walletConnect).toBeUndefined()
    expect(problemsOf({ WALLETCONNECT_RELAY_URL: url })).toEqual([
      expect.stringContaining('WALLETCONNECT_PROJECT_ID is required'),
    ])
    expect(problemsOf({ WALLETCONNECT_PROJECT_ID: id })).toEqual([
      expect.stringContaining('WALLETCONNECT_RELAY_URL is required'),
    ])
    expect(
      problemsOf({ ...relay, NODE_ENV: 'production', WALLETCONNECT_RELAY_URL: 'ws://relay' }),
    ).toContainEqual(expect.stringContaining('WALLETCONNECT_RELAY_URL must be wss'))
  })

  test('does not hide other invalid settings', () => {
    const problems = problemsOf({
      ...DEVELOPMENT,
      PORT: 'http',
      DATABASE_URL: 'nowhere',
      PUBLIC_ORIGIN: 'nowhere',
      TRUST_PROXY: 'yes',
      LOG_LEVEL: 'loud',
    })

    expect(problems.map((problem) => /- (\w+)/.exec(problem)?.[1])).toEqual([
      'PORT',
      'DATABASE_URL',
      'PUBLIC_ORIGIN',
      'TRUST_PROXY',
      'LOG_LEVEL',
    ])
  })

  test('does not hide missing production settings', () => {
    const problems = problemsOf({ ...PRODUCTION, PORT: 'http', SMTP_URL: undefined })

    expect(problems.map((problem) => /- (\w+)/.exec(problem)?.[1])).toEqual(['PORT', 'SMTP_URL'])
  })

  test('is not printed, because it may be a secret', () => {
    const problems = problemsOf({
      ...DEVELOPMENT,
      SESSION_KEY: 'hunter2',
      DATABASE_URL: 'mysql://root:hunter2@db.harbor.example/solstice',
      SMTP_URL: 'http://mailer:hunter2@mail.harbor.example',
    })

    expect(problems).toHaveLength(3)
    expect(problems.join('\n')).not.toContain('hunter2')
  })
})

describe('the push settings', () => {
  const key = 'dGhlIGtleSBvZiBhIHNlcnZlciBpbiBvbmUgdGVzdCE'

  test.each([key, `${key}=`, '+/'.repeat(21) + 'A='])(
    'accept the key in either base64 form: %s',
    (given) => {
      expect(readEnv({ VAPID_PRIVATE_KEY: given }).vapidPrivateKey).toMatch(/^[\w-]{43}$/)
    },
  )

  test.each([
    ['VAPID_PRIVATE_KEY', 'too short'],
    ['VAPID_SUBJECT', 'ops@harbor.example'],
  ])('reject an invalid value: %s', (name, given) => {
    expect(problemsOf({ [name]: given })).toHaveLength(1)
  })
})

describe('the public origin', () => {
  test.each([
    ['https://app.harbor.example/', 'https://app.harbor.example'],
    ['https://APP.harbor.example', 'https://app.harbor.example'],
    ['https://app.harbor.example:443', 'https://app.harbor.example'],
    ['http://localhost:4000', 'http://localhost:4000'],
  ])('is normalised to the form that browsers send: %s', (given, origin) => {
    expect(readEnv({ ...DEVELOPMENT, PUBLIC_ORIGIN: given }).publicOrigin).toBe(origin)
  })
})

describe('the development clock', () => {
  test.each([
    ['2026-06-23T12:00:00Z', '2026-06-23T12:00:00.000Z'],
    ['2026-06-23T12:00:00+04:00', '2026-06-23T08:00:00.000Z'],
  ])('starts at %s', (given, instant) => {
    expect(readEnv({ SOLSTICE_NOW: given }).startAt?.toISOString()).toBe(instant)
  })
})

describe('the metrics settings', () => {
  test('enable metrics only with a port, and then on this machine only', () => {
    expect(readEnv({}).metrics).toBeUndefined()
    expect(readEnv({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 })
    expect(readEnv({ METRICS_PORT: '9464', METRICS_HOST: '10.0.1.11' }).metrics?.host).toBe(
      '10.0.1.11',
    )
  })

  test('reject the port that members reach', () => {
    expect(problemsOf({ PORT: '8080', METRICS_PORT: '8080' })).toEqual([
      '  - METRICS_PORT: must differ from the port of the app',
    ])
    expect(problemsOf({ PORT: '0', METRICS_PORT: '0' })).toEqual([])
  })
})
