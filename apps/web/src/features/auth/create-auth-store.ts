import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { create } from 'zustand'
import { ApiError, codeOf, isRetryable, messageOf } from '#/lib/api-error.ts'
import { StorageKey, removeKeysStartingWith } from '#/lib/storage.ts'
import type { KeyValueStorage } from '#/lib/storage.ts'

export type Member = CallData<'users.me'>

/** What the app keeps of the signed-in member. */
export type AuthUser = { id: string; email: string; name: string }

/** Why the member was signed out without asking for it; the log-in screen says so. */
export type SignOutReason =
  | 'walletRemoved'
  | 'walletChanged'
  | 'walletInvalid'
  | 'walletUnclear'
  | 'otherMember'
  | 'pinLocked'

/** The look-up of the session of a member who asked to stay signed in. */
export type SessionCheck =
  | 'none'
  /** Under way: a refused call may still be refreshed. */
  | 'running'
  /** Under way, and the server has not answered for a while, or did not answer the last check. */
  | 'overdue'
  /** Over: the server did not answer. */
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
    /** A session found again at the start shows nothing before the PIN was entered. */
    | 'locked'
    /** The account is gone on the server; the confirmation of it is still to be read. */
    | 'deleted'
  check?: undefined
  signOutReason?: undefined
}

type AuthSession = Loading | SignedOut | SignedIn
export type AuthStatus = AuthSession['status']

export type AuthState = AuthSession & AuthActions

type AuthActions = {
  /**
   * Looks whether the member asked to stay signed in, and for their session. Answers whether it
   * brought somebody in who already stood before the log-in screen.
   */
  start: () => Promise<boolean>
  /** Fetches the member where the reply that let them in carries none. */
  login: (options?: { member?: Member | null; keepLoggedIn?: boolean }) => Promise<void>
  logout: (reason?: SignOutReason) => Promise<void>
  /** The session could not be refreshed: says so and signs out. */
  loseSession: (cause: unknown) => Promise<void>
  /** The answer to a log-out takes the cookies away: it must not come after those of a log-in. */
  whenEnded: () => Promise<void>
  /** Signs out and leaves nothing of the member on the device, the wallet included. */
  forceLogout: (reason?: SignOutReason) => Promise<void>
  unlock: () => void
  /** Shows nothing more before the passkey, or the PIN. */
  lock: () => void
  /** Out for now, without forgetting that the member asked to stay. */
  stepOut: (reason?: SignOutReason) => void
  /** What the server told about the member since. */
  noteMember: (member: Partial<Pick<Member, 'nickname' | 'hasPin'>>) => void
  /** From here on a reload finds nothing to come back to. */
  noteDeleted: () => void
}

export type AuthDeps = {
  fetchMember: () => Promise<Member>
  endSession: () => Promise<unknown>
  device: KeyValueStorage
  session: KeyValueStorage
  /** Follows the language of a member who comes in; nothing waits for it, as its texts may be slow. */
  followLanguage: (member: Member) => Promise<void>
  /** What other parts keep of the member; `wipe`: also what outlives a plain log-out. */
  clearMemberData: (extent: { wipe: boolean }) => void
  toast: (message: string, options?: { durationMs: number; closable: boolean }) => void
  text: (key: 'fetchUserFailed' | 'loginAgain' | 'signInAgain') => string
}

/** Whoever waits this long for an answer is told so; the answer may still come. */
const CHECK_WAIT_MS = 8000
/** Signing out waits this long for the server; without a network it must not hang. */
const END_SESSION_WAIT_MS = 3000

export function isChecking({ check }: { check?: SessionCheck | undefined }): boolean {
  return check === 'running' || check === 'overdue'
}

export function isUnreachable({ check }: { check?: SessionCheck | undefined }): boolean {
  return check === 'overdue' || check === 'failed'
}

export function createAuthStore(deps: AuthDeps) {
  function clearMember(extent = { wipe: false }): void {
    deps.device.removeItem(StorageKey.keepLoggedIn)
    deps.device.removeItem(StorageKey.preferences)
    removeKeysStartingWith(deps.session, StorageKey.importRedirectDone)
    deps.clearMemberData(extent)
  }

  async function endSessionQuietly(): Promise<void> {
    // The cookies die on the server's side by themselves; the device signs out in any case.
    await deps.endSession().catch(() => undefined)
  }

  let ending = Promise.resolve()
  /** A log-out waits for the server, while the member is still shown as signed in. */
  let isLeaving = false

  function endSessionSoon(): Promise<void> {
    ending = endSessionInTime()
    return ending
  }

  async function endSessionInTime(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, END_SESSION_WAIT_MS)
    })
    await Promise.race([endSessionQuietly(), patience])
    clearTimeout(timer)
  }

  return create<AuthState>()((set, get) => {
    /** Replaces the whole session: nothing of the one before it may stay. */
    function become(session: AuthSession): void {
      set({ ...actions, ...session }, true)
    }

    const actions: AuthActions = {
      start: async () => {
        if (deps.device.getItem(StorageKey.keepLoggedIn) !== 'true') {
          become(signedOut())
          return false
        }
        become(checking(get()))
        const patience = setTimeout(() => {
          const state = get()
          if (isChecking(state)) become({ ...signedOut(state.signOutReason), check: 'overdue' })
        }, CHECK_WAIT_MS)
        try {
          const member = await deps.fetchMember()
          // Somebody logged in meanwhile: the answer is about another time.
          if (!isChecking(get())) return false
          const wasShownLogin = get().status === 'unauth'
          become(signedIn(member, member.hasPin ? 'locked' : 'open'))
          void deps.followLanguage(member)
          return wasShownLogin
        } catch (cause) {
          if (isChecking(get())) {
            become({ ...signedOut(), check: isNoAnswer(cause) ? 'failed' : 'none' })
          }
          return false
        } finally {
          clearTimeout(patience)
        }
      },

      login: async ({ member: known, keepLoggedIn = false } = {}) => {
        const member = known ?? (await fetchMemberOrExplain(deps))
        deps.device.removeItem(StorageKey.passwordReset)
        if (keepLoggedIn) deps.device.setItem(StorageKey.keepLoggedIn, 'true')
        else deps.device.removeItem(StorageKey.keepLoggedIn)
        become(signedIn(member, 'open'))
        void deps.followLanguage(member)
      },

      logout: async (signOutReason) => {
        isLeaving = true
        await endSessionSoon()
        isLeaving = false
        clearMember()
        become(signedOut(signOutReason))
      },

      loseSession: async (cause) => {
        const isUnderWay = isChecking(get())
        // Several requests may find out at the same time; one says so.
        if (get().status === 'unauth' && !isUnderWay) return
        // The log-out ends it: a call that is refused meanwhile is no news.
        if (isLeaving) return
        // Nothing was refused: whoever looks for the session tries again.
        if (isUnderWay && cause instanceof ApiError && cause.status === 0) return
        if (codeOf(cause) === Code.INVALID_REQUEST) {
          deps.toast(deps.text('loginAgain'), { durationMs: 5000, closable: true })
        } else {
          deps.toast(messageOf(cause, deps.text('signInAgain')))
        }
        clearMember()
        become(signedOut(codeOf(cause) === Code.PIN_LOCKED ? 'pinLocked' : undefined))
        await endSessionSoon()
      },

      forceLogout: async (signOutReason) => {
        isLeaving = true
        // Together with the account its sessions went: nobody is left to ask.
        if (get().phase !== 'deleted') await endSessionSoon()
        isLeaving = false
        clearMember({ wipe: true })
        become(signedOut(signOutReason))
      },

      whenEnded: () => ending,

      unlock: () => {
        if (get().phase === 'locked') set({ phase: 'open' })
      },
      lock: () => {
        if (get().phase === 'open') set({ phase: 'locked' })
      },
      stepOut: (signOutReason) => become(signedOut(signOutReason)),

      noteMember: ({ nickname, hasPin }) => {
        const state = get()
        if (state.status !== 'auth') return
        const { user, phase } = state
        set({
          user: { ...user, name: nickname ?? user.name },
          hasPin: hasPin ?? state.hasPin,
          // Without a PIN there is nothing to unlock; the one that is set next was just entered.
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

/** A check that is repeated after one without an answer leaves the server shown as unreachable. */
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

/** Says nothing about the session: no reply, a fault, or a server that has too much to do. */
function isNoAnswer(cause: unknown): boolean {
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
