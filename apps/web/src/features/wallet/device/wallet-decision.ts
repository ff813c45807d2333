import { isSameAddress, normaliseAddress } from '#/features/wallet/address.ts'

/** The server's response about the member's wallet. */
export type ServerAnswer =
  /** HTTP 200 and code 0, with an explicit value. */
  | { kind: 'said'; walletAddress: string | null }
  /** The server knows the member and refuses. */
  | { kind: 'refused' }
  /** The response is about another member who signed in meanwhile in another tab. */
  | { kind: 'other-member' }
  /**
   * The server is offline, slow, overloaded or in maintenance, or something else responded in its
   * place.
   */
  | { kind: 'none' }

export type LocalWallet = { address: string; state: 'pending' | 'active' }

export type WalletDecision =
  | 'pass'
  /** The wallet of this account is not on this device. */
  | 'need-import'
  /** The registration arrived, but the wallet is not marked active yet. */
  | 'activate'
  /** Another wallet was registered meanwhile, so the pending one is obsolete. */
  | 'drop-pending'
  /**
   * The server explicitly has no wallet, another wallet than this device, or an invalid address.
   */
  | 'wipe'
  /** The server refuses, or returns an invalid address while there is no wallet to remove. */
  | 'log-out'
  | 'other-member'
  | 'no-answer'

/** Implements the decision table of the server-truth check. A pending wallet counts as none. */
export function decideWallet(answer: ServerAnswer, local: LocalWallet | undefined): WalletDecision {
  if (answer.kind === 'none') return 'no-answer'
  if (answer.kind === 'refused') return 'log-out'
  // Another member's response must not affect this wallet.
  if (answer.kind === 'other-member') return 'other-member'
  const { walletAddress } = answer
  if (walletAddress === null) return local?.state === 'active' ? 'wipe' : 'pass'
  if (normaliseAddress(walletAddress) === undefined) {
    return local?.state === 'active' ? 'wipe' : 'log-out'
  }
  if (!local) return 'need-import'
  if (local.state === 'pending') {
    return isSameAddress(walletAddress, local.address) ? 'activate' : 'drop-pending'
  }
  return isSameAddress(walletAddress, local.address) ? 'pass' : 'wipe'
}
