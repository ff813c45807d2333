import { changeDevice, DeviceKey, readDevice } from '#/lib/device-database.ts'
import { VaultError, problemOf } from './problem.ts'
import type { Opening, PinKey } from './protocol.ts'
import { RECORD_VERSION, isWalletRecord } from './record.ts'
import type { PasskeyWrap, PinWrap, WalletMethod, WalletRecord } from './record.ts'
import { newDataKey, seal, unseal } from './seal.ts'
import type { SealContext } from './seal.ts'
import { addressOf } from './secret.ts'
import type { Secret } from './secret.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Returns the sealed wallet of a member on this device. */
export async function findRecord(userId: string): Promise<WalletRecord> {
  const record = await readDevice(DeviceKey.wallet(userId))
  if (!isWalletRecord(record)) throw new VaultError('no-wallet')
  return record
}

/**
 * Validates a record that the page passes in: it must belong to this member and have the stored
 * format.
 */
export function readRecord(userId: string, given: unknown): WalletRecord {
  if (!isWalletRecord(given) || given.userId !== userId) throw new VaultError('no-wallet')
  return given
}

/**
 * Saves a new record without overwriting another wallet, which another tab may have created or
 * imported meanwhile and which may exist nowhere else. A damaged record or one of a later version
 * is not overwritten either.
 */
export async function saveNewRecord(record: WalletRecord): Promise<void> {
  await change(DeviceKey.wallet(record.userId), (kept) => {
    if (kept === undefined) return record
    const isOther = !isWalletRecord(kept) || kept.ethAddress !== record.ethAddress
    if (isOther) throw new VaultError('wallet-exists')
    // A private key opens the same wallet, but the phrase cannot be derived from it.
    const hasPhrase = kept.encryptedMnemonic !== undefined
    if (hasPhrase && !record.encryptedMnemonic) throw new VaultError('phrase-kept')
    return record
  })
}

/** Changes the record as currently stored, so that changes from another tab are preserved. */
export async function changeRecord(
  userId: string,
  changed: (record: WalletRecord) => WalletRecord,
): Promise<void> {
  await change(DeviceKey.wallet(userId), (kept) => {
    if (!isWalletRecord(kept)) throw new VaultError('no-wallet')
    return changed(kept)
  })
}

/**
 * Adds a wrap to the sealing it was made for. A wrap contains the data key of one sealing and would
 * open nothing in a record that was sealed again.
 */
export async function addWrap(
  sealing: WalletRecord,
  added: (record: WalletRecord) => WalletRecord,
): Promise<void> {
  await changeRecord(sealing.userId, (record) => {
    const isSame = record.encryptedPrivateKey.data === sealing.encryptedPrivateKey.data
    if (!isSame) throw new VaultError('no-wallet')
    return added(record)
  })
}

export async function sealSecret(
  secret: Secret,
  owner: { userId: string; pin: PinKey; method: WalletMethod },
): Promise<WalletRecord> {
  const address = addressOf(secret)
  const { userId, pin, method } = owner
  const dataKey = newDataKey()
  const part = partsOf({ userId, ethAddress: address })
  const record: WalletRecord = {
    version: RECORD_VERSION,
    userId,
    ethAddress: address,
    state: 'pending',
    method,
    cipher: 'AES-GCM-256',
    encryptedPrivateKey: await seal(dataKey, secret.privateKey, part('private-key')),
    ...(secret.phrase !== undefined && {
      encryptedMnemonic: await seal(
        dataKey,
        new TextEncoder().encode(secret.phrase),
        part('mnemonic'),
      ),
    }),
    pinWraps: [],
    passkeyWraps: [],
    createdAt: new Date().toISOString(),
  }
  const wrap = await wrapForPin(record, dataKey, pin)
  dataKey.fill(0)
  return withPinWrap(record, wrap)
}

export async function wrapForPin(
  record: WalletRecord,
  dataKey: Bytes,
  { pinKeyId, salt, iterations, key }: PinKey,
): Promise<PinWrap> {
  return {
    pinKeyId,
    salt,
    kdf: { name: 'PBKDF2-HMAC-SHA-256', iterations },
    wrapped: await seal(key, dataKey, partsOf(record)(`pin:${pinKeyId}`)),
  }
}

export async function wrapForPasskey(
  record: WalletRecord,
  dataKey: Bytes,
  { credentialId, salt, key }: { credentialId: string; salt: string; key: Bytes },
): Promise<PasskeyWrap> {
  const wrapped = await seal(key, dataKey, partsOf(record)(`passkey:${credentialId}`))
  return { credentialId, salt, wrapped }
}

/** Adds a wrap and replaces an existing one for the same key. */
export function withPinWrap(record: WalletRecord, wrap: PinWrap): WalletRecord {
  const others = record.pinWraps.filter(({ pinKeyId }) => pinKeyId !== wrap.pinKeyId)
  return { ...record, pinWraps: [...others, wrap] }
}

export function withPasskeyWrap(record: WalletRecord, wrap: PasskeyWrap): WalletRecord {
  const others = record.passkeyWraps.filter(
    ({ credentialId }) => credentialId !== wrap.credentialId,
  )
  return { ...record, passkeyWraps: [...others, wrap] }
}

/** Provides the data key for the duration of the action. */
export async function withDataKey<Result>(
  record: WalletRecord,
  opening: Opening,
  action: (dataKey: Bytes) => Promise<Result>,
): Promise<Result> {
  const part = partsOf(record)
  const found =
    opening.kind === 'pin'
      ? record.pinWraps.find(({ pinKeyId }) => pinKeyId === opening.pinKeyId)
      : record.passkeyWraps.find(({ credentialId }) => credentialId === opening.credentialId)
  if (!found) throw new VaultError('wrong-opening')
  const name =
    opening.kind === 'pin' ? `pin:${opening.pinKeyId}` : `passkey:${opening.credentialId}`
  const dataKey = await unseal(opening.key, found.wrapped, part(name))
  opening.key.fill(0)
  try {
    return await action(dataKey)
  } finally {
    dataKey.fill(0)
  }
}

/** Opens only the private key, which is enough to sign; the phrase stays sealed. */
export async function openKey(record: WalletRecord, dataKey: Bytes): Promise<Secret> {
  const part = partsOf(record)
  return { privateKey: await unseal(dataKey, record.encryptedPrivateKey, part('private-key')) }
}

export async function openFullSecret(record: WalletRecord, dataKey: Bytes): Promise<Secret> {
  const { encryptedMnemonic } = record
  const [secret, phrase] = await Promise.all([
    openKey(record, dataKey),
    encryptedMnemonic && unseal(dataKey, encryptedMnemonic, partsOf(record)('mnemonic')),
  ])
  return phrase ? { ...secret, phrase: new TextDecoder().decode(phrase) } : secret
}

/** Stores the public key with the linked account, so that both are deleted together. */
export async function savePublicKey(userId: string, publicKey: string): Promise<void> {
  await change(DeviceKey.user(userId), (user) => ({ ...(user as object | undefined), publicKey }))
}

async function change(key: string, changed: (kept: unknown) => unknown): Promise<void> {
  try {
    await changeDevice(key, changed)
  } catch (cause) {
    if (cause instanceof VaultError) throw cause
    throw new VaultError(problemOf(cause) === 'storage-full' ? 'storage-full' : 'storage-failed')
  }
}

function partsOf({ userId, ethAddress }: Pick<WalletRecord, 'userId' | 'ethAddress'>) {
  return (part: string): SealContext => ({
    version: RECORD_VERSION,
    userId,
    address: ethAddress,
    part,
  })
}
