import { isSameAddress, normaliseAddress } from '#/features/wallet/address.ts'

/** What the server said about the member's wallet. */
export type ServerAnswer =
  /** HTTP 200 and code 0, with an explicit value. */
  | { kind: 'said'; walletAddress: string | null }
  /** It knows the member and refuses. */
  | { kind: 'refused' }
  /** It speaks of somebody else, who signed in meanwhile in another tab. */
  | { kind: 'other-member' }
  /** Offline, too slow, overloaded, in maintenance, or something else that answers in its place. */
  | { kind: 'none' }

export type LocalWallet = { address: string; state: 'pending' | 'active' }

export type WalletDecision =
  | 'pass'
  /** The wallet of this account is not on this device. */
  | 'need-import'
  /** The registration had arrived; only the mark was missing. */
  | 'activate'
  /** Another wallet was registered meanwhile: what was begun here is over. */
  | 'drop-pending'
  /** The server definitely has no wallet, or another one than what lies here, or no address at all. */
  | 'wipe'
  /** The server refuses, or tells no address where there is nothing to take away. */
  | 'log-out'
  | 'other-member'
  | 'no-answer'

/** The table of the server-truth check. A pending wallet counts as none. */
export function decideWallet(answer: ServerAnswer, local: LocalWallet | undefined): WalletDecision {
  if (answer.kind === 'none') return 'no-answer'
  if (answer.kind === 'refused') return 'log-out'
  // Nobody's wallet is judged by what another member has.
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
