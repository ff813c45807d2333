import { isEmail, normaliseEmail } from '@solstice/rules/email'
import { create } from 'zustand'
import { StorageKey, deviceStorage } from '#/lib/storage.ts'
import type { KeyValueStorage } from '#/lib/storage.ts'
import { readCodeSent } from './code-sent.ts'
import type { CodeSent } from './code-sent.ts'

/**
 * The stored state of an unfinished reset. It never contains a typed password: `SET` marks that one
 * was set.
 */
export type ResetDraft = {
  email: string
  isEmailVerified: boolean
  completeCode: string
  password: '' | 'SET'
}

const EMPTY: ResetDraft = { email: '', isEmailVerified: false, completeCode: '', password: '' }

/** Stored in memory only: after a reload the times are unknown until another code is requested. */
export const useResetTimes = create<{ codeSent: CodeSent | undefined }>(() => ({
  codeSent: undefined,
}))

/** Reads the storage each time, because another tab may have continued. */
export function readReset(storage: KeyValueStorage = deviceStorage): ResetDraft {
  try {
    const kept: unknown = JSON.parse(storage.getItem(StorageKey.passwordReset) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return EMPTY
    const { email, isEmailVerified, completeCode, password } = kept as Record<string, unknown>
    return {
      email: typeof email === 'string' ? email : '',
      isEmailVerified: isEmailVerified === true,
      completeCode: typeof completeCode === 'string' ? completeCode : '',
      password: password === 'SET' ? 'SET' : '',
    }
  } catch {
    return EMPTY
  }
}

function write(draft: ResetDraft): void {
  deviceStorage.setItem(StorageKey.passwordReset, JSON.stringify(draft))
}

export function noteResetCodeSent(
  email: string,
  reply: { expiresAt: string; resendAt: string },
): void {
  write({ ...EMPTY, email: normaliseEmail(email) })
  useResetTimes.setState({ codeSent: readCodeSent(reply) })
}

export function noteResetVerified(completeCode: string): void {
  write({ ...readReset(), isEmailVerified: true, completeCode })
}

/** Stores that the password was set, which the last screen needs. */
export function notePasswordSet(): void {
  write({ ...readReset(), password: 'SET' })
}

export function clearReset(): void {
  deviceStorage.removeItem(StorageKey.passwordReset)
  useResetTimes.setState({ codeSent: undefined })
}

export type ResetStep = 'verification' | 'new-password' | 'completed'

type ResetPath =
  | '/auth/forgot-password'
  | '/auth/forgot-password/verification'
  | '/auth/forgot-password/new-password'

/**
 * Returns the earliest step that must be completed before the requested one, or undefined when it
 * may be shown.
 */
export function earlierResetStep(draft: ResetDraft, step: ResetStep): ResetPath | undefined {
  if (!isEmail(draft.email)) return '/auth/forgot-password'
  if (step === 'verification') return undefined
  if (!draft.isEmailVerified || draft.completeCode === '') {
    return '/auth/forgot-password/verification'
  }
  if (step === 'new-password' || draft.password === 'SET') return undefined
  return '/auth/forgot-password/new-password'
}
