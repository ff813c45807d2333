import type { PlanProblem } from '@solstice/rules/plan-problem'
import type { Draft } from '#/lib/season-draft.ts'
import type { SeasonRow } from '#/shell/season/season-queries.ts'

export type PublishStepProps = {
  season: SeasonRow
  draft: Draft
  /** The newest revision on the server; it has this draft only if `isSaved`. */
  revision: number
  problems: readonly PlanProblem[]
  isSaved: boolean
  /** Saves unsaved changes at once. */
  onSave: () => void
  /** Opens the step of a path and moves the focus to its field. */
  onJump: (path: string) => void
}

/** Shows the simulation, the conditions of publishing and the button that publishes. */
export function PublishStep(_props: PublishStepProps) {
  return null
}
