import { isEmail, normaliseEmail } from '@solstice/rules/email'
import { create } from 'zustand'
import { StorageKey, sessionMemory } from '#/lib/storage.ts'
import { readCodeSent } from './code-sent.ts'
import type { CodeSent } from './code-sent.ts'

type Agreements = { termsOfService: boolean; privacyPolicy: boolean }

export type SignUpDraft = {
  email: string
  isEmailVerified: boolean
  agreements: Agreements
}

type SignUp = {
  draft: SignUpDraft
  /** Proves the verified address to the server when the account is created. */
  completeCode: string | undefined
  codeSent: CodeSent | undefined
  /** The reason why a later step found the address unusable; the first step shows it. */
  emailRefusal: string | undefined
}

const EMPTY: SignUp = {
  draft: {
    email: '',
    isEmailVerified: false,
    agreements: { termsOfService: false, privacyPolicy: false },
  },
  completeCode: undefined,
  codeSent: undefined,
  emailRefusal: undefined,
}

/** Reads the state that this tab stored before a reload. */
function readStored(): SignUp {
  try {
    const kept = JSON.parse(sessionMemory.getItem(StorageKey.signUp) ?? '{}') as Partial<SignUp>
    return { ...EMPTY, ...kept, draft: { ...EMPTY.draft, ...kept.draft } }
  } catch {
    return EMPTY
  }
}

/**
 * Survives a reload but not the tab, so that nothing of an unfinished sign-up stays on the device.
 */
export const useSignUp = create<SignUp>()(readStored)

useSignUp.subscribe((state) => {
  if (state === EMPTY) sessionMemory.removeItem(StorageKey.signUp)
  else sessionMemory.setItem(StorageKey.signUp, JSON.stringify(state))
})

export function noteCodeSent(
  email: string,
  agreements: Agreements,
  reply: { expiresAt: string; resendAt: string },
): void {
  useSignUp.setState({
    draft: { email: normaliseEmail(email), isEmailVerified: false, agreements },
    completeCode: undefined,
    codeSent: readCodeSent(reply),
    emailRefusal: undefined,
  })
}

export function noteEmailVerified(completeCode: string): void {
  useSignUp.setState(({ draft }) => ({ draft: { ...draft, isEmailVerified: true }, completeCode }))
}

export function noteEmailRefused(message: string): void {
  useSignUp.setState(({ draft }) => ({
    draft: { ...draft, isEmailVerified: false },
    completeCode: undefined,
    codeSent: undefined,
    emailRefusal: message,
  }))
}

/** Records that the proof of the address has expired and a new code is needed. */
export function noteVerificationLost(): void {
  useSignUp.setState(({ draft }) => ({
    draft: { ...draft, isEmailVerified: false },
    completeCode: undefined,
  }))
}

export function clearSignUp(): void {
  useSignUp.setState(EMPTY, true)
}

/**
 * Returns true when a code for this address was sent so recently that another would be rejected.
 */
export function hasFreshCode(state: SignUp, email: string, nowMs: number): boolean {
  return (
    state.draft.email === normaliseEmail(email) &&
    state.codeSent !== undefined &&
    nowMs < state.codeSent.resendAtMs
  )
}

/**
 * Returns the earliest step that must be completed before the requested one, or undefined when it
 * may be shown.
 */
export function earlierSignUpStep(
  { draft }: Pick<SignUp, 'draft'>,
  step: 'verification' | 'password',
): '/auth/signup' | '/auth/signup/verification' | undefined {
  if (!isEmail(draft.email)) return '/auth/signup'
  if (step === 'password' && !draft.isEmailVerified) return '/auth/signup/verification'
  return undefined
}
