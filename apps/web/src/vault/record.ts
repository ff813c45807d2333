/** What AES-GCM made of something: both parts as base64url. */
export type Sealed = { iv: string; data: string }

/** The data key, wrapped under what a PIN becomes with one key of the server. */
export type PinWrap = {
  pinKeyId: string
  salt: string
  kdf: { name: 'PBKDF2-HMAC-SHA-256'; iterations: number }
  wrapped: Sealed
}

/** The same key, wrapped under what a passkey of this device evaluates to. */
export type PasskeyWrap = {
  credentialId: string
  /** What the passkey evaluates; records of release 1.0 have it only with the linked account. */
  salt?: string
  wrapped: Sealed
}

export type WalletState = 'pending' | 'active'
export type WalletMethod = 'CREATE' | 'IMPORT'

export const RECORD_VERSION = 1

/** Under wallet_{userId}. Every wrap opens the same data key, which opens both secrets. */
export type WalletRecord = {
  version: typeof RECORD_VERSION
  userId: string
  ethAddress: string
  /** Pending until the server knows the address. */
  state: WalletState
  method: WalletMethod
  cipher: 'AES-GCM-256'
  encryptedPrivateKey: Sealed
  /** Missing of a wallet that came as a bare key. */
  encryptedMnemonic?: Sealed
  pinWraps: PinWrap[]
  passkeyWraps: PasskeyWrap[]
  createdAt: string
  /** When the member last opened their export file again. That a file was made proves nothing. */
  exportCheckedAt?: string
}

/** Anything else in its place is no wallet of ours: storage is not to be trusted blindly. */
export function isWalletRecord(value: unknown): value is WalletRecord {
  if (typeof value !== 'object' || value === null) return false
  const record = value as Partial<WalletRecord> // Each part is looked at below.
  return (
    record.version === RECORD_VERSION &&
    typeof record.userId === 'string' &&
    typeof record.ethAddress === 'string' &&
    (record.state === 'pending' || record.state === 'active') &&
    isSealed(record.encryptedPrivateKey) &&
    Array.isArray(record.pinWraps) &&
    Array.isArray(record.passkeyWraps)
  )
}

function isSealed(value: Sealed | undefined): value is Sealed {
  return typeof value?.iv === 'string' && typeof value.data === 'string'
}
