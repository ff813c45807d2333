import { beforeEach, expect, test } from 'vitest'
import { authenticate, noteOwnPasskey } from './authenticate.ts'
import {
  BACKGROUND_LIMIT_MS,
  clearPasskeyState,
  noteHidden,
  noteVisible,
  usePasskey,
} from './store.ts'

const PASSKEY = { credentialId: 'credential', salt: 'salt' }

beforeEach(clearPasskeyState)

test('keeps the five parts of the passkey state, and nothing of them after signing out', async () => {
  expect(usePasskey.getState()).toEqual({
    passkey: undefined,
    isPasskeyAuthenticated: false,
    lastAuthTime: null,
    requiresPasskeyAuth: false,
    isAuthenticating: false,
    authenticationFailed: false,
  })
  usePasskey.setState({ passkey: PASSKEY, requiresPasskeyAuth: true })

  await authenticate(
    async () => expect(usePasskey.getState().isAuthenticating).toBe(true),
    () => 42,
  )
  expect(usePasskey.getState()).toMatchObject({
    isPasskeyAuthenticated: true,
    lastAuthTime: 42,
    requiresPasskeyAuth: false,
    isAuthenticating: false,
  })

  clearPasskeyState()
  expect(usePasskey.getState()).toMatchObject({ isPasskeyAuthenticated: false, lastAuthTime: null })
})

test('a passkey that was not shown leaves the gate closed and says so', async () => {
  usePasskey.setState({ passkey: PASSKEY, requiresPasskeyAuth: true })

  await authenticate(
    () => Promise.reject(new Error('cancelled')),
    () => 42,
  )

  expect(usePasskey.getState()).toMatchObject({
    isPasskeyAuthenticated: false,
    requiresPasskeyAuth: true,
    authenticationFailed: true,
  })
})

test.each([
  [BACKGROUND_LIMIT_MS - 1, false],
  [BACKGROUND_LIMIT_MS, true],
  // The clock was set back meanwhile.
  [-1, true],
])('after %i ms in the background the passkey is asked again: %s', (restedMs, isRequired) => {
  noteOwnPasskey(PASSKEY, 0)

  noteHidden(1000)
  expect(noteVisible(1000 + restedMs)).toBe(isRequired)

  expect(usePasskey.getState().requiresPasskeyAuth).toBe(isRequired)
})

test.each([
  [BACKGROUND_LIMIT_MS - 1, false],
  [BACKGROUND_LIMIT_MS, true],
  [-1, true],
])('without a passkey %i ms in the background lock the app: %s', (restedMs, isLocked) => {
  noteHidden(1000)
  expect(noteVisible(1000 + restedMs)).toBe(isLocked)
})

test('without a passkey no passkey is asked for, however long the rest', () => {
  noteHidden(0)
  noteVisible(10 * BACKGROUND_LIMIT_MS)
  expect(usePasskey.getState().requiresPasskeyAuth).toBe(false)
})
