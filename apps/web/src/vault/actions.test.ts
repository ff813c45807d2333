import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DeviceKey } from '#/lib/device-database.ts'
import { actions } from './actions.ts'
import type { PinKey } from './protocol.ts'
import { secretOfPhrase } from './secret.ts'

/** Replaces the device database, which exists only in a browser. */
const device = vi.hoisted(() => new Map<string, unknown>())
const full = vi.hoisted(() => new Set<string>())
vi.mock('#/lib/device-database.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  readDevice: async (key: string) => device.get(key),
  changeDevice: async (key: string, change: (kept: unknown) => unknown) => {
    const changed = change(device.get(key))
    if (full.has(key)) throw new DOMException('full', 'QuotaExceededError')
    device.set(key, changed)
  },
}))

/** The same function in native code takes a sixth of the time; export-file.test.ts runs ours. */
vi.mock('@noble/hashes/scrypt.js', async () => {
  const { scryptSync } = await import('node:crypto')
  type Cost = { N: number; r: number; p: number; dkLen: number }
  const scryptAsync = async (typed: Uint8Array, salt: Uint8Array, { dkLen, ...cost }: Cost) =>
    new Uint8Array(scryptSync(typed, salt, dkLen, { ...cost, maxmem: 256 * cost.N * cost.r }))
  return { scryptAsync }
})

const FIRST = 'test test test test test test test test test test test junk'
const FIRST_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const aPin = (): PinKey => ({
  pinKeyId: 'key-1',
  salt: 'c2FsdA',
  iterations: 900_000,
  key: new Uint8Array(32),
})
const seal = () => actions.sealDraft({ userId: '7', pin: aPin(), method: 'IMPORT' })

beforeEach(async () => {
  device.clear()
  full.clear()
  await actions.draftFromSecret({ secret: FIRST })
  await seal()
})

test.each(['pending', 'active'])(
  'does not overwrite a wallet that is %s on the device with another one',
  async (state) => {
    if (state === 'active') await actions.activate({ userId: '7' })
    const before = device.get(DeviceKey.wallet('7'))
    await actions.draft(undefined)

    await expect(seal()).rejects.toMatchObject({ problem: 'wallet-exists' })

    expect(device.get(DeviceKey.wallet('7'))).toBe(before)
    expect(before).toMatchObject({ ethAddress: FIRST_ADDRESS, state })
  },
)

test.each([
  ['of a later version', { version: 2, ethAddress: FIRST_ADDRESS, sealed: 'all' }],
  ['that is damaged', { version: 1, userId: '7', encryptedPrivateKey: { iv: 'a', data: 'b' } }],
])('does not overwrite a record %s', async (_name, record) => {
  device.set(DeviceKey.wallet('7'), record)

  await expect(seal()).rejects.toMatchObject({ problem: 'wallet-exists' })

  expect(device.get(DeviceKey.wallet('7'))).toBe(record)
})

test('seals the same wallet again, as after a lost response', async () => {
  await seal()

  expect(device.get(DeviceKey.wallet('7'))).toMatchObject({ ethAddress: FIRST_ADDRESS })
})

test('seals a wallet even if the device has no space for its public key', async () => {
  device.clear()
  full.add(DeviceKey.user('7'))

  await expect(seal()).resolves.toEqual({})

  expect(device.get(DeviceKey.wallet('7'))).toMatchObject({ ethAddress: FIRST_ADDRESS })
})

test('does not overwrite a wallet that has its phrase with its private key alone', async () => {
  const before = device.get(DeviceKey.wallet('7'))
  const { privateKey } = secretOfPhrase(FIRST)
  await actions.draftFromSecret({ secret: Buffer.from(privateKey).toString('hex') })

  await expect(seal()).rejects.toMatchObject({ problem: 'phrase-kept' })

  expect(device.get(DeviceKey.wallet('7'))).toBe(before)
})

test('seals the complete wallet even if the screen closes meanwhile and the draft is dropped', async () => {
  device.clear()
  await actions.draftFromSecret({ secret: FIRST })

  const sealing = seal()
  await actions.dropDraft(undefined)
  await sealing

  await expect(actions.draftWords(undefined)).rejects.toMatchObject({ problem: 'no-wallet' })
  await expect(actions.reveal({ userId: '7', opening: opening() })).resolves.toEqual({
    kind: 'phrase',
    words: FIRST.split(' '),
  })
})

const NEXT = new Uint8Array(32).fill(9)
const opening = () => ({ kind: 'pin', pinKeyId: 'key-1', key: new Uint8Array(32) }) as const
const storedWraps = () => {
  const record = device.get(DeviceKey.wallet('7')) as {
    pinWraps: { pinKeyId: string }[]
    passkeyWraps: { credentialId: string }[]
  }
  return {
    pins: record.pinWraps.map(({ pinKeyId }) => pinKeyId),
    passkeys: record.passkeyWraps.map(({ credentialId }) => credentialId),
  }
}
const addPin = () =>
  actions.addPinWrap({
    userId: '7',
    opening: opening(),
    pin: { pinKeyId: 'key-2', salt: 'c2FsdA', iterations: 900_000, key: NEXT.slice() },
  })
const addPasskey = (credentialId: string) =>
  actions.addPasskeyWrap({
    userId: '7',
    opening: opening(),
    credentialId,
    salt: 'c2FsdA',
    key: NEXT.slice(),
  })

test.each(['key-1', 'key-2'])(
  'removes the leftover wrap of an interrupted PIN change at the first opening with %s',
  async (pinKeyId) => {
    await addPin()
    expect(storedWraps().pins).toEqual(['key-1', 'key-2'])
    const key = () => (pinKeyId === 'key-1' ? new Uint8Array(32) : NEXT.slice())

    // A key that does not open the wallet removes nothing.
    const wrong = { kind: 'pin', pinKeyId, key: new Uint8Array(32).fill(1) } as const
    await expect(
      actions.signMessage({ userId: '7', opening: wrong, message: 'm' }),
    ).rejects.toMatchObject({ problem: 'wrong-opening' })
    expect(storedWraps().pins).toHaveLength(2)

    const right = { kind: 'pin', pinKeyId, key: key() } as const
    await actions.signMessage({ userId: '7', opening: right, message: 'm' })
    expect(storedWraps().pins).toEqual([pinKeyId])
  },
)

test('keeps everything that two tabs add to the same wallet concurrently', async () => {
  await Promise.all([
    addPin(),
    addPasskey('one'),
    addPasskey('two'),
    actions.activate({ userId: '7' }),
  ])

  const { pins, passkeys } = storedWraps()
  expect(pins).toEqual(['key-1', 'key-2'])
  // The order of the two is not guaranteed.
  expect(passkeys.toSorted()).toEqual(['one', 'two'])
  expect(device.get(DeviceKey.wallet('7'))).toMatchObject({ state: 'active' })
})

test('rejects a wrap that was made for an earlier sealing of the wallet', async () => {
  const earlier = device.get(DeviceKey.wallet('7'))
  await seal()
  const later = device.get(DeviceKey.wallet('7'))
  device.set(DeviceKey.wallet('7'), earlier)

  const adding = addPin()
  device.set(DeviceKey.wallet('7'), later)
  // The record was already read, so the wrap is created; adding it must fail.
  await expect(adding).rejects.toMatchObject({ problem: 'no-wallet' })

  expect(storedWraps()).toEqual({ pins: ['key-1'], passkeys: [] })
})

describe('an export file', () => {
  const passphrase = 'a long winter night'
  const checkedAt = () =>
    (device.get(DeviceKey.wallet('7')) as { exportCheckedAt?: string }).exportCheckedAt

  test('counts as a backup only after it was opened again, and not for another wallet', async () => {
    const file = await actions.exportFile({ userId: '7', opening: opening(), passphrase })
    expect(device.get(DeviceKey.wallet('7'))).not.toHaveProperty('exportedAt')
    expect(checkedAt()).toBeUndefined()

    await actions.checkExport({ userId: '7', file, passphrase })
    expect(Date.parse(checkedAt() ?? '')).not.toBeNaN()

    // Check the same file after the device received another wallet.
    device.clear()
    await actions.draft(undefined)
    await seal()
    const checked = actions.checkExport({ userId: '7', file, passphrase })
    await expect(checked).rejects.toMatchObject({ problem: 'other-wallet' })
    expect(checkedAt()).toBeUndefined()
  }, 60_000)
})

test('reveals and exports a copy that is no longer in the database without changing the database', async () => {
  const record = device.get(DeviceKey.wallet('7'))
  device.clear()
  await actions.draft(undefined)
  await seal()
  const inUse = device.get(DeviceKey.wallet('7'))

  const revealed = await actions.reveal({ userId: '7', opening: opening(), record })
  const input = { userId: '7', opening: opening(), record, passphrase: 'a long winter night' }
  const file = await actions.exportFile(input)

  expect(revealed).toEqual({ kind: 'phrase', words: FIRST.split(' ') })
  await expect(
    actions.checkExport({ userId: '7', file, passphrase: input.passphrase, record }),
  ).resolves.toBeUndefined()
  expect(device.get(DeviceKey.wallet('7'))).toBe(inUse)
})

test('rejects a copy of another member or of an unknown format', async () => {
  const record = device.get(DeviceKey.wallet('7'))

  for (const [userId, given] of [
    ['8', record],
    ['7', { ...(record as object), encryptedPrivateKey: 'none' }],
  ] as const) {
    const refused = actions.reveal({ userId, opening: opening(), record: given })
    await expect(refused).rejects.toMatchObject({ problem: 'no-wallet' })
  }
})

test('compares words with the sealed phrase after opening it and rejects wrong words', async () => {
  const check = (word: string, key = new Uint8Array(32)) =>
    actions.checkWords({
      userId: '7',
      opening: { kind: 'pin', pinKeyId: 'key-1', key },
      answers: [
        { position: 1, word: 'test' },
        { position: 12, word },
      ],
    })

  expect(await check('junk')).toBe(true)
  expect(await check('test')).toBe(false)
  await expect(check('junk', NEXT.slice())).rejects.toMatchObject({ problem: 'wrong-opening' })
  const none = { userId: '7', opening: opening(), answers: [] }
  expect(await actions.checkWords(none)).toBe(false)
})
