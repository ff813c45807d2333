import { beforeEach, expect, test, vi } from 'vitest'
import {
  clearSignUp,
  earlierSignUpStep,
  hasFreshCode,
  noteCodeSent,
  noteEmailRefused,
  noteEmailVerified,
  noteVerificationLost,
  useSignUp,
} from './sign-up-draft.ts'

const AGREED = { termsOfService: true, privacyPolicy: true }
const SENT = { expiresAt: '2026-06-23T05:05:00.000Z', resendAt: '2026-06-23T05:01:00.000Z' }

beforeEach(clearSignUp)

test('starts without address, proof and agreements', () => {
  expect(useSignUp.getState().draft).toEqual({
    email: '',
    isEmailVerified: false,
    agreements: { termsOfService: false, privacyPolicy: false },
  })
})

test('opens each step only after the previous one is completed', () => {
  expect(earlierSignUpStep(useSignUp.getState(), 'verification')).toBe('/auth/signup')
  expect(earlierSignUpStep(useSignUp.getState(), 'password')).toBe('/auth/signup')

  noteCodeSent(' Mina@Harbor.example ', AGREED, SENT)
  expect(useSignUp.getState().draft.email).toBe('mina@harbor.example')
  expect(earlierSignUpStep(useSignUp.getState(), 'verification')).toBeUndefined()
  expect(earlierSignUpStep(useSignUp.getState(), 'password')).toBe('/auth/signup/verification')

  noteEmailVerified('proof')
  expect(earlierSignUpStep(useSignUp.getState(), 'password')).toBeUndefined()
})

test('sends no second code to the same address before it may be repeated', () => {
  noteCodeSent('mina@harbor.example', AGREED, SENT)
  const state = useSignUp.getState()

  expect(hasFreshCode(state, 'MINA@harbor.example', Date.parse(SENT.resendAt) - 1)).toBe(true)
  expect(hasFreshCode(state, 'mina@harbor.example', Date.parse(SENT.resendAt))).toBe(false)
  expect(hasFreshCode(state, 'other@harbor.example', 0)).toBe(false)
})

test('requires a new proof after the old one expired, and stores why an address was rejected', () => {
  noteCodeSent('mina@harbor.example', AGREED, SENT)
  noteEmailVerified('proof')

  noteVerificationLost()
  expect(earlierSignUpStep(useSignUp.getState(), 'password')).toBe('/auth/signup/verification')
  expect(useSignUp.getState().completeCode).toBeUndefined()

  noteEmailRefused('This email already has an account. Log in instead.')
  expect(useSignUp.getState()).toMatchObject({
    emailRefusal: 'This email already has an account. Log in instead.',
    codeSent: undefined,
  })
})

test('survives a reload until the sign-up is finished', async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  })
  noteCodeSent('mina@harbor.example', AGREED, SENT)
  noteEmailVerified('proof')
  const before = useSignUp.getState()

  vi.resetModules()
  const reloaded = await import('./sign-up-draft.ts')

  expect(reloaded.useSignUp.getState()).toEqual(before)
  reloaded.clearSignUp()
  expect([...kept]).toEqual([])
  vi.unstubAllGlobals()
})
