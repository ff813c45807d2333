import { beforeEach, expect, test, vi } from 'vitest'
import { findDeviceWallets } from './-device-wallets.ts'

/** Mocks the database, which needs a browser. */
const device = vi.hoisted(() => new Map<string, unknown>())
vi.mock('#/lib/device-database.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  listDevice: async () => device,
}))

const RECORD = { ethAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', state: 'active' }
const COPY = { wallet_set_aside_7: JSON.stringify([{ record: RECORD }]) }

beforeEach(() => device.clear())

test.each([
  ['no wallet', {}, {}, { owner: undefined, hasSetAside: false, hasAny: false }],
  [
    'the wallet of the last member',
    { wallet_7: RECORD, current_server_user_id: '7' },
    {},
    { owner: '7', hasSetAside: false, hasAny: true },
  ],
  [
    'the wallet of another member',
    { wallet_8: RECORD, current_server_user_id: '7' },
    {},
    { owner: undefined, hasSetAside: false, hasAny: true },
  ],
  ['only a copy', {}, COPY, { owner: undefined, hasSetAside: true, hasAny: true }],
  [
    'a copy and a damaged copy',
    {},
    { ...COPY, wallet_set_aside_8: '{' },
    { owner: undefined, hasSetAside: true, hasAny: true },
  ],
])('finds %s on the device', async (_name, kept, stored: Record<string, string>, found) => {
  for (const [key, value] of Object.entries(kept)) device.set(key, value)
  const keys = Object.keys(stored)
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => stored[key] ?? null,
      key: (at: number) => keys[at] ?? null,
      length: keys.length,
    },
  })

  await expect(findDeviceWallets(0)).resolves.toEqual(found)
})
