import { expect, test, vi } from 'vitest'
import { useAuth } from '#/features/auth/store.ts'
import { draftAddress, makeDraft } from '#/features/wallet/keys/draft.ts'
import { vault } from '#/vault/vault.ts'
import './-wallet-screens.tsx'

vi.hoisted(() => vi.stubGlobal('document', new EventTarget()))
vi.mock('#/vault/vault.ts', () => ({
  vault: {
    draft: async () => ({ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }),
    dropDraft: vi.fn(async () => {}),
  },
}))

test('a wallet that is being made outlives the lock and is dropped when the member is signed out', async () => {
  useAuth.setState({ status: 'auth', hasPin: true })
  await makeDraft()
  useAuth.getState().lock()
  expect(draftAddress()).toBeDefined()
  expect(vault.dropDraft).not.toHaveBeenCalled()

  useAuth.getState().stepOut()

  expect(draftAddress()).toBeUndefined()
  expect(vault.dropDraft).toHaveBeenCalledOnce()
})
