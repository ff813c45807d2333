import type { StepState } from '#/ui/step-list.tsx'
import type { HistoryDetail } from './api.ts'

type Refund = NonNullable<HistoryDetail['refund']>
export type RefundStep = { name: 'requested' | 'decided' | 'settled'; state: StepState }

/** Asked for, decided, settled: where a refund is. Rejected ends at the decision. */
export function refundSteps({ status }: Pick<Refund, 'status'>): RefundStep[] {
  const [decided, settled] = STATES[status]
  return [
    { name: 'requested', state: 'done' },
    { name: 'decided', state: decided },
    { name: 'settled', state: settled },
  ]
}

const STATES: Record<Refund['status'], readonly [StepState, StepState]> = {
  REFUND_REQUESTED: ['now', 'later'],
  REFUND_COMPLETED: ['done', 'done'],
  REFUND_REJECTED: ['failed', 'later'],
}
