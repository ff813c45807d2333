import { expect, test, vi } from 'vitest'
import { createAuthStore } from './create-auth-store.ts'

const MEMBER = {
  userId: 42,
  email: 'mina@harbor.example',
  nickname: 'MinaHarbor',
  walletAddress: null,
  hasPin: true,
  language: 'en' as const,
}

function anAuth(kept: Record<string, string> = {}, hasPin = true) {
  const entries = new Map(Object.entries(kept))
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    key: (index: number) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size
    },
  }
  const deps = {
    fetchMember: vi.fn(async () => ({ ...MEMBER, hasPin })),
    endSession: vi.fn(async () => null),
    followLanguage: vi.fn(async () => undefined),
    clearMemberData: vi.fn(),
    toast: vi.fn(),
    text: (key: string) => key,
  }
  const store = createAuthStore({ ...deps, device: storage, session: storage })
  return { state: () => store.getState(), deps, entries }
}

test('a session found again at the start is locked until the PIN was entered', async () => {
  const { state } = anAuth({ keepLoggedIn: 'true' })

  await state().start()
  expect(state()).toMatchObject({ status: 'auth', hasPin: true, phase: 'locked' })

  state().unlock()
  expect(state().phase).toBe('open')
})

test('a member without a PIN is not locked: setting one comes first', async () => {
  const { state } = anAuth({ keepLoggedIn: 'true' }, false)

  await state().start()

  expect(state()).toMatchObject({ hasPin: false, phase: 'open' })
})

test('an e-mail login is not locked, and ends a forgotten password', async () => {
  const { state, entries } = anAuth({ passwordReset: '{}' })

  await state().login({ member: MEMBER })

  expect(state()).toMatchObject({ status: 'auth', hasPin: true, phase: 'open' })
  expect(entries.has('passwordReset')).toBe(false)
})

test('a PIN that was lost elsewhere leaves nothing to unlock', async () => {
  const { state } = anAuth({ keepLoggedIn: 'true' })
  await state().start()

  state().noteMember({ hasPin: false })
  state().noteMember({ hasPin: true })

  expect(state()).toMatchObject({ hasPin: true, phase: 'open' })
})

test('what is learned of the member later is kept', async () => {
  const { state } = anAuth({}, false)
  await state().login()

  state().noteMember({ hasPin: true })
  state().noteMember({ nickname: 'NightSky' })

  expect(state()).toMatchObject({ hasPin: true, user: { id: '42', name: 'NightSky' } })
})

test('a forced logout ends the session and wipes the device, a plain one does not wipe', async () => {
  const { state, deps } = anAuth()
  await state().login({ member: MEMBER, keepLoggedIn: true })
  await state().logout()
  expect(deps.clearMemberData).toHaveBeenLastCalledWith({ wipe: false })

  await state().login({ member: MEMBER, keepLoggedIn: true })
  await state().forceLogout()

  expect(deps.clearMemberData).toHaveBeenLastCalledWith({ wipe: true })
  expect(deps.endSession).toHaveBeenCalledTimes(2)
  expect(state().status).toBe('unauth')
})

test('a deleted account stays signed in to be told, leaves nothing for a reload, and asks no server to leave', async () => {
  const { state, deps, entries } = anAuth()
  await state().login({ member: MEMBER, keepLoggedIn: true })

  state().noteDeleted()
  expect(state()).toMatchObject({ status: 'auth', phase: 'deleted' })
  expect(entries.has('keepLoggedIn')).toBe(false)
  expect(deps.clearMemberData).toHaveBeenLastCalledWith({ wipe: true })

  void state().forceLogout()
  expect(state().status).toBe('unauth')
  expect(state().phase).toBeUndefined()
  expect(deps.endSession).not.toHaveBeenCalled()
})
