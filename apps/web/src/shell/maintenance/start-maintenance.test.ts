import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.mock('#/lib/settings.ts', () => ({ webSettings: () => ({ remoteConfig: {} }) }))
const readFlag = vi.fn<() => Promise<string>>(async () => '{}')
vi.mock('./remote-flag.ts', () => ({
  connectRemoteFlag: async () => ({ readFlag, lastReadMs: () => -1 }),
}))

const NEVER_MS = 2 ** 31 - 1

beforeEach(() => {
  vi.stubGlobal('document', new EventTarget())
  const body = { code: 2903, success: false, msg: 'Back soon', data: null }
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 503 }))
})

afterEach(() => {
  readFlag.mockClear()
  vi.unstubAllGlobals()
})

async function isRefused(): Promise<void> {
  const { call } = await import('#/lib/api.ts')
  const { authEndpoints } = await import('@solstice/contract/auth.endpoints')
  await expect(call(authEndpoints['auth.logout'], {})).rejects.toThrow('Back soon')
}

test('checks at the end of the delay, and again when a reply reports maintenance', async () => {
  const { startMaintenance } = await import('./start-maintenance.ts')
  const service = startMaintenance('en', 1)
  await expect.poll(() => readFlag).toHaveBeenCalledTimes(1)

  await isRefused()

  await expect.poll(() => readFlag).toHaveBeenCalledTimes(2)
  service.destroy()
})

test('does not wait for the end of the delay when a reply reports maintenance', async () => {
  const { startMaintenance } = await import('./start-maintenance.ts')
  const service = startMaintenance('en', NEVER_MS)
  expect(service.isInitialised()).toBe(false)

  await isRefused()

  await expect.poll(() => readFlag).toHaveBeenCalledTimes(1)
  service.destroy()
})

test('checks at once after a reply that reported maintenance before', async () => {
  vi.resetModules()
  await isRefused()

  const { startMaintenance } = await import('./start-maintenance.ts')
  const service = startMaintenance('en', NEVER_MS)

  await expect.poll(() => readFlag).toHaveBeenCalledTimes(1)
  service.destroy()
})
