import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { create } from 'zustand'
import { codeOf, messageOf } from '#/lib/api-error.ts'
import { StorageKey, removeKeysStartingWith } from '#/lib/storage.ts'
import type { KeyValueStorage } from '#/lib/storage.ts'

export type Member = CallData<'users.me'>

export type AuthStatus = 'loading' | 'unauth' | 'auth'

/** What the app keeps of the signed-in member. */
export type AuthUser = { id: string; email: string; name: string }

export type AuthState = {
  status: AuthStatus
  user: AuthUser | undefined
  /** Looks once whether the member asked to stay signed in. */
  start: () => Promise<void>
  login: (options?: { member?: Member; keepLoggedIn?: boolean }) => Promise<void>
  logout: () => Promise<void>
  /** The session could not be refreshed: says so and signs out. */
  loseSession: (cause: unknown) => Promise<void>
}

export type AuthDeps = {
  fetchMember: () => Promise<Member>
  endSession: () => Promise<unknown>
  device: KeyValueStorage
  session: KeyValueStorage
  /** What other parts keep of the member. */
  forget: () => void
  toast: (message: string, options?: { durationMs: number; closable: boolean }) => void
  text: (key: 'fetchUserFailed' | 'loginAgain' | 'signInAgain') => string
}

/** Signing out waits this long for the server; without a network it must not hang. */
const END_SESSION_WAIT_MS = 3000

export function createAuthStore(deps: AuthDeps) {
  function forgetMember(): void {
    deps.device.removeItem(StorageKey.keepLoggedIn)
    deps.device.removeItem(StorageKey.preferences)
    removeKeysStartingWith(deps.session, StorageKey.importRedirectDone)
    deps.forget()
  }

  async function endSessionQuietly(): Promise<void> {
    // The cookies die on the server's side by themselves; the device signs out in any case.
    await deps.endSession().catch(() => undefined)
  }

  return create<AuthState>()((set, get) => ({
    status: 'loading',
    user: undefined,

    start: async () => {
      if (deps.device.getItem(StorageKey.keepLoggedIn) !== 'true') {
        set({ status: 'unauth', user: undefined })
        return
      }
      try {
        const user = toUser(await deps.fetchMember())
        set({ status: 'auth', user })
      } catch {
        set({ status: 'unauth', user: undefined })
      }
    },

    login: async ({ member, keepLoggedIn = false } = {}) => {
      const user = toUser(member ?? (await fetchMemberOrExplain(deps)))
      if (keepLoggedIn) deps.device.setItem(StorageKey.keepLoggedIn, 'true')
      else deps.device.removeItem(StorageKey.keepLoggedIn)
      set({ status: 'auth', user })
    },

    logout: async () => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, END_SESSION_WAIT_MS)
      })
      await Promise.race([endSessionQuietly(), patience])
      clearTimeout(timer)
      forgetMember()
      set({ status: 'unauth', user: undefined })
    },

    loseSession: async (cause) => {
      // Several requests may find out at the same time; one says so.
      if (get().status === 'unauth') return
      if (codeOf(cause) === Code.INVALID_REQUEST) {
        deps.toast(deps.text('loginAgain'), { durationMs: 5000, closable: true })
      } else {
        deps.toast(messageOf(cause, deps.text('signInAgain')))
      }
      forgetMember()
      set({ status: 'unauth', user: undefined })
      await endSessionQuietly()
    },
  }))
}

export function toUser(member: Pick<Member, 'userId' | 'email' | 'nickname'>): AuthUser {
  return { id: String(member.userId), email: member.email, name: member.nickname }
}

async function fetchMemberOrExplain(deps: AuthDeps): Promise<Member> {
  try {
    return await deps.fetchMember()
  } catch (cause) {
    throw new Error(messageOf(cause, deps.text('fetchUserFailed')), { cause })
  }
}

const NAVIGATION_DELAY_MS = 50

/** Leaving the signed-in (or checking) state leads to the log-in screen, a moment later. */
export function onSignedOut(
  store: Pick<ReturnType<typeof createAuthStore>, 'subscribe'>,
  goToLogin: () => void,
): () => void {
  return store.subscribe((state, previous) => {
    if (previous.status === 'unauth' || state.status !== 'unauth') return
    setTimeout(goToLogin, NAVIGATION_DELAY_MS)
  })
}
