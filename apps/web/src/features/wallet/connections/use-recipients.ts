import { useState } from 'react'
import { useNames } from '#/features/wallet/names.ts'
import type { TransactionExplanation } from '#/features/wallet/review/explain-transaction.ts'
import { isDoubtful, recipientTrustOf } from '#/features/wallet/send/recipient-trust.ts'
import { useKnownAddresses } from '#/features/wallet/send/use-known-addresses.ts'

/**
 * Checks everyone who receives assets in a transaction of a site, as a send checks its recipient. A
 * site may ask for a payment to an imitation of an address that the member pays.
 */
export function useRecipients(
  owner: { userId: string; own: string },
  explanation: TransactionExplanation | undefined,
) {
  const { known, silent, retry } = useKnownAddresses(owner)
  const nameOf = useNames()
  const [compared, setCompared] = useState<readonly string[]>([])
  const addresses = new Set(explanation?.changes.flatMap(({ recipients }) => recipients))
  const isPlain = explanation !== undefined && isTransfer(explanation)
  const guards = [...addresses]
    .map((address) => ({
      address,
      name: nameOf(address),
      trust: recipientTrustOf(address, known),
      hasCompared: compared.includes(address),
      onCompared: () => setCompared((before) => [...before, address]),
      silent,
      onRetry: retry,
    }))
    // Contracts that a member uses are often new; only an imitation of a known address is a warning.
    .filter(({ trust }) => isPlain || known === undefined || trust.kind === 'look-alike')
  return {
    guards,
    isCleared: guards.every(({ trust, hasCompared }) => hasCompared || !isDoubtful(trust)),
  }
}

/**
 * True if the transaction sends assets and does nothing else by its name. Without a function it sends
 * coin, maybe to an account that delegates to code and belongs to a person. An account without code
 * receives coin, whatever function the data names.
 */
const isTransfer = ({ called }: TransactionExplanation) =>
  called === undefined ||
  called.hasNoCode ||
  (called.contract !== null && called.selector === '') ||
  /^(?:safeT|t)ransfer/.test(called.signature ?? '')
