import {
  formatOwnMinute,
  formatProgrammeClock,
  formatProgrammeDay,
  PROGRAMME_OFFSET,
} from '@solstice/ui/programme-time.ts'
import type { Explanation } from './api.ts'

/** These are explained as they are now, so that the time of the explanation says nothing. */
const CURRENT_STATES = /^(mission|round|friend):/

/**
 * Returns when the entry was decided; undefined for a state that is computed now. The history is in
 * programme time, so its entries are as well.
 */
export function occurredAt({ entryId, at }: Explanation): string | undefined {
  if (CURRENT_STATES.test(entryId)) return undefined
  if (!entryId.startsWith('history:')) return formatOwnMinute(at)
  return `${formatProgrammeDay(at)} ${formatProgrammeClock(at)} (${PROGRAMME_OFFSET})`
}
