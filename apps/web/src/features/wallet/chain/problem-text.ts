import { NetworkNotFoundError } from '@solstice/rules/network'
import { messageOf } from '@solstice/ui/api-error.ts'
import { ApiError } from '@solstice/ui/api-error.ts'
import type { Translate } from '#/lib/texts.ts'
import { problemIn } from '#/vault/vault.ts'
import { NonceTakenError } from './broadcast.ts'
import { RpcError } from './rpc-error.ts'

const VAULT = {
  'no-wallet': 'problem.noWallet',
  'wallet-exists': 'problem.walletExists',
  'phrase-kept': 'problem.phraseKept',
  'wrong-opening': 'problem.wrongOpening',
  'invalid-phrase': 'problem.invalidPhrase',
  'invalid-key': 'problem.invalidKey',
  'invalid-file': 'problem.invalidFile',
  'wrong-passphrase': 'problem.wrongPassphrase',
  'ambiguous-passphrase': 'problem.ambiguousPassphrase',
  'other-wallet': 'problem.otherWallet',
  'storage-full': 'problem.storageFull',
  'storage-failed': 'problem.storageFailed',
  fault: 'problem.fault',
} as const

const RPC = {
  unreachable: 'problem.networkDown',
  slow: 'problem.networkSlow',
  'wrong-chain': 'problem.wrongChain',
  refused: 'problem.networkRefused',
} as const

/**
 * Returns the same for a transfer that was not sent. Vault faults and refusals have no effect on
 * chain: `sendTransfer` throws an `UnsureError` unless the network certainly refused.
 */
export function sendProblemText(cause: unknown, t: Translate<'wallet'>, network: string): string {
  if (problemIn(cause) === 'fault') return t('send.fault')
  if (isRefusal(cause) && !isInsufficientFunds(cause)) return t('send.refused', { network })
  return problemText(cause, t, network)
}

const isRefusal = (cause: unknown): cause is RpcError =>
  cause instanceof RpcError && cause.problem === 'refused'

const isInsufficientFunds = ({ detail }: RpcError) => /insufficient|funds|upfront/i.test(detail)

/** Returns one clear sentence for a wallet error. */
export function problemText(cause: unknown, t: Translate<'wallet'>, network = ''): string {
  const problem = problemIn(cause)
  if (problem) return t(VAULT[problem])
  if (isRefusal(cause) && isInsufficientFunds(cause)) return t('problem.insufficient')
  if (cause instanceof RpcError) return t(RPC[cause.problem], { network })
  if (cause instanceof NetworkNotFoundError) {
    return t('problem.noNetwork', { chainId: String(cause.chainId) })
  }
  if (cause instanceof NonceTakenError) return t('problem.placeTaken')
  if (cause instanceof ApiError) return messageOf(cause, t('problem.server'))
  return t('problem.fault')
}
