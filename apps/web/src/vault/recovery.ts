import { bytesToHex } from '@noble/hashes/utils.js'
import { DeviceKey, listDevice } from '#/lib/device-database.ts'
import type { LinkedAccount } from '#/lib/linked-account.ts'
import { listCopyOwners, readCopies } from '#/lib/set-aside-copies.ts'
import { readExportFile, writeExportFile } from './export-file.ts'
import { openFullSecret, withDataKey } from './record-store.ts'
import { requestOneOf } from './passkey.ts'
import type { PasskeyRecord } from './passkey.ts'
import { passphraseProblem } from './passphrase.ts'
import { VaultError, problemOf } from './problem.ts'
import { isWalletRecord } from './record.ts'
import type { WalletRecord } from './record.ts'
import { addressOf, wipe, readSecret } from './secret.ts'
import type { Secret } from './secret.ts'

/**
 * The vault's interface for the recovery page, which runs without the app, the worker and the
 * server. The page may show, export and discard the secret, because that is its purpose.
 */
export type Opened = { address: string; privateKey: string; words: string[] | undefined }

/** A wallet in this browser and the passkeys that open it without the server. */
export type StoredWallet = { record: WalletRecord; address: string; passkeys: PasskeyRecord[] }

export { passphraseProblem, problemOf }

/**
 * Returns the wallets in the database, then the copies of other wallets that were set aside. Copies
 * do not expire here, because the page does not fetch the server time.
 */
export async function findStoredWallets(): Promise<StoredWallet[]> {
  // A browser that denies access to the database may still have copies.
  const kept = await listDevice().catch(() => new Map<IDBValidKey, unknown>())
  const copies = listCopyOwners().flatMap((userId) => readCopies<unknown>(userId, undefined))
  const found = [...kept.values(), ...copies.map(({ record }) => record)].filter(isWalletRecord)
  const linked = copies.flatMap(({ passkey }) => passkey ?? [])
  return found
    .filter((record, at) => found.findIndex((other) => hasSameCiphertext(other, record)) === at)
    .map((record) => {
      const account = kept.get(DeviceKey.user(record.userId)) as LinkedAccount | undefined
      const passkeys = passkeysOf(record, account?.passkey ? [account.passkey, ...linked] : linked)
      return { record, address: record.ethAddress, passkeys }
    })
}

function hasSameCiphertext(one: WalletRecord, other: WalletRecord): boolean {
  return one.encryptedPrivateKey.data === other.encryptedPrivateKey.data
}

/** Wraps of release 1.0 have no salt; it is stored with the account or the copy. */
function passkeysOf(
  { passkeyWraps }: WalletRecord,
  linked: readonly PasskeyRecord[],
): PasskeyRecord[] {
  return passkeyWraps.flatMap(({ credentialId, salt }) => {
    const known = salt ?? linked.find((each) => each.credentialId === credentialId)?.salt
    return known === undefined ? [] : [{ credentialId, salt: known }]
  })
}

export async function openStoredWallet({ record, passkeys }: StoredWallet): Promise<Opened> {
  const { credentialId, key } = await requestOneOf(passkeys)
  if (!key) throw new VaultError('wrong-opening')
  const secret = await withDataKey(record, { kind: 'passkey', credentialId, key }, (dataKey) =>
    openFullSecret(record, dataKey),
  )
  return show(secret)
}

export async function openExportFile(text: string, passphrase: string): Promise<Opened> {
  return show(await readExportFile(text, passphrase))
}

export async function exportOpened(
  { privateKey, words }: Opened,
  passphrase: string,
): Promise<string> {
  // Keystores of other programs may contain 15, 18 or 21 words; the key alone opens the same
  // wallet.
  const isOurs = words?.length === 12 || words?.length === 24
  const secret = readSecret(isOurs ? words.join(' ') : privateKey)
  try {
    return await writeExportFile(secret, passphrase)
  } finally {
    wipe(secret)
  }
}

function show(secret: Secret): Opened {
  const opened = {
    address: addressOf(secret),
    privateKey: `0x${bytesToHex(secret.privateKey)}`,
    words: secret.phrase?.split(' '),
  }
  wipe(secret)
  return opened
}
