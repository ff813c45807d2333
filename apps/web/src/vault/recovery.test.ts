import { beforeEach, expect, test, vi } from 'vitest'
import { DeviceKey } from '#/lib/device-database.ts'
import { actions } from './actions.ts'
import { findKeptWallets, openKeptWallet } from './recovery.ts'

/** The database, which only a browser has. */
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

/** The authenticator, which only a phone has. */
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

/** As the forced log-out leaves it: a record of release 1.0 whose salt only the copy has. */
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

test('a copy that was set aside opens with the passkey it was kept with', async () => {
  setAside()
  device.clear()

  const [wallet, ...others] = await findKeptWallets()

  expect(others).toEqual([])
  expect(wallet).toMatchObject({ address: ADDRESS, passkeys: [PASSKEY] })
  if (!wallet) return
  await expect(openKeptWallet(wallet)).resolves.toMatchObject({ words: WORDS.split(' ') })
})

test('copies are found when the browser refuses the database', async () => {
  setAside()
  database.isRefused = true

  await expect(findKeptWallets()).resolves.toMatchObject([{ address: ADDRESS }])
})

test('a wallet that is also kept as a copy is shown once, and a damaged copy hides nothing', async () => {
  setAside()
  memory.set('wallet_set_aside_8', '{')

  await expect(findKeptWallets()).resolves.toMatchObject([{ address: ADDRESS }])
})

test('a copy is found as long as it is kept, whatever the clock of the phone says', async () => {
  setAside(0)
  device.clear()

  await expect(findKeptWallets()).resolves.toHaveLength(1)

  expect(memory.size).toBe(1)
})
