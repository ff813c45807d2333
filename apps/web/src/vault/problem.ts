/** Why the vault did not do it. A word and nothing else: no cause, no text, nothing of a secret. */
export type VaultProblem =
  | 'no-wallet'
  /** Another wallet lies where this one was to be sealed. */
  | 'wallet-exists'
  /** The record on this device has the recovery phrase; the one that was to replace it has none. */
  | 'phrase-kept'
  /** The PIN or passkey that was used does not open this wallet. */
  | 'wrong-opening'
  | 'invalid-phrase'
  | 'invalid-key'
  | 'invalid-file'
  | 'wrong-passphrase'
  /** Other programs would read the passphrase of a new file differently. */
  | 'ambiguous-passphrase'
  /** The file opens, and holds another wallet than the one it was to back up. */
  | 'other-wallet'
  | 'storage-full'
  | 'storage-failed'
  | 'fault'

export class VaultError extends Error {
  override readonly name = 'VaultError'
  readonly problem: VaultProblem

  constructor(problem: VaultProblem) {
    super(`The vault refused: ${problem}`)
    this.problem = problem
  }
}

export function problemOf(cause: unknown): VaultProblem {
  if (cause instanceof VaultError) return cause.problem
  if (cause instanceof DOMException && cause.name === 'QuotaExceededError') return 'storage-full'
  return 'fault'
}
