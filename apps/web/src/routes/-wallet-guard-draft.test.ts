import { expect, test, vi } from 'vitest'
import { useAuth } from '#/features/auth/store.ts'
import { draftAddress, makeDraft } from '#/features/wallet/keys/draft.ts'
import { vault } from '#/vault/vault.ts'
import { createDeviceGuard } from './-wallet-guard.ts'

vi.mock('#/vault/vault.ts', () => ({
  vault: {
    draft: async () => ({ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }),
    dropDraft: vi.fn(async () => {}),
  },
}))

createDeviceGuard(Object.assign(new EventTarget(), { visibilityState: 'visible' as const }))

test('keeps a wallet in creation during a lock and drops it when the member signs out', async () => {
  useAuth.setState({ status: 'auth', hasPin: true, phase: 'open' })
  await makeDraft()
  useAuth.getState().lock()
  expect(useAuth.getState().phase).toBe('locked')
  expect(draftAddress()).toBeDefined()
  expect(vault.dropDraft).not.toHaveBeenCalled()

  useAuth.getState().setSignedOut()

  await expect.poll(() => draftAddress()).toBeUndefined()
  expect(vault.dropDraft).toHaveBeenCalledOnce()
})
