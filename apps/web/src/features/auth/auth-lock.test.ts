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

test('locks a restored session until the PIN is entered', async () => {
  const { state } = anAuth({ keepLoggedIn: 'true' })

  await state().start()
  expect(state()).toMatchObject({ status: 'auth', hasPin: true, phase: 'locked' })

  state().unlock()
  expect(state().phase).toBe('open')
})

test('does not lock a member without a PIN, who has to set one first', async () => {
  const { state } = anAuth({ keepLoggedIn: 'true' }, false)

  await state().start()

  expect(state()).toMatchObject({ hasPin: false, phase: 'open' })
})

test('does not lock after a log-in by e-mail, and ends a pending password reset', async () => {
  const { state, entries } = anAuth({ passwordReset: '{}' })

  await state().login({ member: MEMBER })

  expect(state()).toMatchObject({ status: 'auth', hasPin: true, phase: 'open' })
  expect(entries.has('passwordReset')).toBe(false)
})

test('unlocks when the PIN was removed elsewhere', async () => {
  const { state } = anAuth({ keepLoggedIn: 'true' })
  await state().start()

  state().noteMember({ hasPin: false })
  state().noteMember({ hasPin: true })

  expect(state()).toMatchObject({ hasPin: true, phase: 'open' })
})

test('stores later changes of the member', async () => {
  const { state } = anAuth({}, false)
  await state().login()

  state().noteMember({ hasPin: true })
  state().noteMember({ nickname: 'NightSky' })

  expect(state()).toMatchObject({ hasPin: true, user: { id: '42', name: 'NightSky' } })
})

test('ends the session at a forced log-out and wipes the device, which a plain log-out does not', async () => {
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

test('keeps a deleted account signed in for its confirmation, leaves nothing for a reload, and sends no log-out', async () => {
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
