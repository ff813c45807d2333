/**
 * The reason why a vault action failed. It is only a code, without cause or text, so that it cannot
 * leak a secret.
 */
export type VaultProblem =
  | 'no-wallet'
  /** The device already has another wallet for this member. */
  | 'wallet-exists'
  /** The record on this device has the recovery phrase; the new record has none. */
  | 'phrase-kept'
  /** The PIN or passkey does not open this wallet. */
  | 'wrong-opening'
  | 'invalid-phrase'
  | 'invalid-key'
  | 'invalid-file'
  | 'wrong-passphrase'
  /** Other programs would read the passphrase of a new file differently. */
  | 'ambiguous-passphrase'
  /** The file opens but contains another wallet than the one it should back up. */
  | 'other-wallet'
  | 'storage-full'
  | 'storage-failed'
  | 'fault'

export class VaultError extends Error {
  override readonly name = 'VaultError'
  readonly problem: VaultProblem

  constructor(problem: VaultProblem) {
    super(`Vault action failed: ${problem}`)
    this.problem = problem
  }
}

export function problemOf(cause: unknown): VaultProblem {
  if (cause instanceof VaultError) return cause.problem
  if (cause instanceof DOMException && cause.name === 'QuotaExceededError') return 'storage-full'
  return 'fault'
}
