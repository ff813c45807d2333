import type { OperatorExplanation } from '#/features/member/api.ts'
import { verdictOf } from './verdict.ts'

type Rule = OperatorExplanation['rule']
type Time = { label: 'decided' | 'created'; at: string }

/** These are computed when they are read, unless they were granted or refused. */
const COMPUTED: readonly Rule[] = ['check-in', 'spin', 'ticket', 'mission', 'friend']
/** These wait from the time that their explanation has. */
const WAITING_SINCE: readonly Rule[] = ['push', 'purchase', 'refund']

/** Returns when something was decided, or since when it waits; undefined for a state of now. */
export function timeOf(explanation: OperatorExplanation): Time | undefined {
  const { rule, outcome, at, inputs, refusal } = explanation
  if (refusal !== null) return { label: 'decided', at }
  if (verdictOf(explanation) === 'held') {
    const { createdAt } = inputs
    if (typeof createdAt === 'string') return { label: 'created', at: createdAt }
    return WAITING_SINCE.includes(rule) ? { label: 'created', at } : undefined
  }
  const isOfNow = COMPUTED.includes(rule) && outcome !== 'GRANTED'
  return isOfNow ? undefined : { label: 'decided', at }
}
