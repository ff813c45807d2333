import { beforeEach, expect, test, vi } from 'vitest'
import { useUpdate } from '#/shell/update/update-state.ts'
import { vault } from '#/vault/vault.ts'
import { draftAddress, dropDraft, makeDraft } from './draft.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

vi.mock('#/vault/vault.ts', () => ({
  vault: { draft: vi.fn(async () => ({ address: ADDRESS })), dropDraft: vi.fn(async () => {}) },
}))

beforeEach(() => dropDraft())

test('a new wallet is known, and holds updates back, until it is dropped', async () => {
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
