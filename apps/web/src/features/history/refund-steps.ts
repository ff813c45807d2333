import type { StepState } from '#/ui/step-list.tsx'
import type { HistoryDetail } from './api.ts'

type Refund = NonNullable<HistoryDetail['refund']>
export type RefundStep = { name: 'requested' | 'decided' | 'settled'; state: StepState }

/**
 * Returns the state of the steps of a refund: requested, decided, settled. A rejection ends at the
 * decision.
 */
export function refundSteps(refund: Pick<Refund, 'status' | 'outcome'>): RefundStep[] {
  const [decided, settled] = statesOf(refund)
  return [
    { name: 'requested', state: 'done' },
    { name: 'decided', state: decided },
    { name: 'settled', state: settled },
  ]
}

function statesOf({
  status,
  outcome,
}: Pick<Refund, 'status' | 'outcome'>): readonly [StepState, StepState] {
  // The missing purchase was credited instead.
  if (outcome === 'CREDITED') return ['done', 'done']
  switch (status) {
    case 'REFUND_REQUESTED':
      // The refund is approved, and the tokens are being sent back.
      return outcome === null ? ['now', 'later'] : ['done', 'now']
    case 'REFUND_COMPLETED':
      return ['done', 'done']
    case 'REFUND_REJECTED':
      return ['failed', 'later']
  }
}
