import { beforeEach, expect, test, vi } from 'vitest'
import { DeviceKey } from '#/lib/device-database.ts'
import { noteServerTime } from '@solstice/ui/time.ts'
import { listSetAside } from './set-aside.ts'
import { useWallet } from './store.ts'
import { disconnectFromAccount, keepCopyToDelete, removeFromPhone } from './remove-from-phone.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const KEY = DeviceKey.wallet('7')
const RECORD = { ethAddress: ADDRESS, state: 'active' }

/** Mocks the database, which needs a browser. */
const device = vi.hoisted(() => new Map<string, unknown>())
vi.mock('#/lib/device-database.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  readDevice: async (key: string) => device.get(key),
  changeDevice: async (key: string, change: (kept: unknown) => unknown) => {
    const changed = change(device.get(key))
    if (changed === undefined) device.delete(key)
    else device.set(key, changed)
  },
}))

const server = vi.hoisted(() => ({ disconnect: async (): Promise<void> => undefined }))
vi.mock('#/features/wallet/api.ts', () => ({ disconnectWallet: () => server.disconnect() }))

const memory = new Map<string, string>()
let isFull = false

beforeEach(() => {
  noteServerTime(new Date().toISOString(), Date.now())
  device.clear()
  memory.clear()
  isFull = false
  server.disconnect = async () => undefined
  device.set(KEY, RECORD)
  useWallet.setState({
    userId: '7',
    server: ADDRESS,
    local: { address: ADDRESS, state: 'active' },
  })
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => memory.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (isFull) throw new DOMException('full', 'QuotaExceededError')
        memory.set(key, value)
      },
      removeItem: (key: string) => memory.delete(key),
    },
  })
})

const disconnect = () => disconnectFromAccount({ userId: '7', address: ADDRESS }, 'token')
const copies = () => listSetAside('7', Date.now())

test('keeps a locked copy of a removed wallet for 30 days', async () => {
  await expect(removeFromPhone('7')).resolves.toBe(true)

  expect(device.has(KEY)).toBe(false)
  expect(useWallet.getState()).toMatchObject({ server: ADDRESS, local: undefined })
  expect(copies()).toMatchObject([{ record: RECORD }])
  expect(copies()[0]?.untilMs).toBeGreaterThan(Date.now())
})

test('stores a locked copy of a disconnected wallet before calling the server', async () => {
  let copiesAtDisconnect = 0
  server.disconnect = async () => void (copiesAtDisconnect = copies().length)

  await expect(disconnect()).resolves.toBe(true)

  expect(copiesAtDisconnect).toBe(1)
  expect(device.has(KEY)).toBe(false)
  expect(useWallet.getState()).toMatchObject({ server: null, local: undefined })
  expect(copies()).toMatchObject([{ record: RECORD }])
  expect(copies()[0]?.untilMs).toBeGreaterThan(Date.now())
})

test('copies a wallet before its account is deleted and leaves it in place', async () => {
  await expect(keepCopyToDelete('7')).resolves.toBe(true)

  expect(device.get(KEY)).toEqual(RECORD)
  expect(copies()).toMatchObject([{ record: RECORD }])
  expect(copies()[0]?.untilMs).toBeGreaterThan(Date.now())
})

test('leaves the wallet in place if the server refuses', async () => {
  server.disconnect = () => Promise.reject(new Error('refused'))

  await expect(disconnect()).rejects.toThrow('refused')

  expect(device.get(KEY)).toEqual(RECORD)
  expect(useWallet.getState()).toMatchObject({ server: ADDRESS })
})

test.each([
  ['removed', () => removeFromPhone('7')],
  ['disconnected', disconnect],
  ['deleted', () => keepCopyToDelete('7')],
])('prevents a wallet from being %s if no copy can be stored', async (_name, remove) => {
  isFull = true
  const disconnectSpy = vi.spyOn(server, 'disconnect')

  await expect(remove()).resolves.toBe(false)

  expect(device.get(KEY)).toEqual(RECORD)
  expect(disconnectSpy).not.toHaveBeenCalled()
})

test('forgets the connected sites with the wallet, and keeps them if the wallet stays', async () => {
  const connections = DeviceKey.connections('7')
  device.set(connections, { identity: '', sessions: [] })

  isFull = true
  await expect(removeFromPhone('7')).resolves.toBe(false)
  expect(device.has(connections)).toBe(true)
  isFull = false
  await expect(removeFromPhone('7')).resolves.toBe(true)

  expect(device.has(connections)).toBe(false)
})
