/** The result of AES-GCM, both parts as base64url. */
export type Sealed = { iv: string; data: string }

/** The data key, wrapped with the key derived from a PIN and one key of the server. */
export type PinWrap = {
  pinKeyId: string
  salt: string
  kdf: { name: 'PBKDF2-HMAC-SHA-256'; iterations: number }
  wrapped: Sealed
}

/** The data key, wrapped with the PRF output of a passkey of this device. */
export type PasskeyWrap = {
  credentialId: string
  /** The PRF input; records of release 1.0 have it only in the linked account. */
  salt?: string
  wrapped: Sealed
}

export type WalletState = 'pending' | 'active'
export type WalletMethod = 'CREATE' | 'IMPORT'

export const RECORD_VERSION = 1

/** Stored under wallet_{userId}. Every wrap opens the same data key, which opens both secrets. */
export type WalletRecord = {
  version: typeof RECORD_VERSION
  userId: string
  ethAddress: string
  /** Pending until the server has registered the address. */
  state: WalletState
  method: WalletMethod
  cipher: 'AES-GCM-256'
  encryptedPrivateKey: Sealed
  /** Missing for a wallet that was imported as a private key. */
  encryptedMnemonic?: Sealed
  pinWraps: PinWrap[]
  passkeyWraps: PasskeyWrap[]
  createdAt: string
  /**
   * The time when the member last reopened the export file. Creating a file alone does not prove a
   * backup.
   */
  exportCheckedAt?: string
}

/**
 * Validates a stored value, because storage cannot be trusted; any other value is not a wallet
 * record.
 */
export function isWalletRecord(value: unknown): value is WalletRecord {
  if (typeof value !== 'object' || value === null) return false
  const record = value as Partial<WalletRecord> // Each part is checked below.
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
