import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useAuth } from '#/features/auth/store.ts'
import { adoptPasskey } from '#/features/passkey/authenticate.ts'
import { noteAuthenticated, usePasskey } from '#/features/passkey/store.ts'
import { findOrderPayment, keepOrderPayment } from '#/features/wallet/chain/order-payment.ts'
import type { Sent } from '#/features/wallet/chain/sent.ts'
import { copyWalletAside, listSetAside } from '#/features/wallet/device/set-aside.ts'
import { DeviceKey, readDevice, writeDevice } from '#/lib/device-database.ts'
import { noteLinkedAccount, readLinkedAccount } from '#/lib/linked-account.ts'
import { whenSignedOut } from '#/lib/sign-out.ts'
import { memberKey } from '#/lib/storage.ts'
import { useToast } from '#/lib/toast.ts'
import { createDeviceGuard } from './-wallet-guard.ts'

const entries = new Map<string, unknown>()
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const })
const { enterDevice, guardWallet, walletCheck } = createDeviceGuard(page)

const MEMBER = {
  userId: 42,
  email: 'mina@harbor.example',
  nickname: 'MinaHarbor',
  walletAddress: null,
  hasPin: true,
  language: 'en' as const,
}
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const WALLET = { version: 1, ethAddress: ADDRESS, state: 'active' }
const PENDING = { ...WALLET, state: 'pending' }
const VISIT = { pathname: '/home', href: '/home', isPrivate: true, isPreload: false }

const OTHER_ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const SENT: Sent = {
  hash: '0x01',
  raw: '0x',
  chainId: 1,
  nonce: 3,
  from: ADDRESS,
  to: OTHER_ADDRESS,
  amount: '5',
  decimals: 6,
  symbol: 'USDS',
  contract: null,
  gas: '60000',
  maxFeePerGas: '2',
  maxPriorityFeePerGas: '1',
  sentAtMs: 0,
  kind: 'send',
  isReported: false,
}

let walletAddress: string | null
let email: string

beforeEach(() => {
  entries.clear()
  walletAddress = ADDRESS
  email = MEMBER.email
  vi.stubGlobal('window', undefined)
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('indexedDB', browserDatabase(entries))
  vi.stubGlobal('fetch', async (path: string) => {
    const data = path.endsWith('/users/profile') ? { walletAddress, email } : null
    return Response.json({ code: 0, success: true, msg: '', data })
  })
})

/** Logs in by e-mail and opens home, as the routes do. */
async function logIn(): Promise<void> {
  await useAuth.getState().login({ member: MEMBER })
  await enterDevice()
  await guardWallet(VISIT)
}

const { logout, forceLogout, setSignedOut, loseSession } = useAuth.getState()

/** Logs out and waits until the device is wiped, which would otherwise affect the next test. */
async function forceLogoutAndWait(): Promise<void> {
  await forceLogout()
  await expect.poll(() => [...entries]).toEqual([])
}

test.each([
  ['on when the server and the device have the wallet', ADDRESS, WALLET, true],
  ['off when only the server has a wallet', ADDRESS, undefined, false],
  ['off when only the device has a wallet', null, WALLET, false],
  ['off when the device has a wallet that is not registered yet', null, PENDING, false],
  ['off when neither has a wallet', null, undefined, false],
])('turns the has-wallet flag at log-in %s', async (_name, server, local, hasWallet) => {
  walletAddress = server
  // Storage is missing here, so no check can set the wallet aside and remove the linked account.
  if (local) await writeDevice(DeviceKey.wallet('42'), local)

  await logIn()

  expect(await readLinkedAccount('42')).toMatchObject({ hasWallet })
  await logout()
})

test('keeps the wallet and the passkey on the device after a plain logout, without e-mail and name', async () => {
  // Without storage a wallet could not be set aside, and stays.
  vi.stubGlobal('window', { localStorage: browserStorage(new Map()) })
  const passkey = { credentialId: 'credential', salt: 'salt' }
  await writeDevice(DeviceKey.wallet('42'), WALLET)
  await noteLinkedAccount('42', { passkey })
  await logIn()
  expect(await readLinkedAccount('42')).toMatchObject({ email: MEMBER.email, name: 'MinaHarbor' })

  await logout()
  await whenSignedOut()

  expect(useAuth.getState().status).toBe('unauth')
  await expect.poll(() => readLinkedAccount('42')).toEqual({ passkey, hasWallet: true })
  expect(await readDevice(DeviceKey.wallet('42'))).toEqual(WALLET)
})

test('deletes arrived transfers at a plain logout and keeps one that may exist only here', async () => {
  const memory = new Map<string, string>()
  vi.stubGlobal('window', { localStorage: browserStorage(memory) })
  const key = memberKey('sent', '42')
  memory.set(key, JSON.stringify([{ hash: '0x1', hasArrived: true }, { hash: '0x2' }]))
  await logIn()

  await logout()

  await expect.poll(() => memory.get(key)).toBe(JSON.stringify([{ hash: '0x2' }]))
  memory.set(key, JSON.stringify([{ hash: '0x1', hasArrived: true }]))
  await logIn()
  await logout()
  await expect.poll(() => memory.has(key)).toBe(false)
})

test('keeps the checkpoint of the points log after a plain logout, without the entries', async () => {
  const remembered = { size: 9, root: 'root', count: 1, transactionId: 3, sums: {} }
  const entry = { sequence: 1, transactionId: 3 }
  const record = { version: 1, verifierKey: 'key', remembered, entries: [entry], pending: [] }
  await writeDevice(DeviceKey.pointsLog('42'), { ...record, checkedAt: 5, checkedFromStartAt: 5 })
  await logIn()

  await logout()

  await expect.poll(() => readDevice(DeviceKey.pointsLog('42'))).toMatchObject({ entries: [] })
  expect(await readDevice(DeviceKey.pointsLog('42'))).toMatchObject({
    verifierKey: 'key',
    remembered,
    checkedAt: undefined,
    checkedFromStartAt: 0,
  })
})

test('deletes the counterparties of the wallet at a plain logout', async () => {
  const memory = new Map<string, string>()
  vi.stubGlobal('window', { localStorage: browserStorage(memory) })
  const key = memberKey('counterparties', '42')
  memory.set(key, '{}')
  memory.set(memberKey('counterparties', '421'), '{}')
  await logIn()

  await logout()

  await expect.poll(() => memory.has(key)).toBe(false)
  expect(memory.has(memberKey('counterparties', '421'))).toBe(true)
})

test('keeps the payment of an order after a plain logout, visible only to its member', async () => {
  const memory = new Map<string, string>()
  vi.stubGlobal('window', { localStorage: browserStorage(memory) })
  await logIn()
  keepOrderPayment('42', 'product-5', SENT)

  await logout()

  // The logout ends with these deletions.
  await expect.poll(() => readLinkedAccount('42')).not.toHaveProperty('email')
  expect(findOrderPayment('42', 'product-5')).toEqual(SENT)
  expect(findOrderPayment('4', 'product-5')).toBeUndefined()
  expect(findOrderPayment('421', 'product-5')).toBeUndefined()
  await logIn()
  await forceLogout()
  expect(findOrderPayment('42', 'product-5')).toBeUndefined()
})

test('removes the wallet, the linked account and the current member at a forced logout', async () => {
  vi.stubGlobal('window', { localStorage: browserStorage(new Map()) })
  await writeDevice(DeviceKey.wallet('42'), WALLET)
  await writeDevice(DeviceKey.pointsLog('42'), { version: 1 })
  await logIn()

  await forceLogoutAndWait()

  expect([...entries]).toEqual([])
})

test('sets aside at a forced logout a wallet that another tab imported after the last copy', async () => {
  vi.stubGlobal('window', { localStorage: browserStorage(new Map()) })
  await writeDevice(DeviceKey.wallet('42'), WALLET)
  await logIn()
  await copyWalletAside('42', Date.now())
  await writeDevice(DeviceKey.wallet('42'), { ...WALLET, ethAddress: OTHER_ADDRESS })

  await forceLogoutAndWait()

  const copies = listSetAside('42', Date.now()).map(({ record }) => record.ethAddress)
  expect(copies).toEqual([OTHER_ADDRESS, ADDRESS])
})

test('keeps a wallet at a forced logout if it could not be set aside, and deletes e-mail and name', async () => {
  const passkey = { credentialId: 'credential', salt: 'salt' }
  await writeDevice(DeviceKey.wallet('42'), WALLET)
  await noteLinkedAccount('42', { passkey })
  await logIn()

  await forceLogout()
  await whenSignedOut()

  await expect.poll(() => readLinkedAccount('42')).toEqual({ passkey, hasWallet: true })
  expect(await readDevice(DeviceKey.wallet('42'))).toEqual(WALLET)
})

test('deletes e-mail and name immediately at a forced logout, while another tab holds the wallet lock', async () => {
  await noteLinkedAccount('42', { passkey: { credentialId: 'credential', salt: 'salt' } })
  await logIn()
  vi.stubGlobal('navigator', { locks: { request: () => new Promise(() => {}) } })

  await forceLogout()

  await expect.poll(() => readLinkedAccount('42')).not.toHaveProperty('email')
})

test('keeps at a forced logout the member who logged in on the device meanwhile', async () => {
  vi.stubGlobal('window', { localStorage: browserStorage(new Map()) })
  await logIn()
  await writeDevice(DeviceKey.currentUser, '43')

  await forceLogout()

  await expect.poll(() => entries.has(DeviceKey.user('42'))).toBe(false)
  expect(await readDevice(DeviceKey.currentUser)).toBe('43')
})

test.each([
  ['another wallet', OTHER_ADDRESS, 'walletChanged'],
  ['a removed wallet', null, 'walletRemoved'],
  ['an invalid wallet address', 'xyz', 'walletInvalid'],
])('signs out an account with %s and shows a reason', async (_name, server, reason) => {
  vi.stubGlobal('window', { localStorage: browserStorage(new Map()) })
  await writeDevice(DeviceKey.wallet('42'), WALLET)
  await logIn()
  walletAddress = server
  walletCheck.reset()

  await guardWallet(VISIT)

  expect(useAuth.getState()).toMatchObject({ status: 'unauth', signOutReason: reason })
  await useAuth.getState().login({ member: MEMBER })
  expect(useAuth.getState().signOutReason).toBeUndefined()
  await logout()
})

test('uses the passkey of a restored wallet without locking the member out', async () => {
  const passkey = { credentialId: 'credential', salt: 'salt' }
  await logIn()
  await noteLinkedAccount('42', { passkey })

  await adoptPasskey('42', 42)

  expect(usePasskey.getState()).toMatchObject({ passkey, lastAuthTime: 42 })
  expect(useAuth.getState().phase).toBe('open')
  await logout()
})

test('signs out a tab with a reason if its session now belongs to another member', async () => {
  await logIn()
  email = 'somebody@else.example'
  walletCheck.reset()

  await guardWallet(VISIT)

  expect(useAuth.getState()).toMatchObject({ status: 'unauth', signOutReason: 'otherMember' })
})

test('shows a network error without loading further texts when there is no connection', async () => {
  await logIn()
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  walletCheck.reset()

  await guardWallet(VISIT)

  expect(useToast.getState().current?.message).toBe('Network error occurred. Please try again.')
  await logout()
})

test.each([
  ['a logout', logout],
  ['a forced logout', forceLogoutAndWait],
  ['a lost session', () => loseSession(new Error('refused'))],
  ['a check without a response', async () => setSignedOut()],
])('resets the complete passkey state after %s', async (_name, leave) => {
  await noteLinkedAccount('42', { passkey: { credentialId: 'credential', salt: 'salt' } })
  await logIn()
  expect(usePasskey.getState()).toMatchObject({ requiresPasskeyAuth: true })
  noteAuthenticated(42)

  await leave()

  expect(usePasskey.getState()).toEqual({
    passkey: undefined,
    isPasskeyAuthenticated: false,
    lastAuthTime: null,
    requiresPasskeyAuth: false,
    isAuthenticating: false,
    authenticationFailed: false,
  })
})

describe('a member without a passkey', () => {
  afterEach(() => void vi.useRealTimers())

  function simulateAbsence(ms: number): void {
    const show = (visibilityState: string) => {
      Object.assign(page, { visibilityState })
      page.dispatchEvent(new Event('visibilitychange'))
    }
    show('hidden')
    vi.setSystemTime(Date.now() + ms)
    show('visible')
  }

  test.each([
    [299_999, true, false],
    [300_000, true, true],
    [8 * 3_600_000, true, true],
    // The PIN that is set next has just been entered.
    [8 * 3_600_000, false, false],
  ])('after %i ms in the background, with a PIN: %s, is locked: %s', async (ms, hasPin, locked) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await useAuth.getState().login({ member: { ...MEMBER, hasPin } })

    simulateAbsence(ms)

    expect(useAuth.getState().phase).toBe(locked ? 'locked' : 'open')
    await logout()
  })
})

function browserStorage(kept: Map<string, string>) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (at: number) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size
    },
  }
}

/** Implements the part of IndexedDB that the device database uses; Node has none. */
function browserDatabase(kept: Map<string, unknown>) {
  const soon = (target: EventTarget, type: string) =>
    queueMicrotask(() => target.dispatchEvent(new Event(type)))
  function request(result: unknown) {
    const target = Object.assign(new EventTarget(), { result })
    soon(target, 'success')
    return target
  }
  const store = {
    get: (key: string) => request(kept.get(key)),
    put: (value: unknown, key: string) => request(void kept.set(key, value)),
    delete: (key: string) => request(void kept.delete(key)),
  }
  const transaction = () => {
    const target = Object.assign(new EventTarget(), { objectStore: () => store })
    setTimeout(() => target.dispatchEvent(new Event('complete')))
    return target
  }
  return { open: () => request({ transaction, close: () => undefined }) }
}
