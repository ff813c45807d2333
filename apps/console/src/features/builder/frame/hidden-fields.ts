import { getIn, listAt, setIn } from '#/lib/season-draft.ts'
import type { Draft } from '#/lib/season-draft.ts'

/** Codes and answers have no effect on what a simulation and the phone show. */
const HIDDEN_CODE = 'HIDDEN'
const HIDDEN_ANSWER = 0

/**
 * Returns a plan in which codes and answers that the server hides from this role have placeholders,
 * so that the plan can be simulated and drawn. It is never saved.
 */
export function withHiddenFields(draft: Draft): Draft {
  let complete = draft
  const fill = (path: string, value: unknown) => {
    if (getIn(complete, path) === undefined) complete = setIn(complete, path, value)
  }
  for (const [at] of listAt(draft, 'missions').entries()) {
    const path = `missions.${at}`
    if (getIn(draft, `${path}.proof.kind`) === 'CODE') fill(`${path}.proof.code`, HIDDEN_CODE)
    for (const [question] of listAt(draft, `${path}.terms.questions`).entries()) {
      fill(`${path}.terms.questions.${question}.answer`, HIDDEN_ANSWER)
    }
  }
  return complete
}
