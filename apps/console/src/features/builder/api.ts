import { Code } from '@solstice/contract/codes'
import { seasonDraftEndpoints } from '@solstice/contract/season-draft.endpoints'
import { ApiError, codeOf, isUnanswered, messageOf } from '@solstice/ui/api-error.ts'
import { call } from '#/lib/api.ts'
import type { Draft } from '#/lib/season-draft.ts'
import type { SaveFailure, Theirs } from './store/draft-store.ts'

/** A browser finishes calls of a closed page only up to this size. */
const KEEPALIVE_BYTES = 60_000

/**
 * A draft that is sent again after no answer keeps its key, so that it is saved once. An undone
 * change brings back an earlier draft on a later revision, which is another call.
 */
const sentKeys = new WeakMap<Draft, { revision: number; key: string }>()

function keyOf(revision: number, plan: Draft): string {
  const sent = sentKeys.get(plan)
  if (sent?.revision === revision) return sent.key
  const key = crypto.randomUUID()
  sentKeys.set(plan, { revision, key })
  return key
}

export function saveDraft(seasonId: number, revision: number, plan: Draft) {
  const size = new TextEncoder().encode(JSON.stringify(plan)).length
  return call(
    seasonDraftEndpoints['seasonPlan.save'],
    { params: { seasonId }, body: { revision, plan } },
    { idempotencyKey: keyOf(revision, plan), keepalive: size < KEEPALIVE_BYTES },
  )
}

export function saveFailureOf(error: unknown, otherwise: string): SaveFailure {
  if (error instanceof ApiError && error.code === Code.OUTDATED && isTheirs(error.data)) {
    return { kind: 'outdated', theirs: { ...error.data, savedBy: error.data.savedBy ?? '' } }
  }
  return isUnanswered(error) || isForLater(error)
    ? { kind: 'unanswered' }
    : { kind: 'refused', message: messageOf(error, otherwise) }
}

/** The server asks to try again later, so the draft is sent again as after no answer. */
function isForLater(error: unknown): boolean {
  const code = codeOf(error)
  return code === Code.MAINTENANCE || code === Code.TOO_MANY_REQUESTS
}

type Newer = Omit<Theirs, 'savedBy'> & { savedBy: string | null }

/** Checks the data with which the server refuses an older revision. */
function isTheirs(data: unknown): data is Newer {
  if (typeof data !== 'object' || data === null) return false
  const plan: unknown = Reflect.get(data, 'plan')
  return (
    typeof Reflect.get(data, 'revision') === 'number' && typeof plan === 'object' && plan !== null
  )
}
