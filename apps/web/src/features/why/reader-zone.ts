import type { Zone } from '@solstice/contract/explanation-texts'
import { PROGRAMME_OFFSET } from '@solstice/ui/programme-time.ts'
import type { Explanation } from './api.ts'

/** The same zone as `PROGRAMME_OFFSET`; the sign of these names is reversed. */
const PROGRAMME_ZONE = 'Etc/GMT-4'

/** The screens of these rules show programme time. */
const PROGRAMME_RULES: ReadonlySet<Explanation['rule']> = new Set([
  'check-in',
  'spin',
  'ticket',
  'mission',
  'round',
])

/** Returns the zone of the screen below the sheet, so that both show the same time. */
export function readerZone({ rule }: Explanation): Zone {
  if (!PROGRAMME_RULES.has(rule)) return {}
  return { timeZone: PROGRAMME_ZONE, zoneName: PROGRAMME_OFFSET }
}
