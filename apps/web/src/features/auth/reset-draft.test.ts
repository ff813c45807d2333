import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  clearReset,
  earlierResetStep,
  notePasswordSet,
  noteResetCodeSent,
  noteResetVerified,
  readReset,
  useResetTimes,
} from './reset-draft.ts'

const START = '/auth/forgot-password'
const VERIFICATION = '/auth/forgot-password/verification'
const NEW_PASSWORD = '/auth/forgot-password/new-password'
const SENT = { expiresAt: '2026-06-23T05:05:00.000Z', resendAt: '2026-06-23T05:01:00.000Z' }

const NOTHING = { email: '', isEmailVerified: false, completeCode: '', password: '' } as const
const REQUESTED = { ...NOTHING, email: 'mina@harbor.example' } as const
const VERIFIED = { ...REQUESTED, isEmailVerified: true, completeCode: 'proof' } as const

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
  })
  clearReset()
})

describe('the guard', () => {
  test.each([
    [NOTHING, 'verification', START],
    [NOTHING, 'new-password', START],
    [NOTHING, 'completed', START],
    [{ ...REQUESTED, email: 'no address' }, 'verification', START],
    [REQUESTED, 'verification', undefined],
    [REQUESTED, 'new-password', VERIFICATION],
    [REQUESTED, 'completed', VERIFICATION],
    [{ ...VERIFIED, completeCode: '' }, 'new-password', VERIFICATION],
    [{ ...VERIFIED, isEmailVerified: false }, 'new-password', VERIFICATION],
    [{ ...VERIFIED, email: '' }, 'new-password', START],
    [VERIFIED, 'new-password', undefined],
    [VERIFIED, 'completed', NEW_PASSWORD],
    [{ ...VERIFIED, password: 'SET' }, 'completed', undefined],
  ] as const)('leads with %o from the step %s to %s', (draft, step, expected) => {
    expect(earlierResetStep(draft, step)).toBe(expected)
  })
})

describe('the draft', () => {
  test('stores exactly four fields, and of the password only that it was set', () => {
    noteResetCodeSent(' Mina@Harbor.example ', SENT)
    noteResetVerified('proof')
    notePasswordSet()

    expect(JSON.parse(kept.get('passwordReset') ?? '')).toEqual({
      email: 'mina@harbor.example',
      isEmailVerified: true,
      completeCode: 'proof',
      password: 'SET',
    })
  })

  test('starts again when another code is sent', () => {
    noteResetCodeSent('mina@harbor.example', SENT)
    noteResetVerified('proof')

    noteResetCodeSent('mina@harbor.example', SENT)

    expect(readReset()).toEqual(REQUESTED)
    expect(useResetTimes.getState().codeSent?.expiresAtMs).toBe(Date.parse(SENT.expiresAt))
  })

  test.each(['', 'not json', 'null', '[]', '{"email":7,"password":"Winter-Sun7"}'])(
    'reads %j as an empty draft',
    (text) => {
      kept.set('passwordReset', text)

      expect(readReset()).toEqual(NOTHING)
    },
  )
})
