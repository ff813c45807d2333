import { isEmail, normaliseEmail } from '@solstice/rules/email'
import { create } from 'zustand'
import { StorageKey, deviceStorage } from '#/lib/storage.ts'
import type { KeyValueStorage } from '#/lib/storage.ts'
import { readCodeSent } from './code-sent.ts'
import type { CodeSent } from './code-sent.ts'

/** What is kept of an unfinished reset. A typed password is never among it: `SET` says that one was set. */
export type ResetDraft = {
  email: string
  isEmailVerified: boolean
  completeCode: string
  password: '' | 'SET'
}

const EMPTY: ResetDraft = { email: '', isEmailVerified: false, completeCode: '', password: '' }

/** Only in memory: after a reload nobody knows them, and asking for another code tells. */
export const useResetTimes = create<{ codeSent: CodeSent | undefined }>(() => ({
  codeSent: undefined,
}))

/** Read anew each time: another tab may have gone on. */
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

/** The proof has done its work; only the mark stays, for the last screen. */
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

/** The earliest step that must be done before the asked one, or nothing when it may be shown. */
export function earlierResetStep(draft: ResetDraft, step: ResetStep): ResetPath | undefined {
  if (!isEmail(draft.email)) return '/auth/forgot-password'
  if (step === 'verification') return undefined
  if (!draft.isEmailVerified || draft.completeCode === '') {
    return '/auth/forgot-password/verification'
  }
  if (step === 'new-password' || draft.password === 'SET') return undefined
  return '/auth/forgot-password/new-password'
}
