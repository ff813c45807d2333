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

test('stores the passkey state and clears it after signing out', async () => {
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

test('keeps the gate closed and shows the failure when the passkey is not provided', async () => {
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
])('requires the passkey again after %i ms in the background: %s', (backgroundMs, isRequired) => {
  noteOwnPasskey(PASSKEY, 0)

  noteHidden(1000)
  expect(noteVisible(1000 + backgroundMs)).toBe(isRequired)

  expect(usePasskey.getState().requiresPasskeyAuth).toBe(isRequired)
})

test.each([
  [BACKGROUND_LIMIT_MS - 1, false],
  [BACKGROUND_LIMIT_MS, true],
  [-1, true],
])(
  'locks the app without a passkey after %i ms in the background: %s',
  (backgroundMs, isLocked) => {
    noteHidden(1000)
    expect(noteVisible(1000 + backgroundMs)).toBe(isLocked)
  },
)

test('requires no passkey when there is none, however long the app was in the background', () => {
  noteHidden(0)
  noteVisible(10 * BACKGROUND_LIMIT_MS)
  expect(usePasskey.getState().requiresPasskeyAuth).toBe(false)
})
