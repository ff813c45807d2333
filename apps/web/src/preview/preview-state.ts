import type { Language } from '@solstice/contract/messages'
import type { PreviewRequest } from '@solstice/contract/season-preview'
import { completeDraft } from './draft-plan.ts'
import { previewInstant } from './preview-clock.ts'
import { memberInTier, type PreviewMember } from './preview-member.ts'
import { programmeOf, type Programme } from './programme.ts'

/** Everything that the replies are made from. */
export type PreviewState = {
  programme: Programme
  member: PreviewMember
  language: Language
  /** The time of the phone, which passes from the chosen instant on. */
  now: () => Date
  missing: readonly string[]
}

/** Builds the state of a request. `clockMs` returns the time of the device. */
export function previewState(
  request: PreviewRequest,
  { base, clockMs }: { base: string; clockMs: () => number },
): PreviewState {
  const openedAtMs = clockMs()
  const { plan, missing } = completeDraft(request.draft, new Date(openedAtMs))
  const programme = programmeOf(request.seasonId, plan, { tokens: request.tokens, base })
  const from = previewInstant(programme, request)
  return {
    programme,
    member: memberInTier(programme, request.phase === 'before' ? 0 : request.tier, from),
    language: request.language,
    now: () => new Date(from.getTime() + clockMs() - openedAtMs),
    missing,
  }
}
