import { checksumAddress } from '@solstice/rules/address'
import { challengeMessage } from '@solstice/rules/wallet'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '@solstice/ui/api-error.ts'
import { DeviceKey } from '#/lib/device-database.ts'
import { keepAndRegister, restoreDraft, resumeRegistration } from './register.ts'
import {
  findSetAside,
  listAllSetAside,
  listSetAside,
  noteSetAsideSeen,
  setWalletAside,
  restoreSetAside,
} from './set-aside.ts'
import { useWallet } from './store.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const DAY_MS = 24 * 60 * 60_000
const KEY = DeviceKey.wallet('7')
const owner = {
  userId: '7',
  method: 'IMPORT',
  pinToken: 'token',
  pin: { pinKeyId: 'k', salt: '', iterations: 900_000, key: new Uint8Array(32) },
} as const

/** Mocks the database and the vault's worker, which need a browser. */
const device = vi.hoisted(() => new Map<string, unknown>())
vi.mock('#/lib/device-database.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  readDevice: async (key: string) => device.get(key),
  changeDevice: async (key: string, change: (kept: unknown) => unknown) => {
    const changed = change(device.get(key))
    if (changed === undefined) device.delete(key)
    else device.set(key, changed)
  },
  eraseDevice: async (key: string) => void device.delete(key),
}))
const sealed = vi.hoisted(() => ({ passkeys: [] as string[] }))
vi.mock('#/vault/vault.ts', () => ({
  factsOf: (record: object) =>
    'encryptedByLaterVersion' in record
      ? undefined
      : { ...sealed, hasPhrase: 'encryptedMnemonic' in record },
  findWallet: async () => (device.has('wallet_7') ? sealed : undefined),
  vault: {
    sealDraft: async () => {
      device.set('wallet_7', { ethAddress: ADDRESS, state: 'pending' })
      return { signature: '0x1' }
    },
    signMessage: async () => ({ signature: '0x1' }),
    activate: async () => void device.set('wallet_7', { ethAddress: ADDRESS, state: 'active' }),
    dropDraft: async () => undefined,
    erase: async () => void device.delete('wallet_7'),
  },
}))

let registration: () => Promise<unknown>
let message: string
vi.mock('#/features/wallet/api.ts', () => ({
  fetchChallenge: async () => ({ message }),
  registerWallet: () => registration(),
}))

const memory = new Map<string, string>()
let isFull = false

beforeEach(() => {
  device.clear()
  memory.clear()
  isFull = false
  message = challengeMessage({
    purpose: 'REGISTER',
    origin: 'https://app.example.com',
    address: checksumAddress(ADDRESS),
    nonce: 'a1',
    issuedAt: new Date('2026-06-23T08:00:00.000Z'),
  })
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => memory.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (isFull) throw new DOMException('full', 'QuotaExceededError')
        memory.set(key, value)
      },
      removeItem: (key: string) => memory.delete(key),
      key: (at: number) => [...memory.keys()][at] ?? null,
      get length() {
        return memory.size
      },
    },
  })
  useWallet.setState({ userId: '7', server: null, local: undefined })
})

const refusing =
  (code: number, status = 409) =>
  async () =>
    Promise.reject(new ApiError({ code, status }))

describe('a wallet that cannot be registered', () => {
  test('is erased if it belongs to another account and was just typed in', async () => {
    registration = refusing(2203)

    await expect(keepAndRegister({ address: ADDRESS }, owner)).rejects.toMatchObject({ code: 2203 })

    expect(device.has(KEY)).toBe(false)
    expect(useWallet.getState().local).toBeUndefined()
    expect(findSetAside('7', null, 0)).toBeUndefined()
  })

  test('is set aside if it was created here and the server assigns it to another account', async () => {
    registration = refusing(2203)

    const made = keepAndRegister({ address: ADDRESS }, { ...owner, method: 'CREATE' })
    await expect(made).rejects.toMatchObject({ code: 2203 })

    expect(device.has(KEY)).toBe(false)
    expect(findSetAside('7', null, Date.now())).toMatchObject({
      record: { ethAddress: ADDRESS },
    })
  })

  test.each([
    [2202, 'CREATE'],
    [2203, 'CREATE'],
    [2203, 'IMPORT'],
  ] as const)(
    'is set aside if its pending registration fails permanently (%s, %s)',
    async (code, method) => {
      registration = refusing(code)
      device.set(KEY, { ethAddress: ADDRESS, state: 'pending' })
      const opening = { kind: 'pin', pinKeyId: 'k', key: new Uint8Array(32) } as const

      await expect(
        resumeRegistration(
          { address: ADDRESS, method },
          { userId: '7', opening, pinToken: 'token' },
        ),
      ).rejects.toMatchObject({ code })

      expect(device.has(KEY)).toBe(false)
      expect(findSetAside('7', ADDRESS, Date.now())).toMatchObject({
        record: { ethAddress: ADDRESS },
      })
    },
  )

  test.each([
    [9999, 500],
    [undefined, 0],
  ])('stays pending on the device after a temporary failure (%s, %s)', async (code, status) => {
    registration = async () =>
      Promise.reject(new ApiError({ status, ...(code !== undefined && { code }) }))

    await expect(keepAndRegister({ address: ADDRESS }, owner)).rejects.toBeInstanceOf(ApiError)

    expect(device.get(KEY)).toMatchObject({ ethAddress: ADDRESS, state: 'pending' })
  })
})

test.each([
  ['active', 'the account has', ADDRESS],
  ['pending', 'the account does not have', null],
  ['pending', 'the server did not confirm', undefined],
] as const)('leaves an imported wallet %s if it is one that %s', async (state, _name, server) => {
  device.set(KEY, { ethAddress: ADDRESS, state: 'pending' })
  useWallet.setState({ server })

  await restoreDraft({ address: ADDRESS }, owner)

  expect(device.get(KEY)).toMatchObject({ state })
  expect(useWallet.getState()).toMatchObject({ server, local: { address: ADDRESS, state } })
})

test.each([
  [true, 'does not open it', ['another']],
  [false, 'opens it', ['credential']],
])(
  'reports after an import whether the passkey is lost: %s, if it %s',
  async (isLost, _name, passkeys) => {
    device.set('user_7', { passkey: { credentialId: 'credential', salt: 'salt' } })
    sealed.passkeys = passkeys

    const restored = await restoreDraft({ address: ADDRESS }, owner)

    expect(restored).toEqual({ hasLostPasskey: isLost })
  },
)

test('reports no lost passkey after an import on a device without one', async () => {
  const restored = await restoreDraft({ address: ADDRESS }, owner)

  expect(restored).toEqual({ hasLostPasskey: false })
})

describe('a record that this version cannot read', () => {
  const UNREADABLE = { encryptedByLaterVersion: 'all' }
  const storedCopies = () =>
    (JSON.parse(memory.get('wallet_set_aside_7') ?? '[]') as { record: object }[]).map(
      ({ record }) => record,
    )

  test.each([
    ['made', () => keepAndRegister({ address: ADDRESS }, { ...owner, method: 'CREATE' })],
    ['imported', () => restoreDraft({ address: ADDRESS }, owner)],
  ])('is set aside when another wallet is %s, and blocks none', async (_name, bring) => {
    registration = async () => undefined
    device.set(KEY, UNREADABLE)

    await bring()

    expect(device.get(KEY)).toMatchObject({ ethAddress: ADDRESS })
    expect(storedCopies()).toEqual([UNREADABLE])
    // An unreadable record cannot be shown, so it does not expire.
    expect(listSetAside('7', 400 * DAY_MS)).toEqual([])
    expect(findSetAside('7', null, 400 * DAY_MS)).toBeUndefined()
    expect(storedCopies()).toEqual([UNREADABLE])
  })

  test('does not replace a readable copy of the same wallet', async () => {
    const readable = { ethAddress: ADDRESS, state: 'active' }
    const unreadable = { ...readable, ...UNREADABLE }
    device.set(KEY, readable)
    await setWalletAside('7')
    device.set(KEY, unreadable)
    await setWalletAside('7')

    expect(storedCopies()).toEqual([readable, unreadable])
    expect(listSetAside('7', 0)).toMatchObject([{ record: readable }])
    await restoreSetAside('7', ADDRESS, 0)
    expect(device.get(KEY)).toEqual(readable)
    expect(storedCopies()).toEqual([unreadable])
  })
})

describe('a wallet that must be set aside', () => {
  test('does not replace a copy with the phrase by one with only the key', async () => {
    const keyOnly = { ethAddress: ADDRESS, state: 'active' }
    const withPhrase = { ...keyOnly, encryptedMnemonic: 'sealed' }
    device.set(KEY, withPhrase)
    await setWalletAside('7')
    device.set(KEY, keyOnly)
    await setWalletAside('7')

    expect(listSetAside('7', 0)).toMatchObject([{ record: withPhrase }])
  })

  test('stays on the device if no copy can be stored', async () => {
    device.set(KEY, { ethAddress: ADDRESS, state: 'active' })
    isFull = true

    await expect(setWalletAside('7', 0)).resolves.toBe(false)
    expect(device.has(KEY)).toBe(true)

    isFull = false
    await expect(setWalletAside('7', 0)).resolves.toBe(true)
    expect(device.has(KEY)).toBe(false)
  })

  test('is offered for 30 days to an account with the same address or with none', async () => {
    device.set(KEY, { ethAddress: ADDRESS, state: 'active' })
    await setWalletAside('7', 0)

    expect(findSetAside('7', OTHER, DAY_MS)).toBeUndefined()
    expect(findSetAside('7', ADDRESS.toLowerCase(), 30 * DAY_MS)).toBeDefined()
    expect(findSetAside('8', ADDRESS, DAY_MS)).toBeUndefined()
    await restoreSetAside('7', null, DAY_MS)
    // The server knows no wallet, so this one has to be registered again.
    expect(device.get(KEY)).toEqual({ ethAddress: ADDRESS, state: 'pending' })
    await setWalletAside('7', 0)
    expect(findSetAside('7', ADDRESS, 30 * DAY_MS + 1)).toBeUndefined()
  })

  test('expires 30 days after the member first saw it, and not before', async () => {
    device.set(KEY, { ethAddress: ADDRESS, state: 'active' })
    await setWalletAside('7')

    expect(findSetAside('7', ADDRESS, 400 * DAY_MS)).toBeDefined()
    expect(listSetAside('7', 400 * DAY_MS)).toMatchObject([{ untilMs: undefined }])
    const shown = noteSetAsideSeen(listSetAside('7', 400 * DAY_MS), 400 * DAY_MS)
    expect(shown).toMatchObject([{ record: { ethAddress: ADDRESS }, untilMs: 430 * DAY_MS }])
    // Showing it again does not restart the period.
    expect(noteSetAsideSeen(listSetAside('7', 0), 410 * DAY_MS)).toEqual(shown)
    expect(listSetAside('7', 430 * DAY_MS)).toHaveLength(1)
    expect(listSetAside('7', 430 * DAY_MS + 1)).toEqual([])
  })

  test('ignores the expiry of copies from before they waited to be seen', () => {
    const record = { ethAddress: ADDRESS, state: 'active' }
    memory.set('wallet_set_aside_7', JSON.stringify([{ record, untilMs: 30 * DAY_MS }]))

    expect(listSetAside('7', 31 * DAY_MS)).toMatchObject([{ record, untilMs: undefined }])
  })

  test('is listed whichever wallet the account has now, and without a session', async () => {
    device.set(KEY, { ethAddress: ADDRESS, state: 'active' })
    await setWalletAside('7')
    device.set('wallet_8', { ethAddress: OTHER, state: 'active' })
    await setWalletAside('8')

    expect(findSetAside('7', OTHER, DAY_MS)).toBeUndefined()
    expect(listSetAside('7', DAY_MS)).toMatchObject([{ record: { ethAddress: ADDRESS } }])
    const all = listAllSetAside(DAY_MS).map(({ userId, record }) => [userId, record.ethAddress])
    expect(all).toEqual([
      ['7', ADDRESS],
      ['8', OTHER],
    ])
  })

  test('keeps the passkey that opens it, because the account record is wiped', async () => {
    const passkey = { credentialId: 'credential', salt: 'salt' }
    device.set(KEY, { ethAddress: ADDRESS, state: 'active' })
    device.set('user_7', { passkey })
    await setWalletAside('7')

    expect(listSetAside('7', DAY_MS)).toMatchObject([{ passkey }])
  })

  test.each([
    ['is active again', undefined, 'credential'],
    ['does not replace a newer one', 'newer', 'newer'],
  ])('is restored, and its passkey %s', async (_name, since, expected) => {
    const passkey = { credentialId: 'credential', salt: 'salt' }
    device.set(KEY, { ethAddress: ADDRESS, state: 'active' })
    device.set('user_7', { passkey })
    await setWalletAside('7')
    device.set('user_7', since && { passkey: { credentialId: since, salt: 'salt' } })

    await restoreSetAside('7', ADDRESS, DAY_MS)

    expect(device.get('user_7')).toMatchObject({ passkey: { credentialId: expected } })
  })

  test('replaces neither another copy nor a wallet on the device', async () => {
    device.set(KEY, { ethAddress: ADDRESS, state: 'active' })
    await setWalletAside('7', 0)
    device.set(KEY, { ethAddress: OTHER, state: 'active' })
    await setWalletAside('7', DAY_MS)
    device.set(KEY, { ethAddress: OTHER, state: 'pending' })

    await restoreSetAside('7', ADDRESS, DAY_MS)
    expect(device.get(KEY)).toEqual({ ethAddress: OTHER, state: 'pending' })

    device.delete(KEY)
    await restoreSetAside('7', ADDRESS, DAY_MS)
    expect(device.get(KEY)).toEqual({ ethAddress: ADDRESS, state: 'active' })
    expect(findSetAside('7', OTHER, DAY_MS)).toMatchObject({ record: { ethAddress: OTHER } })
  })
})

test('signs nothing but the statement of ownership for its own address', async () => {
  message = message.replace('moves nothing', 'moves everything')

  await expect(keepAndRegister({ address: ADDRESS }, owner)).rejects.toThrow(
    'no statement of ownership',
  )
  expect(device.size).toBe(0)
})
