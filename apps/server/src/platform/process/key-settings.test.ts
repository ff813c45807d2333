import { expect, test } from 'vitest'
import { PRODUCTION_SETTINGS as PRODUCTION } from '#test/production-settings.ts'
import { problemsOf } from '#test/setting-problems.ts'
import { readEnv } from './env.ts'
import { logKeysOf } from './key-settings.ts'
import { keysFrom } from './keys.ts'

const OTHER_KEY = 'k4WsT8nBx1ZqV6mDy2LcR9hJf5GpUe0C'

test('a new PIN master key needs the key of fingerprints, in every step', () => {
  const steps = [
    { PIN_MASTER_KEY_PREVIOUS: OTHER_KEY },
    { PIN_MASTER_KEY: OTHER_KEY, PIN_MASTER_KEY_PREVIOUS: PRODUCTION.PIN_MASTER_KEY },
  ]
  for (const step of steps) {
    expect(problemsOf({ ...PRODUCTION, ...step })).toEqual([
      expect.stringContaining('PIN_MASTER_KEY_PREVIOUS needs FINGERPRINT_KEY'),
    ])
    const fingerprintKey = PRODUCTION.PIN_MASTER_KEY
    expect(readEnv({ ...PRODUCTION, ...step, FINGERPRINT_KEY: fingerprintKey })).toMatchObject({
      fingerprintKey,
    })
  }
})

test('a key of fingerprints that is not random is refused', () => {
  expect(problemsOf({ ...PRODUCTION, FINGERPRINT_KEY: 'f'.repeat(32) })).toEqual([
    '  - FINGERPRINT_KEY is too weak: use randomness, for example from openssl rand',
  ])
})

test('the master key signs checkpoints only until they have a key of their own', () => {
  const master = PRODUCTION.PIN_MASTER_KEY
  const signature = keysFrom<'audit-checkpoint'>(master).mac('audit-checkpoint', 'entry')
  const isAccepted = (settings: Record<string, string>) =>
    logKeysOf(readEnv({ ...PRODUCTION, ...settings }), master).isMac(
      'audit-checkpoint',
      'entry',
      signature,
    )

  expect(isAccepted({})).toBe(true)
  expect(isAccepted({ LOG_KEY: OTHER_KEY, LOG_KEY_PREVIOUS: master })).toBe(true)
  expect(isAccepted({ LOG_KEY: OTHER_KEY })).toBe(false)
})
