import { beforeEach, expect, test, vi } from 'vitest'
import { readLinkedAccount } from '#/lib/linked-account.ts'
import { readCopies } from '#/lib/set-aside-copies.ts'
import { addPasskey, removePasskey } from './change-passkey.ts'
import { clearPasskeyState, usePasskey } from './store.ts'

type Wrapped = { passkeyWraps: { credentialId: string }[] }

const PASSKEY = { credentialId: 'AQID', salt: 'c2FsdA' }

/** Stand-ins for the device's database and the vault's worker, which only a browser has. */
const device = vi.hoisted(() => new Map<string, unknown>())
const wallet = vi.hoisted((): Wrapped => ({ passkeyWraps: [] }))
vi.mock('#/lib/device-database.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  readDevice: async (key: string) => device.get(key),
  changeDevice: async (key: string, change: (kept: unknown) => unknown) => {
    const changed = change(device.get(key))
    device.set(key, changed)
  },
}))
vi.mock('#/vault/vault.ts', () => ({
  findWallet: async () => ({ pinKeys: [{ pinKeyId: 'key-1' }] }),
  vault: {
    addPasskey: async (_owner: unknown, opening: unknown) => {
      wallet.passkeyWraps.push(PASSKEY)
      return { ...PASSKEY, doesOpen: opening !== undefined }
    },
    dropPasskey: async (_userId: string, credentialId: string) => {
      const kept = wallet.passkeyWraps.filter((wrap) => wrap.credentialId !== credentialId)
      wallet.passkeyWraps = kept
    },
  },
}))

const USER = { id: '7', name: 'MinaHarbor' }
const pin = { pinKeyId: 'key-1', salt: 'c2FsdA', iterations: 900_000, key: new Uint8Array(32) }
const ENTERED = { pinToken: 'token', pin }

const memory = new Map<string, string>()
let isStorageFull: boolean
let refused: 'POST' | 'DELETE' | undefined
let methods: string[]

beforeEach(() => {
  device.clear()
  memory.clear()
  wallet.passkeyWraps = []
  clearPasskeyState()
  isStorageFull = false
  refused = undefined
  methods = []
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => memory.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (isStorageFull) throw new DOMException('full', 'QuotaExceededError')
        memory.set(key, value)
      },
      removeItem: (key: string) => memory.delete(key),
    },
  })
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET' }: RequestInit) => {
    if (method !== 'GET') methods.push(method)
    if (method === refused) throw new TypeError('Failed to fetch')
    return Response.json({ code: 0, success: true, msg: '', data: { list: [] } })
  })
})

const wraps = ({ passkeyWraps }: Wrapped) => passkeyWraps.map(({ credentialId }) => credentialId)

/** Adds the passkey and stores a copy of the wallet at that state. */
async function addWithCopy(): Promise<void> {
  await addPasskey(USER, ENTERED)
  expect(wraps(wallet)).toEqual([PASSKEY.credentialId])
  const { passkey } = await readLinkedAccount(USER.id)
  memory.set('wallet_set_aside_7', JSON.stringify([{ record: wallet, passkey }]))
}

const copies = () => readCopies<Wrapped>(USER.id, 0)

test('a passkey that could not be registered does not open the wallet', async () => {
  refused = 'POST'

  await expect(addPasskey(USER, ENTERED)).rejects.toThrow('Call failed')

  expect(wraps(wallet)).toEqual([])
  expect(await readLinkedAccount(USER.id)).not.toHaveProperty('passkey')
})

test('a removed passkey opens neither the wallet nor its copies', async () => {
  await addWithCopy()

  await removePasskey(USER.id, PASSKEY.credentialId, ENTERED)

  expect(wraps(wallet)).toEqual([])
  expect(copies().map((copy) => [wraps(copy.record), copy.passkey])).toEqual([[[], undefined]])
  expect((await readLinkedAccount(USER.id)).passkey).toBeUndefined()
  expect(usePasskey.getState().passkey).toBeUndefined()
})

test('a removal that does not reach the server leaves a passkey that opens nothing', async () => {
  await addWithCopy()
  refused = 'DELETE'

  await expect(removePasskey(USER.id, PASSKEY.credentialId, ENTERED)).rejects.toThrow('Call failed')

  expect(wraps(wallet)).toEqual([])
  expect(copies().map((copy) => wraps(copy.record))).toEqual([[]])
  expect(await readLinkedAccount(USER.id)).toMatchObject({
    passkey: { credentialId: PASSKEY.credentialId },
  })
})

test('a passkey stays in the list while it still opens a copy', async () => {
  await addWithCopy()
  isStorageFull = true

  await expect(removePasskey(USER.id, PASSKEY.credentialId, ENTERED)).rejects.toThrow(
    'could not be stored',
  )

  expect(methods).toEqual(['POST'])
  expect(usePasskey.getState().passkey).toMatchObject({ credentialId: PASSKEY.credentialId })
})

test('removing a passkey leaves the copies of other passkeys unchanged', async () => {
  await addWithCopy()
  const before = memory.get('wallet_set_aside_7')

  await removePasskey(USER.id, 'other', ENTERED)

  expect(memory.get('wallet_set_aside_7')).toBe(before)
})

test('removing a passkey deletes no copy, whatever the clock of the device shows', async () => {
  await addPasskey(USER, ENTERED)
  memory.set('wallet_set_aside_7', JSON.stringify([{ record: wallet, seenAtMs: 0 }]))
  vi.setSystemTime('2031-01-01')

  await removePasskey(USER.id, PASSKEY.credentialId, ENTERED)

  vi.useRealTimers()
  expect(copies()).toHaveLength(1)
})
