import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  PRODUCTION_SETTINGS as PRODUCTION,
  REQUIRED_IN_PRODUCTION,
} from '#test/production-settings.ts'
import { problemsOf } from '#test/setting-problems.ts'
import { readEnv, readSignerEnv } from './env.ts'

describe('production', () => {
  test('starts with the required settings', () => {
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

  test('rejects all missing defaults together, including the embedded database', () => {
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
  ])('rejects a secret that is not random: %s=%s', (name, value) => {
    expect(problemsOf({ ...PRODUCTION, [name]: value })).toEqual([
      `  - ${name} is too weak: use randomness, for example from openssl rand`,
    ])
  })

  test('accepts every random secret, in hex and in base64', () => {
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

  test('rejects the same secret for sessions and for PINs', () => {
    expect(problemsOf({ ...PRODUCTION, PIN_MASTER_KEY: PRODUCTION.SESSION_KEY })).toEqual([
      expect.stringContaining('PIN_MASTER_KEY must differ from SESSION_KEY'),
    ])
  })

  test('rejects a clock setting', () => {
    expect(problemsOf({ ...PRODUCTION, SOLSTICE_NOW: '2026-06-23T12:00:00Z' })).toEqual([
      '  - SOLSTICE_NOW is for development only',
    ])
  })

  test.each([
    'http://app.harbor.example',
    'HTTP://app.harbor.example',
    ' http://app.harbor.example',
  ])(
    'rejects plain http in any spelling, because session cookies would not be safe: "%s"',
    (origin) => {
      expect(problemsOf({ ...PRODUCTION, PUBLIC_ORIGIN: origin })).toEqual([
        expect.stringContaining('PUBLIC_ORIGIN must be https in production'),
      ])
    },
  )

  test('rejects a console on plain http or on the host of the app, whatever its port', () => {
    const at = (CONSOLE_ORIGIN: string) => problemsOf({ ...PRODUCTION, CONSOLE_ORIGIN })

    expect(at('http://console.harbor.example')).toEqual([
      expect.stringContaining('CONSOLE_ORIGIN must be https in production'),
    ])
    for (const same of ['https://app.harbor.example', 'https://APP.harbor.example:8443']) {
      expect(at(same)).toEqual([
        expect.stringContaining('CONSOLE_ORIGIN must have another host than PUBLIC_ORIGIN'),
      ])
    }
  })

  test('serves a console only with its own port, because the next one may be taken', () => {
    expect(readEnv(PRODUCTION).consolePort).toBeUndefined()
    expect(readEnv({ ...PRODUCTION, CONSOLE_PORT: '4100' }).consolePort).toBe(4100)
  })

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
  ])('detects whether its database connection is unencrypted: %s', (url, unencrypted) => {
    expect(readEnv({ ...PRODUCTION, DATABASE_URL: url }).databaseUnencrypted).toBe(unencrypted)
  })
})

describe('the treasury', () => {
  const key = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
  const address = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

  test('is known to production servers by its address only', () => {
    const env = readEnv({ ...PRODUCTION, TREASURY_ADDRESS: address.toLowerCase() })

    expect(env.treasuryAddress).toBe(address)
    expect(env.treasuryKey).toBeUndefined()
    expect(problemsOf({ TREASURY_ADDRESS: '0x12' })).toEqual([
      '  - TREASURY_ADDRESS: expected an address: 0x and 40 hex digits',
    ])
  })

  test.each([
    ['a server in production', { ...PRODUCTION, TREASURY_KEY: key }],
    ['a server with a separate signer', { TREASURY_KEY: key, TREASURY_ADDRESS: address }],
  ])('rejects the key in %s, and states where it belongs', (_label, settings) => {
    const [problem, ...others] = problemsOf(settings)

    expect(others).toEqual([])
    expect(problem).toContain('TREASURY_KEY belongs to the signer alone')
    expect(problem).toContain('as TREASURY_ADDRESS')
    expect(problem).not.toContain('59c6')
  })

  test('has a key in the development process, and rejects an invalid one', () => {
    expect(readEnv({ TREASURY_KEY: key }).treasuryKey).toBe(key)
    expect(problemsOf({ TREASURY_KEY: 'a1'.repeat(32) })).toEqual([
      '  - TREASURY_KEY: expected 0x and 64 hex digits',
    ])
  })

  test('has a signer process with few settings, all of them required', () => {
    const { DATABASE_URL } = PRODUCTION
    const settings = {
      DATABASE_URL,
      TREASURY_KEY: key,
      SIGNER_LIMITS: '/etc/solstice/limits.json',
      SIGNER_DATA: '/var/lib/signer',
    }

    expect(readSignerEnv({ ...settings, NODE_ENV: 'production' })).toMatchObject({
      databaseUnencrypted: true,
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

  test.each(['1'.repeat(64), 'a1'.repeat(32)])('rejects the weak key %s', (hex) => {
    const { DATABASE_URL } = PRODUCTION
    const settings = { NODE_ENV: 'production', DATABASE_URL, SIGNER_LIMITS: '/etc/limits.json' }

    expect(() => readSignerEnv({ ...settings, TREASURY_KEY: `0x${hex}` })).toThrow(
      'TREASURY_KEY is too weak',
    )
  })

  test.each(['production', 'development', undefined])(
    'rejects a server without approvals if NODE_ENV is %s',
    (mode) => {
      const settings = { ...(mode === 'production' ? PRODUCTION : {}), NODE_ENV: mode }
      expect(problemsOf({ ...settings, APPROVALS: 'off' })).toEqual([
        '  - APPROVALS: off needs NODE_ENV=test',
      ])
      expect(problemsOf({ NODE_ENV: 'test', APPROVALS: 'off' })).toEqual([])
    },
  )

  test('rejects fault points in production', () => {
    expect(problemsOf({ ...PRODUCTION, DIE_AT: 'payout-signed' })).toEqual([
      '  - DIE_AT is for fault runs only',
    ])
  })
})
