import { Code } from '@solstice/contract/codes'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '@solstice/ui/api-error.ts'
import { createAuthStore, onSignedOut } from './create-auth-store.ts'
import type { AuthDeps } from './create-auth-store.ts'
import { failureText } from './refusal.ts'

const MEMBER = {
  userId: 42,
  email: 'mina@harbor.example',
  nickname: 'MinaHarbor',
  walletAddress: null,
  hasPin: false,
  language: 'en' as const,
}
const USER = { id: '42', email: 'mina@harbor.example', name: 'MinaHarbor' }

function aStorage(initial: Record<string, string> = {}) {
  const entries = new Map(Object.entries(initial))
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    key: (index: number) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size
    },
  }
}

function anAuth(
  given: {
    device?: Record<string, string>
    session?: Record<string, string>
    deps?: Partial<AuthDeps>
  } = {},
) {
  const device = aStorage(given.device)
  const session = aStorage(given.session)
  const deps = {
    fetchMember: vi.fn<AuthDeps['fetchMember']>(async () => MEMBER),
    endSession: vi.fn<AuthDeps['endSession']>(async () => null),
    followLanguage: vi.fn<AuthDeps['followLanguage']>(async () => undefined),
    clearMemberData: vi.fn<AuthDeps['clearMemberData']>(),
    toast: vi.fn<AuthDeps['toast']>(),
    text: (key: string) => key,
    ...given.deps,
  }
  return { store: createAuthStore({ ...deps, device, session }), device, session, deps }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('starts signed out and without a request when keepLoggedIn is off', async () => {
  const { store, deps } = anAuth({ device: { keepLoggedIn: 'yes' } })
  expect(store.getState().status).toBe('loading')

  await store.getState().start()

  expect(store.getState().status).toBe('unauth')
  expect(deps.fetchMember).not.toHaveBeenCalled()
})

test('starts with the member when keepLoggedIn is on, and converts the id to text', async () => {
  const { store } = anAuth({ device: { keepLoggedIn: 'true' } })

  await store.getState().start()

  expect(store.getState()).toMatchObject({ status: 'auth', user: USER })
})

test('starts signed out when the check fails', async () => {
  const fetchMember = () => Promise.reject(new ApiError({ status: 500, code: 9999 }))
  const { store } = anAuth({ device: { keepLoggedIn: 'true' }, deps: { fetchMember } })

  await store.getState().start()

  expect(store.getState()).toMatchObject({ status: 'unauth', user: undefined })
})

const neverResolves = () => new Promise<never>(() => {})
const NO_RESPONSE = new ApiError({ status: 0 })

test.each([
  ['no network', true, NO_RESPONSE],
  ['a fault', true, new ApiError({ status: 502 })],
  ['too many requests', true, new ApiError({ status: 429, code: 2902 })],
  ['a refusal', false, new ApiError({ status: 403, code: 1007 })],
])(
  'treats a check that fails with %s as an unreachable server: %s',
  async (_name, isUnreachable, cause) => {
    const { store, device } = anAuth({
      device: { keepLoggedIn: 'true' },
      deps: { fetchMember: () => Promise.reject(cause) },
    })

    await expect(store.getState().start()).resolves.toBe(false)

    expect(store.getState()).toMatchObject({
      status: 'unauth',
      check: isUnreachable ? 'failed' : 'none',
    })
    expect(device.getItem('keepLoggedIn')).toBe('true')
  },
)

test('shows the log-in after 8 s without a response, and still signs the member in when it arrives late', async () => {
  let answer: (member: typeof MEMBER) => void = () => {}
  const fetchMember = () => new Promise<typeof MEMBER>((resolve) => (answer = resolve))
  const { store } = anAuth({ device: { keepLoggedIn: 'true' }, deps: { fetchMember } })
  const started = store.getState().start()

  await vi.advanceTimersByTimeAsync(7999)
  expect(store.getState().status).toBe('loading')
  await vi.advanceTimersByTimeAsync(1)
  expect(store.getState()).toMatchObject({ status: 'unauth', check: 'overdue' })
  answer(MEMBER)

  await expect(started).resolves.toBe(true)
  expect(store.getState()).toMatchObject({ status: 'auth', phase: 'open' })
})

test('ignores the result of a check when a member has logged in meanwhile', async () => {
  let answer: (member: typeof MEMBER) => void = () => {}
  const fetchMember = () => new Promise<typeof MEMBER>((resolve) => (answer = resolve))
  const { store } = anAuth({ device: { keepLoggedIn: 'true' }, deps: { fetchMember } })
  const started = store.getState().start()
  await vi.advanceTimersByTimeAsync(1000)
  await store.getState().login({ member: { ...MEMBER, userId: 7 } })

  await vi.advanceTimersByTimeAsync(20_000)
  expect(store.getState()).toMatchObject({ status: 'auth', phase: 'open' })
  answer(MEMBER)

  await expect(started).resolves.toBe(false)
  expect(store.getState().user?.id).toBe('7')
})

test('does not sign out when a refresh gets no response during the check', async () => {
  const { store, device, deps } = anAuth({
    device: { keepLoggedIn: 'true' },
    deps: { fetchMember: neverResolves },
  })
  void store.getState().start()

  await store.getState().loseSession(NO_RESPONSE)

  expect(device.getItem('keepLoggedIn')).toBe('true')
  expect(deps.toast).not.toHaveBeenCalled()
})

test('fetches the member at log-in unless one is supplied', async () => {
  const supplied = anAuth()
  await supplied.store.getState().login({ member: MEMBER })
  expect(supplied.deps.fetchMember).not.toHaveBeenCalled()
  expect(supplied.store.getState()).toMatchObject({ status: 'auth', user: USER })

  const fetched = anAuth()
  await fetched.store.getState().login()
  expect(fetched.deps.fetchMember).toHaveBeenCalledTimes(1)
  expect(fetched.store.getState().user).toEqual(USER)
})

test.each([
  [
    new ApiError({
      status: 404,
      code: 1101,
      msg: 'We couldn’t find an account with these details.',
    }),
    'We couldn’t find an account with these details.',
  ],
  [new ApiError({ status: 0 }), 'fetchUserFailed'],
])('rejects a log-in when fetching the member fails with %s', async (failure, message) => {
  const { store } = anAuth({ deps: { fetchMember: () => Promise.reject(failure) } })

  const raised = await store
    .getState()
    .login({ member: null })
    .catch((cause: unknown) => cause)

  // The text that the log-in screen shows.
  expect(failureText(raised, 'Login failed.', (key) => key)).toBe(message)
})

test('applies the language of the member at log-in and when a kept session starts', async () => {
  const { store, deps } = anAuth({ device: { keepLoggedIn: 'true' } })

  await store.getState().start()
  expect(deps.followLanguage).toHaveBeenLastCalledWith(MEMBER)
  await store.getState().login({ member: { ...MEMBER, language: 'ko' } })

  expect(deps.followLanguage).toHaveBeenLastCalledWith({ ...MEMBER, language: 'ko' })
})

test('does not wait for the texts of another language at log-in', async () => {
  const followLanguage = () => new Promise<never>(() => {})
  const { store } = anAuth({ deps: { followLanguage } })
  const loggedIn = vi.fn<() => void>()

  void store.getState().login({ member: MEMBER }).then(loggedIn)
  await vi.advanceTimersByTimeAsync(0)

  expect(loggedIn).toHaveBeenCalledOnce()
})

test("stores 'true' only when the member wants to stay signed in", async () => {
  const { store, device } = anAuth()

  await store.getState().login({ member: MEMBER, keepLoggedIn: true })
  expect(device.getItem('keepLoggedIn')).toBe('true')

  await store.getState().login({ member: MEMBER })
  expect(device.getItem('keepLoggedIn')).toBeNull()
})

test("clears the member's data at log-out and keeps the data of the device", async () => {
  const { store, device, session, deps } = anAuth({
    device: { keepLoggedIn: 'true', preferences: '{}', i18nextLng: 'ko' },
    session: { import_redirect_done: '1', import_redirect_done_42: '1', other: '1' },
  })
  await store.getState().login({ member: MEMBER, keepLoggedIn: true })

  await store.getState().logout()

  expect(store.getState()).toMatchObject({ status: 'unauth', user: undefined })
  expect([...device.entries.keys()]).toEqual(['i18nextLng'])
  expect([...session.entries.keys()]).toEqual(['other'])
  expect(deps.endSession).toHaveBeenCalledTimes(1)
  expect(deps.clearMemberData).toHaveBeenCalledTimes(1)
})

test.each([
  ['refuses', () => Promise.reject(new ApiError({ status: 0 }))],
  ['never answers', () => new Promise<never>(() => {})],
])('logs out even when the server %s', async (_name, endSession) => {
  const { store } = anAuth({ deps: { endSession } })
  await store.getState().login({ member: MEMBER })

  const leaving = store.getState().logout()
  await vi.advanceTimersByTimeAsync(3000)
  await leaving

  expect(store.getState().status).toBe('unauth')
})

test('shows "Please login again" for 5 s with a close button when a refresh is rejected with 9992', async () => {
  const { store, deps } = anAuth()
  await store.getState().login({ member: MEMBER, keepLoggedIn: true })

  await store.getState().loseSession(new ApiError({ status: 400, code: 9992, msg: 'Invalid.' }))

  expect(deps.toast).toHaveBeenCalledWith('loginAgain', { durationMs: 5000, closable: true })
  expect(store.getState().status).toBe('unauth')
})

test.each([
  [new ApiError({ status: 401, code: 9993, msg: 'Too late.' }), 'Too late.'],
  [new ApiError({ status: 0 }), 'signInAgain'],
])(
  'shows the server’s message or a default once after any other failed refresh',
  async (cause, message) => {
    const { store, deps, device } = anAuth()
    await store.getState().login({ member: MEMBER, keepLoggedIn: true })

    await Promise.all([store.getState().loseSession(cause), store.getState().loseSession(cause)])

    expect(deps.toast).toHaveBeenCalledTimes(1)
    expect(deps.toast).toHaveBeenCalledWith(message)
    expect(device.getItem('keepLoggedIn')).toBeNull()
  },
)

test('resolves when the lost session has ended, or after a timeout', async () => {
  const ended = Promise.withResolvers<null>()
  const { store } = anAuth({ deps: { endSession: () => ended.promise } })
  await store.getState().login({ member: MEMBER })
  const onEnded = vi.fn<() => void>()

  void store.getState().loseSession(new ApiError({ status: 401, code: 9993 }))
  expect(store.getState().status).toBe('unauth')
  void store.getState().whenEnded().then(onEnded)
  await vi.advanceTimersByTimeAsync(2999)
  expect(onEnded).not.toHaveBeenCalled()
  ended.resolve(null)
  await vi.advanceTimersByTimeAsync(0)
  expect(onEnded).toHaveBeenCalledOnce()

  // A server that never responds does not block a new log-in.
  const silent = anAuth({ deps: { endSession: () => new Promise(() => undefined) } })
  await silent.store.getState().login({ member: MEMBER })
  void silent.store.getState().loseSession(new ApiError({ status: 401, code: 9993 }))
  void silent.store.getState().whenEnded().then(onEnded)
  await vi.advanceTimersByTimeAsync(3000)
  expect(onEnded).toHaveBeenCalledTimes(2)
})

test('goes to the log-in 50 ms after the sign-out, not before', async () => {
  const { store } = anAuth()
  await store.getState().login({ member: MEMBER })
  const goToLogin = vi.fn<() => void>()
  onSignedOut(store, goToLogin)

  await store.getState().logout()
  await vi.advanceTimersByTimeAsync(49)
  expect(goToLogin).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)

  expect(goToLogin).toHaveBeenCalledTimes(1)
})

test('does not navigate when no member was signed in', async () => {
  const { store } = anAuth()
  await store.getState().start()
  const goToLogin = vi.fn<() => void>()
  onSignedOut(store, goToLogin)

  await store.getState().logout()
  await vi.advanceTimersByTimeAsync(1000)

  expect(goToLogin).not.toHaveBeenCalled()
})

test('signs the member out after five wrong PINs with a reason, which the next log-in clears', async () => {
  const { store } = anAuth()
  await store.getState().login({ member: MEMBER })

  await store.getState().loseSession(new ApiError({ code: Code.PIN_LOCKED, status: 400 }))

  expect(store.getState()).toMatchObject({ status: 'unauth', signOutReason: 'pinLocked' })
  await store.getState().login({ member: MEMBER })
  expect(store.getState().signOutReason).toBeUndefined()
})
