import { expect, test, vi } from 'vitest'

vi.mock('#/lib/settings.ts', () => ({ webSettings: () => ({ remoteConfig: {} }) }))
const readFlag = vi.fn<() => Promise<string>>(async () => '{}')
vi.mock('./remote-flag.ts', () => ({
  connectRemoteFlag: async () => ({ readFlag, lastReadMs: () => -1 }),
}))

test('starts a check when a reply reports maintenance', async () => {
  vi.stubGlobal('document', new EventTarget())
  const body = { code: 2903, success: false, msg: 'Back soon', data: null }
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 503 }))
  const { startMaintenance } = await import('./start-maintenance.ts')
  const { call } = await import('#/lib/api.ts')
  const { authEndpoints } = await import('@solstice/contract/auth.endpoints')
  const service = startMaintenance('en')
  await expect.poll(() => readFlag).toHaveBeenCalledTimes(1)

  const refused = call(authEndpoints['auth.logout'], {})

  await expect(refused).rejects.toThrow('Back soon')
  await expect.poll(() => readFlag).toHaveBeenCalledTimes(2)
  service.destroy()
  vi.unstubAllGlobals()
})
