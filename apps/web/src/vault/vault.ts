import { DeviceKey, eraseDevice, readDevice } from '#/lib/device-database.ts'
import { callWorker, discardDraft, prepareWorker } from './client.ts'
import { requestPasskey, canUsePasskeys, createPasskey } from './passkey.ts'
import type { PasskeyRecord } from './passkey.ts'
import { VaultError } from './problem.ts'
import type { VaultProblem } from './problem.ts'
import type {
  DecodedTransaction,
  Opening,
  PinKey,
  Revealed,
  SignableData,
  UnsignedTransaction,
  VaultActions,
  WordAnswer,
} from './protocol.ts'
import { isWalletRecord } from './record.ts'
import type { WalletMethod, WalletState } from './record.ts'

export type {
  DecodedTransaction,
  Opening,
  PasskeyRecord,
  PinKey,
  Revealed,
  UnsignedTransaction,
  VaultProblem,
  WalletMethod,
  WordAnswer,
}

/** The facts about a wallet that are readable without opening it. */
export type WalletFacts = {
  address: string
  state: WalletState
  method: WalletMethod
  hasPhrase: boolean
  /** The time when the member last reopened the export file. */
  exportedAt: string | undefined
  /** The PIN keys that open the wallet, with the parameters that stretch each PIN. */
  pinKeys: { pinKeyId: string; salt: string; iterations: number }[]
  /** The passkeys that open the wallet; other passkeys only gate the screen. */
  passkeys: string[]
}

/** A send whose fee the treasury pays, with the domain of its token's permits. */
export type RelaySigned = Omit<VaultActions['signRelay']['input'], 'userId' | 'opening'>

export { passphraseProblem } from './passphrase.ts'

export function problemIn(cause: unknown): VaultProblem | undefined {
  return cause instanceof VaultError ? cause.problem : undefined
}

export async function findWallet(userId: string): Promise<WalletFacts | undefined> {
  return factsOf(await readDevice(DeviceKey.wallet(userId)))
}

export function factsOf(record: unknown): WalletFacts | undefined {
  if (!isWalletRecord(record)) return undefined
  return {
    address: record.ethAddress,
    state: record.state,
    method: record.method,
    hasPhrase: record.encryptedMnemonic !== undefined,
    exportedAt: record.exportCheckedAt,
    pinKeys: record.pinWraps.map(({ pinKeyId, salt, kdf }) => ({
      pinKeyId,
      salt,
      iterations: kdf.iterations,
    })),
    passkeys: record.passkeyWraps.map(({ credentialId }) => credentialId),
  }
}

/**
 * The vault's public interface. Its worker creates, opens and uses keys; it returns addresses and
 * signatures, and recovery words only when the member requested them.
 */
export const vault = {
  prepare: prepareWorker,
  draft: () => callWorker('draft', undefined),
  draftWords: () => callWorker('draftWords', undefined),
  checkDraft: (answers: WordAnswer[]) => callWorker('checkDraft', answers),
  draftFromSecret: (secret: string) => callWorker('draftFromSecret', { secret }),
  draftFromFile: (file: string, passphrase: string) =>
    callWorker('draftFromFile', { file, passphrase }),
  dropDraft: discardDraft,
  sealDraft: (input: VaultActions['sealDraft']['input']) => callWorker('sealDraft', input),
  activate: (userId: string) => callWorker('activate', { userId }),
  signMessage: (userId: string, opening: Opening, message: string) =>
    callWorker('signMessage', { userId, opening, message }),
  signTypedData: (userId: string, opening: Opening, data: SignableData) =>
    callWorker('signTypedData', { userId, opening, data }),
  signTransaction: (userId: string, opening: Opening, transaction: UnsignedTransaction) =>
    callWorker('signTransaction', { userId, opening, transaction }),
  signRelay: (userId: string, opening: Opening, signed: RelaySigned) =>
    callWorker('signRelay', { userId, opening, ...signed }),
  decodeSigned: (raw: string) => callWorker('decodeSigned', { raw }),
  reveal: (userId: string, opening: Opening, record?: unknown) =>
    callWorker('reveal', { userId, opening, record }),
  exportFile: (userId: string, opening: Opening, passphrase: string, record?: unknown) =>
    callWorker('exportFile', { userId, opening, passphrase, record }),
  checkWords: (userId: string, opening: Opening, answers: WordAnswer[]) =>
    callWorker('checkWords', { userId, opening, answers }),
  checkExport: (userId: string, file: string, passphrase: string, record?: unknown) =>
    callWorker('checkExport', { userId, file, passphrase, record }),
  addPinWrap: (userId: string, opening: Opening, pin: PinKey) =>
    callWorker('addPinWrap', { userId, opening, pin }),
  keepPinWrap: (userId: string, pinKeyId: string) =>
    callWorker('keepPinWrap', { userId, pinKeyId }),
  erase: (userId: string) => eraseDevice(DeviceKey.wallet(userId)),

  canUsePasskeys,
  /**
   * Registers a passkey on this device; if it evaluates a PRF, it also opens the wallet from now
   * on.
   */
  addPasskey: async (
    owner: { userId: string; name: string },
    opening: Opening | undefined,
    /** The passkeys of the account on all devices. */
    known: readonly PasskeyRecord[],
  ) => {
    const { key, ...record } = await createPasskey(owner.name, known)
    const doesOpen = key !== undefined && opening !== undefined
    if (doesOpen) {
      await callWorker('addPasskeyWrap', { userId: owner.userId, opening, ...record, key })
    }
    return { ...record, doesOpen }
  },
  dropPasskey: (userId: string, credentialId: string) =>
    callWorker('dropPasskeyWrap', { userId, credentialId }),
  /** Confirms that the member is present without opening anything. */
  confirmPasskey: async (record: PasskeyRecord): Promise<void> => {
    const { key } = await requestPasskey(record)
    key?.fill(0)
  },
  openWithPasskey: async (record: PasskeyRecord): Promise<Opening | undefined> => {
    const { key } = await requestPasskey(record)
    return key && { kind: 'passkey', credentialId: record.credentialId, key }
  },
}
