import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  PRODUCTION_SETTINGS as PRODUCTION,
  REQUIRED_IN_PRODUCTION,
} from '#test/production-settings.ts'
import { readEnv, readSignerEnv, SETTING_NAMES, SettingsError } from './env.ts'

function problemsOf(source: Record<string, string | undefined>): string[] {
  try {
    readEnv(source)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const [title, ...problems] = error.message.split('\n')
    expect(title).toBe('The server cannot start with these settings:')
    return problems
  }
  return []
}

const DEVELOPMENT = { NODE_ENV: 'development' }

describe('without any setting', () => {
  test('the server runs for one developer on this machine', () => {
    const env = readEnv({})

    expect(env).toMatchObject({
      production: false,
      host: '127.0.0.1',
      port: 4000,
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

  test('an empty setting counts as none, as compose files and CI write them', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '', SESSION_KEY: '' })).toEqual(readEnv({}))
  })
})

test('the page on running it names every setting', async () => {
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
  ])('is not taken for development with %j', (settings, named) => {
    expect(problemsOf(settings)).toEqual([
      `  - NODE_ENV is required with ${named}: production, or development for a developer's own server`,
    ])
  })

  test.each(['development', 'test'])('may be said to be %s', (NODE_ENV) => {
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
  ])('with %j run: %s', (settings, localChains) => {
    expect(readEnv(settings).localChains).toBe(localChains)
  })

  test('are refused in production', () => {
    expect(problemsOf({ ...PRODUCTION, LOCAL_CHAINS: 'true' })).toEqual([
      '  - LOCAL_CHAINS are for development only',
    ])
  })
})

describe('a setting that is wrong', () => {
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
  ])('is named in one line: %s=%s', (name, value) => {
    const problems = problemsOf({ ...DEVELOPMENT, [name]: value })

    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^  - ${name}: .{10,}`))
  })

  test('is half a Firebase project: what is missing of it is named', () => {
    const whole = {
      FIREBASE_PROJECT_ID: 'sun',
      FIREBASE_API_KEY: 'key',
      FIREBASE_APP_ID: '1:1:web:1',
    }

    expect(problemsOf(whole)).toEqual([])
    expect(problemsOf({ FIREBASE_PROJECT_ID: 'sun', FIREBASE_API_KEY: 'key' })).toEqual([
      expect.stringMatching(/^ {2}- FIREBASE_APP_ID is missing/),
    ])
  })

  test('does not hide the others', () => {
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

  test('does not hide what production misses', () => {
    const problems = problemsOf({ ...PRODUCTION, PORT: 'http', SMTP_URL: undefined })

    expect(problems.map((problem) => /- (\w+)/.exec(problem)?.[1])).toEqual(['PORT', 'SMTP_URL'])
  })

  test('is not repeated, because it may be a secret', () => {
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

describe('the key of push', () => {
  const key = 'dGhlIGtleSBvZiBhIHNlcnZlciBpbiBvbmUgdGVzdCE'

  test.each([key, `${key}=`, '+/'.repeat(21) + 'A='])('may be in either base64: %s', (given) => {
    expect(readEnv({ VAPID_PRIVATE_KEY: given }).vapidPrivateKey).toMatch(/^[\w-]{43}$/)
  })

  test.each([
    ['VAPID_PRIVATE_KEY', 'too short'],
    ['VAPID_SUBJECT', 'ops@harbor.example'],
  ])('and whom to ask are refused where they are none: %s', (name, given) => {
    expect(problemsOf({ [name]: given })).toHaveLength(1)
  })
})

describe('the public origin', () => {
  test.each([
    ['https://app.harbor.example/', 'https://app.harbor.example'],
    ['https://APP.harbor.example', 'https://app.harbor.example'],
    ['https://app.harbor.example:443', 'https://app.harbor.example'],
    ['http://localhost:4000', 'http://localhost:4000'],
  ])('is read as a browser sends it: %s', (given, origin) => {
    expect(readEnv({ ...DEVELOPMENT, PUBLIC_ORIGIN: given }).publicOrigin).toBe(origin)
  })
})

describe('the clock of development', () => {
  test.each([
    ['2026-06-23T12:00:00Z', '2026-06-23T12:00:00.000Z'],
    ['2026-06-23T12:00:00+04:00', '2026-06-23T08:00:00.000Z'],
  ])('starts at %s', (given, instant) => {
    expect(readEnv({ SOLSTICE_NOW: given }).startAt?.toISOString()).toBe(instant)
  })
})

describe('figures', () => {
  test('are told to nobody unless a port is given, and then on this machine only', () => {
    expect(readEnv({}).metrics).toBeUndefined()
    expect(readEnv({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 })
    expect(readEnv({ METRICS_PORT: '9464', METRICS_HOST: '10.0.1.11' }).metrics?.host).toBe(
      '10.0.1.11',
    )
  })

  test('never at the port that members reach', () => {
    expect(problemsOf({ PORT: '8080', METRICS_PORT: '8080' })).toEqual([
      '  - METRICS_PORT: not the port that members reach',
    ])
    expect(problemsOf({ PORT: '0', METRICS_PORT: '0' })).toEqual([])
  })
})

describe('production', () => {
  test('starts with what it needs', () => {
    expect(readEnv(PRODUCTION)).toMatchObject({
      production: true,
      databaseUrl: PRODUCTION.DATABASE_URL,
      publicOrigin: PRODUCTION.PUBLIC_ORIGIN,
      sessionKey: PRODUCTION.SESSION_KEY,
      smtpUrl: PRODUCTION.SMTP_URL,
      mailFrom: PRODUCTION.MAIL_FROM,
      supportEmail: PRODUCTION.SUPPORT_EMAIL,
      logLevel: 'info',
    })
  })

  test('refuses every default at once, the embedded database among them', () => {
    const problems = problemsOf({ NODE_ENV: 'production' })

    expect(problems).toEqual(
      REQUIRED_IN_PRODUCTION.map((name): unknown =>
        expect.stringContaining(`  - ${name} is required in production: `),
      ),
    )
    expect(problems[0]).toContain('the embedded database is for one process on one machine')
  })

  test.each(REQUIRED_IN_PRODUCTION)('refuses to start without %s', (name) => {
    expect(problemsOf({ ...PRODUCTION, [name]: undefined })).toEqual([
      expect.stringContaining(`${name} is required in production`),
    ])
  })

  test.each([
    ['SESSION_KEY', 'k'.repeat(32)],
    ['SESSION_KEY', 'ab'.repeat(16)],
    ['SESSION_KEY', 'correct-horse-'.repeat(3)],
    ['SESSION_KEY', '0123456789abcdefghijklmnopqrstuv'],
    ['SESSION_KEY', 'zyxwvutsrqponmlkjihgfedcba9876543210'],
    ['SESSION_KEY', 'CHANGEME-9fK2sQ7xLw4RtZ8vBn1YcJ5m'],
    ['PIN_MASTER_KEY', 'm'.repeat(32)],
    ['OPERATOR_TOKEN', 'o'.repeat(32)],
    ['VAPID_PRIVATE_KEY', 'A'.repeat(43)],
  ])('refuses a secret that nobody drew: %s=%s', (name, value) => {
    expect(problemsOf({ ...PRODUCTION, [name]: value })).toEqual([
      `  - ${name} is too weak: use randomness, for example from openssl rand`,
    ])
  })

  test('accepts every secret that was drawn, in hex and in base64', () => {
    for (let draw = 0; draw < 500; draw += 1) {
      const bytes = createHash('sha256').update(`draw ${draw}`).digest()
      const settings = {
        ...PRODUCTION,
        SESSION_KEY: bytes.toString('base64'),
        PIN_MASTER_KEY: bytes.toString('hex'),
      }
      expect(problemsOf(settings)).toEqual([])
    }
  })

  test('refuses one secret for sessions and for PINs', () => {
    expect(problemsOf({ ...PRODUCTION, PIN_MASTER_KEY: PRODUCTION.SESSION_KEY })).toEqual([
      expect.stringContaining('PIN_MASTER_KEY must be another than SESSION_KEY'),
    ])
  })

  test('refuses a clock that was set', () => {
    expect(problemsOf({ ...PRODUCTION, SOLSTICE_NOW: '2026-06-23T12:00:00Z' })).toEqual([
      '  - SOLSTICE_NOW is for development only',
    ])
  })

  test.each([
    'http://app.harbor.example',
    'HTTP://app.harbor.example',
    ' http://app.harbor.example',
  ])(
    'refuses plain http however it is spelled, because session cookies would not be safe: "%s"',
    (origin) => {
      expect(problemsOf({ ...PRODUCTION, PUBLIC_ORIGIN: origin })).toEqual([
        expect.stringContaining('PUBLIC_ORIGIN must be https in production'),
      ])
    },
  )

  test.each([
    ['postgresql://solstice:s3cret@db.harbor.example/solstice', true],
    ['postgresql://db.harbor.example/solstice?sslmode=disable', true],
    ['postgresql://10.0.1.5:5432/solstice', true],
    ['postgresql://127.harbor.example/solstice', true],
    ['postgresql://db.harbor.example/solstice?sslmode=verify-full', false],
    ['postgresql://db.harbor.example/solstice?sslmode=require', false],
    ['postgresql://localhost/solstice', false],
    ['postgresql://127.0.0.1:5432/solstice', false],
    ['postgresql://[::1]/solstice', false],
    ['postgresql:///solstice?host=/var/run/postgresql', false],
  ])('knows whether its database is talked to in clear: %s', (url, inClear) => {
    expect(readEnv({ ...PRODUCTION, DATABASE_URL: url }).databaseInClear).toBe(inClear)
  })
})

describe('the treasury', () => {
  const key = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
  const address = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

  test('is known to servers in production by its address alone', () => {
    const env = readEnv({ ...PRODUCTION, TREASURY_ADDRESS: address.toLowerCase() })

    expect(env.treasuryAddress).toBe(address)
    expect(env.treasuryKey).toBeUndefined()
    expect(problemsOf({ TREASURY_ADDRESS: '0x12' })).toEqual([
      '  - TREASURY_ADDRESS: expected an address: 0x and 40 hex digits',
    ])
  })

  test.each([
    ['a server in production', { ...PRODUCTION, TREASURY_KEY: key }],
    ['a server beside a signer', { TREASURY_KEY: key, TREASURY_ADDRESS: address }],
  ])('refuses the key of %s, and says where it belongs', (_whose, settings) => {
    const [problem, ...others] = problemsOf(settings)

    expect(others).toEqual([])
    expect(problem).toContain('TREASURY_KEY belongs to the signer alone')
    expect(problem).toContain('as TREASURY_ADDRESS')
    expect(problem).not.toContain('59c6')
  })

  test('has a key in the process in development, and none that is not one', () => {
    expect(readEnv({ TREASURY_KEY: key }).treasuryKey).toBe(key)
    expect(problemsOf({ TREASURY_KEY: 'a1'.repeat(32) })).toEqual([
      '  - TREASURY_KEY: expected 0x and 64 hex digits',
    ])
  })

  test('is signed for by a process with few settings, all of them required', () => {
    const { DATABASE_URL } = PRODUCTION
    const settings = {
      DATABASE_URL,
      TREASURY_KEY: key,
      SIGNER_LIMITS: '/etc/solstice/limits.json',
      SIGNER_DATA: '/var/lib/signer',
    }

    expect(readSignerEnv({ ...settings, NODE_ENV: 'production' })).toMatchObject({
      databaseInClear: true,
      treasuryKey: key,
      limitsFile: '/etc/solstice/limits.json',
      logLevel: 'info',
    })
    const inDevelopment = { ...settings, NODE_ENV: 'development', SIGNER_DATA: '/var/lib/other' }
    expect(readSignerEnv(inDevelopment).folder).toBe('/var/lib/other')
    expect(() => readSignerEnv(settings)).toThrow('NODE_ENV')
    const withoutFolder = { ...settings, NODE_ENV: 'production', SIGNER_DATA: '' }
    expect(() => readSignerEnv(withoutFolder)).toThrow('SIGNER_DATA')
    expect(() => readSignerEnv({})).toThrow(/DATABASE_URL[^]*TREASURY_KEY[^]*SIGNER_LIMITS/)
    expect(() => readSignerEnv({ ...settings, NODE_ENV: 'production', DIE_AT: 'x' })).toThrow(
      'DIE_AT is for fault runs only',
    )
  })

  test.each(['1'.repeat(64), 'a1'.repeat(32)])('is not paid from with the weak key %s', (hex) => {
    const { DATABASE_URL } = PRODUCTION
    const settings = { NODE_ENV: 'production', DATABASE_URL, SIGNER_LIMITS: '/etc/limits.json' }

    expect(() => readSignerEnv({ ...settings, TREASURY_KEY: `0x${hex}` })).toThrow(
      'TREASURY_KEY is too weak',
    )
  })

  test('cannot be made to die in production', () => {
    expect(problemsOf({ ...PRODUCTION, DIE_AT: 'payout-signed' })).toEqual([
      '  - DIE_AT is for fault runs only',
    ])
  })
})
