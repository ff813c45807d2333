import type { VaultProblem } from './problem.ts'
import type { WalletMethod } from './record.ts'
import type { PermitDomain, RelaySend } from '@solstice/rules/relay-intent'

/**
 * The key derived from a PIN or passkey that opens a sealed wallet. It is transferred, not copied:
 * the page's view is empty afterwards, so it can be used once.
 */
export type Opening =
  | { kind: 'pin'; pinKeyId: string; key: Uint8Array<ArrayBuffer> }
  | { kind: 'passkey'; credentialId: string; key: Uint8Array<ArrayBuffer> }

/** A PIN key to wrap with: an opening plus the parameters that stretched its PIN. */
export type PinKey = {
  pinKeyId: string
  salt: string
  iterations: number
  key: Uint8Array<ArrayBuffer>
}

/** An unsigned transfer; amounts are in wei. */
export type UnsignedTransaction = {
  chainId: number
  nonce: number
  to: `0x${string}`
  value: bigint
  data: `0x${string}`
  gas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/** The content of a signed transaction; hash and sender are computed from its bytes. */
export type DecodedTransaction = UnsignedTransaction & { hash: `0x${string}`; from: `0x${string}` }

/** Typed data (EIP-712) that the review has checked. */
export type SignableData = {
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  domain: Record<string, unknown>
  message: Record<string, unknown>
}

export type SignedTransaction = { hash: `0x${string}`; raw: `0x${string}` }

/** A word and its position in the phrase, counted from 1. */
export type WordAnswer = { position: number; word: string }

export type Revealed = { kind: 'phrase'; words: string[] } | { kind: 'key'; privateKey: string }

/** The inputs and outputs of all worker actions. */
export type VaultActions = {
  /** Creates a wallet that exists only in the worker until it is sealed. */
  draft: { input: undefined; output: { address: string } }
  draftWords: { input: undefined; output: string[] }
  checkDraft: { input: WordAnswer[]; output: boolean }
  draftFromSecret: { input: { secret: string }; output: { address: string } }
  draftFromFile: { input: { file: string; passphrase: string }; output: { address: string } }
  dropDraft: { input: undefined; output: undefined }
  /** Seals and saves the draft as pending; the signature proves the ownership to the server. */
  sealDraft: {
    input: { userId: string; pin: PinKey; method: WalletMethod; message?: string }
    output: { signature?: string }
  }
  activate: { input: { userId: string }; output: undefined }
  signMessage: {
    input: { userId: string; opening: Opening; message: string }
    output: { signature: string }
  }
  signTypedData: {
    input: { userId: string; opening: Opening; data: SignableData }
    output: { signature: string }
  }
  signTransaction: {
    input: { userId: string; opening: Opening; transaction: UnsignedTransaction }
    output: SignedTransaction
  }
  /** Signs the permit and the intent of one send, and no other messages of this kind. */
  signRelay: {
    input: { userId: string; opening: Opening; send: RelaySend; permit: PermitDomain }
    output: { intent: string; permit: string }
  }
  /** Needs no key because a signed transaction is public. */
  decodeSigned: { input: { raw: string }; output: DecodedTransaction | null }
  /**
   * These actions also accept a record that is no longer in the database, such as a copy that was
   * set aside.
   */
  reveal: { input: { userId: string; opening: Opening; record?: unknown }; output: Revealed }
  exportFile: {
    input: { userId: string; opening: Opening; passphrase: string; record?: unknown }
    output: string
  }
  /** Returns true when all answers match the phrase. */
  checkWords: {
    input: { userId: string; opening: Opening; answers: WordAnswer[] }
    output: boolean
  }
  /** Opens a file that the member saved; the export counts as a backup only after this check. */
  checkExport: {
    input: { userId: string; file: string; passphrase: string; record?: unknown }
    output: undefined
  }
  addPinWrap: { input: { userId: string; opening: Opening; pin: PinKey }; output: undefined }
  keepPinWrap: { input: { userId: string; pinKeyId: string }; output: undefined }
  addPasskeyWrap: {
    input: {
      userId: string
      opening: Opening
      credentialId: string
      salt: string
      key: Uint8Array<ArrayBuffer>
    }
    output: undefined
  }
  dropPasskeyWrap: { input: { userId: string; credentialId: string }; output: undefined }
}

export type VaultAction = keyof VaultActions

export type VaultRequest = {
  [Action in VaultAction]: { id: number; action: Action; input: VaultActions[Action]['input'] }
}[VaultAction]

export type VaultReply =
  | { id: number; ok: true; output: unknown }
  | { id: number; ok: false; problem: VaultProblem }
