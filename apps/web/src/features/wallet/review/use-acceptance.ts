import { useState } from 'react'
import type { TransactionExplanation } from './explain-transaction.ts'
import { hasSameEffect } from './review-again.ts'

/** An express acceptance of what a transaction does. */
export type Acceptance = {
  isAccepted: boolean
  onChange: (isAccepted: boolean) => void
}

/** The acceptance counts for the effect that was accepted, not for one that a later test reports. */
export function useAcceptance(explanation: TransactionExplanation | undefined): Acceptance {
  const [accepted, setAccepted] = useState<TransactionExplanation>()
  return {
    isAccepted:
      explanation !== undefined && accepted !== undefined && hasSameEffect(accepted, explanation),
    onChange: (isAccepted) => setAccepted(isAccepted ? explanation : undefined),
  }
}
