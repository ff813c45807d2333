import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { create } from 'zustand'
import { ApiError, codeOf, isRetryable, messageOf } from '@solstice/ui/api-error.ts'
import { StorageKey, removeKeysStartingWith } from '#/lib/storage.ts'
import type { KeyValueStorage } from '#/lib/storage.ts'

export type Member = CallData<'users.me'>

/** The data that the app keeps of the signed-in member. */
export type AuthUser = { id: string; email: string; name: string }

/** The reason for an involuntary sign-out; the log-in screen shows it. */
export type SignOutReason =
  | 'walletRemoved'
  | 'walletChanged'
  | 'walletInvalid'
  | 'walletUnclear'
  | 'otherMember'
  | 'pinLocked'

/** The state of the session check for a member who chose to stay signed in. */
export type SessionCheck =
  | 'none'
  /** In progress: a rejected call may still be refreshed. */
  | 'running'
  /**
   * In progress, but the server has not responded for a while, or did not respond to the last
   * check.
   */
  | 'overdue'
  /** Finished without a response from the server. */
  | 'failed'

type NoMember = { user?: undefined; hasPin?: undefined; phase?: undefined }

type Loading = NoMember & {
  status: 'loading'
  check: Exclude<SessionCheck, 'overdue' | 'failed'>
  signOutReason?: undefined
}

type SignedOut = NoMember & {
  status: 'unauth'
  check: SessionCheck
  signOutReason?: SignOutReason | undefined
}

type SignedIn = {
  status: 'auth'
  user: AuthUser
  hasPin: boolean
  phase:
    | 'open'
    /** A restored session shows nothing until the PIN is entered. */
    | 'locked'
    /** The account is deleted on the server; the member still has to read the confirmation. */
    | 'deleted'
  check?: undefined
  signOutReason?: undefined
}

type AuthSession = Loading | SignedOut | SignedIn
export type AuthStatus = AuthSession['status']

export type AuthState = AuthSession & AuthActions

type AuthActions = {
  /**
   * Restores the session of a member who chose to stay signed in. Returns true when the member was
   * signed in while the log-in screen was already shown.
   */
  start: () => Promise<boolean>
  /** Fetches the member when the log-in response contains none. */
  login: (options?: { member?: Member | null; keepLoggedIn?: boolean }) => Promise<void>
  logout: (reason?: SignOutReason) => Promise<void>
  /** Shows that the session could not be refreshed and signs out. */
  loseSession: (cause: unknown) => Promise<void>
  /**
   * Resolves when the log-out has finished. Its response removes the cookies, so a log-in must wait
   * for it.
   */
  whenEnded: () => Promise<void>
  /** Signs out and deletes all data of the member from the device, including the wallet. */
  forceLogout: (reason?: SignOutReason) => Promise<void>
  unlock: () => void
  /** Hides everything until the passkey or the PIN is used. */
  lock: () => void
  /** Signs out for now but keeps the choice to stay signed in. */
  setSignedOut: (reason?: SignOutReason) => void
  /** Stores changes of the member that the server reported later. */
  noteMember: (member: Partial<Pick<Member, 'nickname' | 'hasPin'>>) => void
  /** Ensures that a reload finds no session to restore. */
  noteDeleted: () => void
}

export type AuthDeps = {
  fetchMember: () => Promise<Member>
  endSession: () => Promise<unknown>
  device: KeyValueStorage
  session: KeyValueStorage
  /**
   * Applies the language of the member. Nothing waits for it, because its texts may load slowly.
   */
  followLanguage: (member: Member) => Promise<void>
  /**
   * Clears the member's data in other modules; `wipe` also clears what survives a plain log-out.
   */
  clearMemberData: (scope: { wipe: boolean }) => void
  toast: (message: string, options?: { durationMs: number; closable: boolean }) => void
  text: (key: 'fetchUserFailed' | 'loginAgain' | 'signInAgain') => string
}

/** The app shows that the server is slow after this time; the response may still arrive. */
const CHECK_WAIT_MS = 8000
/** The longest time a sign-out waits for the server, so that it does not hang without a network. */
const END_SESSION_WAIT_MS = 3000

export function isChecking({ check }: { check?: SessionCheck | undefined }): boolean {
  return check === 'running' || check === 'overdue'
}

export function isUnreachable({ check }: { check?: SessionCheck | undefined }): boolean {
  return check === 'overdue' || check === 'failed'
}

export function createAuthStore(deps: AuthDeps) {
  function clearMember(scope = { wipe: false }): void {
    deps.device.removeItem(StorageKey.keepLoggedIn)
    deps.device.removeItem(StorageKey.preferences)
    removeKeysStartingWith(deps.session, StorageKey.importRedirectDone)
    deps.clearMemberData(scope)
  }

  async function endSessionQuietly(): Promise<void> {
    // The cookies expire on the server by themselves; the device signs out in any case.
    await deps.endSession().catch(() => undefined)
  }

  let ending = Promise.resolve()
  /** True while a log-out waits for the server and the member is still shown as signed in. */
  let isLoggingOut = false

  function endSessionSoon(): Promise<void> {
    ending = endSessionWithTimeout()
    return ending
  }

  async function endSessionWithTimeout(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, END_SESSION_WAIT_MS)
    })
    await Promise.race([endSessionQuietly(), timeout])
    clearTimeout(timer)
  }

  return create<AuthState>()((set, get) => {
    /** Replaces the whole session, so that nothing of the previous one remains. */
    function applyState(session: AuthSession): void {
      set({ ...actions, ...session }, true)
    }

    const actions: AuthActions = {
      start: async () => {
        if (deps.device.getItem(StorageKey.keepLoggedIn) !== 'true') {
          applyState(signedOut())
          return false
        }
        applyState(checking(get()))
        const timeout = setTimeout(() => {
          const state = get()
          if (isChecking(state)) applyState({ ...signedOut(state.signOutReason), check: 'overdue' })
        }, CHECK_WAIT_MS)
        try {
          const member = await deps.fetchMember()
          // A member has logged in meanwhile, so the response is outdated.
          if (!isChecking(get())) return false
          const wasShownLogin = get().status === 'unauth'
          applyState(signedIn(member, member.hasPin ? 'locked' : 'open'))
          void deps.followLanguage(member)
          return wasShownLogin
        } catch (cause) {
          if (isChecking(get())) {
            applyState({ ...signedOut(), check: isNoResponse(cause) ? 'failed' : 'none' })
          }
          return false
        } finally {
          clearTimeout(timeout)
        }
      },

      login: async ({ member: known, keepLoggedIn = false } = {}) => {
        const member = known ?? (await fetchMemberOrExplain(deps))
        deps.device.removeItem(StorageKey.passwordReset)
        if (keepLoggedIn) deps.device.setItem(StorageKey.keepLoggedIn, 'true')
        else deps.device.removeItem(StorageKey.keepLoggedIn)
        applyState(signedIn(member, 'open'))
        void deps.followLanguage(member)
      },

      logout: async (signOutReason) => {
        isLoggingOut = true
        await endSessionSoon()
        isLoggingOut = false
        clearMember()
        applyState(signedOut(signOutReason))
      },

      loseSession: async (cause) => {
        const isUnderWay = isChecking(get())
        // Several requests may detect the loss at the same time; only the first one reports it.
        if (get().status === 'unauth' && !isUnderWay) return
        // A log-out is in progress, so a rejected call is expected.
        if (isLoggingOut) return
        // The session was not rejected, so the session check tries again.
        if (isUnderWay && cause instanceof ApiError && cause.status === 0) return
        if (codeOf(cause) === Code.INVALID_REQUEST) {
          deps.toast(deps.text('loginAgain'), { durationMs: 5000, closable: true })
        } else {
          deps.toast(messageOf(cause, deps.text('signInAgain')))
        }
        clearMember()
        applyState(signedOut(codeOf(cause) === Code.PIN_LOCKED ? 'pinLocked' : undefined))
        await endSessionSoon()
      },

      forceLogout: async (signOutReason) => {
        isLoggingOut = true
        // The sessions were deleted together with the account.
        if (get().phase !== 'deleted') await endSessionSoon()
        isLoggingOut = false
        clearMember({ wipe: true })
        applyState(signedOut(signOutReason))
      },

      whenEnded: () => ending,

      unlock: () => {
        if (get().phase === 'locked') set({ phase: 'open' })
      },
      lock: () => {
        if (get().phase === 'open') set({ phase: 'locked' })
      },
      setSignedOut: (signOutReason) => applyState(signedOut(signOutReason)),

      noteMember: ({ nickname, hasPin }) => {
        const state = get()
        if (state.status !== 'auth') return
        const { user, phase } = state
        set({
          user: { ...user, name: nickname ?? user.name },
          hasPin: hasPin ?? state.hasPin,
          // Without a PIN there is nothing to unlock, and a PIN that is set next has just been entered.
          phase: phase === 'locked' && hasPin === false ? 'open' : phase,
        })
      },

      noteDeleted: () => {
        clearMember({ wipe: true })
        if (get().status === 'auth') set({ phase: 'deleted' })
      },
    }

    return { ...actions, status: 'loading', check: 'none' }
  })
}

/** A repeated check after one without a response keeps showing the server as unreachable. */
function checking({ status, check, signOutReason }: AuthState): Loading | SignedOut {
  if (status === 'loading') return { status, check: 'running' }
  return { ...signedOut(signOutReason), check: check === 'failed' ? 'overdue' : 'running' }
}

function signedOut(signOutReason?: SignOutReason): SignedOut {
  return { status: 'unauth', user: undefined, check: 'none', signOutReason }
}

function signedIn(member: Member, phase: SignedIn['phase']): SignedIn {
  return { status: 'auth', user: toUser(member), hasPin: member.hasPin, phase }
}

function toUser(member: Pick<Member, 'userId' | 'email' | 'nickname'>): AuthUser {
  return { id: String(member.userId), email: member.email, name: member.nickname }
}

/**
 * Returns true for failures that say nothing about the session: no response, a fault, or an
 * overloaded server.
 */
function isNoResponse(cause: unknown): boolean {
  return isRetryable(cause) || codeOf(cause) === Code.TOO_MANY_REQUESTS
}

async function fetchMemberOrExplain(deps: AuthDeps): Promise<Member> {
  try {
    return await deps.fetchMember()
  } catch (cause) {
    const status = cause instanceof ApiError ? cause.status : 0
    throw new ApiError({ status, msg: messageOf(cause, deps.text('fetchUserFailed')) }, { cause })
  }
}

const NAVIGATION_DELAY_MS = 50

/** Calls back shortly after the state changes from signed in (or checking) to signed out. */
export function onSignedOut(
  store: Pick<ReturnType<typeof createAuthStore>, 'subscribe'>,
  goToLogin: () => void,
): () => void {
  return store.subscribe((state, previous) => {
    if (previous.status === 'unauth' || state.status !== 'unauth') return
    setTimeout(goToLogin, NAVIGATION_DELAY_MS)
  })
}
