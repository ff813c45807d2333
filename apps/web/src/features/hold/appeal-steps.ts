import type { StepState } from '#/ui/step-list.tsx'
import type { Appeal, Hold } from './api.ts'

type AppealStep = { name: 'sent' | 'read' | 'answered'; state: StepState }

export const isAnswered = (
  { decision }: Pick<Hold, 'decision'>,
  { at }: Pick<Appeal, 'at'>,
): boolean => decision !== null && Date.parse(decision.at) >= Date.parse(at)

/**
 * Returns the state of the steps of an appeal. A decision from before the appeal does not answer it,
 * and a hold that lapsed ends it without an answer.
 */
export function appealSteps(
  { decision, endedAt }: Pick<Hold, 'decision' | 'endedAt'>,
  { at }: Pick<Appeal, 'at'>,
): AppealStep[] {
  const isOver = isAnswered({ decision }, { at }) || endedAt !== null
  return [
    { name: 'sent', state: 'done' },
    { name: 'read', state: isOver ? 'done' : 'now' },
    { name: 'answered', state: isOver ? 'done' : 'later' },
  ]
}
