import { messageOf } from '#/lib/api-error.ts'
import { ApiError } from '#/lib/api-error.ts'
import type { Translate } from '#/lib/texts.ts'
import { problemIn } from '#/vault/vault.ts'
import { PlaceTakenError } from './broadcast.ts'
import { RpcError } from './rpc.ts'

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

/** One clear sentence for whatever went wrong with a wallet. */
export function problemText(cause: unknown, t: Translate<'wallet'>, network = ''): string {
  const problem = problemIn(cause)
  if (problem) return t(VAULT[problem])
  if (cause instanceof RpcError) {
    if (cause.problem === 'refused' && /insufficient|funds|upfront/i.test(cause.detail)) {
      return t('problem.insufficient')
    }
    return t(RPC[cause.problem], { network })
  }
  if (cause instanceof PlaceTakenError) return t('problem.placeTaken')
  if (cause instanceof ApiError) return messageOf(cause, t('problem.server'))
  return t('problem.fault')
}
