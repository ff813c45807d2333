import { beforeEach, expect, test, vi } from 'vitest'
import { useUpdate } from '#/shell/update/update-state.ts'
import { vault } from '#/vault/vault.ts'
import { draftAddress, dropDraft, makeDraft, showDraft } from './draft.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

vi.mock('#/vault/vault.ts', () => ({
  vault: { draft: vi.fn(async () => ({ address: ADDRESS })), dropDraft: vi.fn(async () => {}) },
}))

beforeEach(() => dropDraft())

test('keeps a new wallet and blocks updates until the draft is dropped', async () => {
  await makeDraft()
  await makeDraft()
  expect(draftAddress()).toBe(ADDRESS)
  expect(useUpdate.getState().holds).toBe(1)
  vi.mocked(vault.dropDraft).mockClear()

  dropDraft()

  expect(draftAddress()).toBeUndefined()
  expect(useUpdate.getState().holds).toBe(0)
  expect(vault.dropDraft).toHaveBeenCalledOnce()
})

test('discards a wallet whose screen was left while it was being created', async () => {
  const making = makeDraft()
  dropDraft()
  vi.mocked(vault.dropDraft).mockClear()
  await making

  expect(draftAddress()).toBeUndefined()
  expect(useUpdate.getState().holds).toBe(0)
  expect(vault.dropDraft).toHaveBeenCalledOnce()
})

test('keeps a wallet that is created after a discarded one', async () => {
  const tooLate = makeDraft()
  dropDraft()
  const current = makeDraft()
  vi.mocked(vault.dropDraft).mockClear()
  await Promise.all([tooLate, current])

  expect(draftAddress()).toBe(ADDRESS)
  expect(useUpdate.getState().holds).toBe(1)
  expect(vault.dropDraft).not.toHaveBeenCalled()
})

test.each([
  ['is discarded when its screen closes', false, undefined],
  ['is kept when the lock replaces its screen', true, ADDRESS],
])('a new wallet %s', async (_, isLocked, kept) => {
  await makeDraft()
  const end = showDraft(() => isLocked)
  end()
  await Promise.resolve()
  expect(draftAddress()).toBe(kept)
})

test('keeps a new wallet when StrictMode restarts the effect of its screen', async () => {
  await makeDraft()
  showDraft(() => false)()
  const end = showDraft(() => false)
  await Promise.resolve()
  expect(draftAddress()).toBe(ADDRESS)

  end()
  await Promise.resolve()
  expect(draftAddress()).toBeUndefined()
})
