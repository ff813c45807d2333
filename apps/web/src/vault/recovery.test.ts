import { beforeEach, expect, test, vi } from 'vitest'
import { DeviceKey } from '#/lib/device-database.ts'
import { actions } from './actions.ts'
import { findStoredWallets, openStoredWallet } from './recovery.ts'

/** Replaces the database, which exists only in a browser. */
const device = vi.hoisted(() => new Map<string, unknown>())
const database = vi.hoisted(() => ({ isRefused: false }))
vi.mock('#/lib/device-database.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  readDevice: async (key: string) => device.get(key),
  listDevice: async () => {
    if (database.isRefused) throw new DOMException('refused', 'InvalidStateError')
    return device
  },
  changeDevice: async (key: string, change: (kept: unknown) => unknown) =>
    void device.set(key, change(device.get(key))),
}))

/** Replaces the authenticator, which exists only on a real device. */
const PASSKEY = { credentialId: 'credential', salt: 'c2FsdA' }
vi.mock('./passkey.ts', () => ({
  requestOneOf: async ([record]: { credentialId: string }[]) => ({
    credentialId: record?.credentialId,
    key: new Uint8Array(32).fill(9),
  }),
}))

const WORDS = 'test test test test test test test test test test test junk'
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const KEY = DeviceKey.wallet('7')
const memory = new Map<string, string>()

/**
 * Stores a copy as the forced log-out does: a record of release 1.0 whose salt is only in the copy.
 */
function setAside(seenAtMs?: number): void {
  const record = device.get(KEY) as { passkeyWraps: { salt?: string }[] }
  const passkeyWraps = record.passkeyWraps.map(({ salt: _, ...wrap }) => wrap)
  const copy = { record: { ...record, passkeyWraps }, passkey: PASSKEY, seenAtMs }
  memory.set('wallet_set_aside_7', JSON.stringify([copy]))
}

beforeEach(async () => {
  device.clear()
  memory.clear()
  database.isRefused = false
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => memory.get(key) ?? null,
      removeItem: (key: string) => memory.delete(key),
      key: (at: number) => [...memory.keys()][at] ?? null,
      get length() {
        return memory.size
      },
    },
  })
  const pin = { pinKeyId: 'key-1', salt: 'c2FsdA', iterations: 900_000 }
  await actions.draftFromSecret({ secret: WORDS })
  await actions.sealDraft({
    userId: '7',
    pin: { ...pin, key: new Uint8Array(32) },
    method: 'IMPORT',
  })
  await actions.addPasskeyWrap({
    userId: '7',
    opening: { kind: 'pin', pinKeyId: 'key-1', key: new Uint8Array(32) },
    ...PASSKEY,
    key: new Uint8Array(32).fill(9),
  })
})

test('opens a copy that was set aside with the passkey stored next to it', async () => {
  setAside()
  device.clear()

  const [wallet, ...others] = await findStoredWallets()

  expect(others).toEqual([])
  expect(wallet).toMatchObject({ address: ADDRESS, passkeys: [PASSKEY] })
  if (!wallet) return
  await expect(openStoredWallet(wallet)).resolves.toMatchObject({ words: WORDS.split(' ') })
})

test('finds copies when the browser denies access to the database', async () => {
  setAside()
  database.isRefused = true

  await expect(findStoredWallets()).resolves.toMatchObject([{ address: ADDRESS }])
})

test('lists a wallet once if a copy of it exists too, and ignores a damaged copy', async () => {
  setAside()
  memory.set('wallet_set_aside_8', '{')

  await expect(findStoredWallets()).resolves.toMatchObject([{ address: ADDRESS }])
})

test('finds a copy as long as it is stored, regardless of the device clock', async () => {
  setAside(0)
  device.clear()

  await expect(findStoredWallets()).resolves.toHaveLength(1)

  expect(memory.size).toBe(1)
})
