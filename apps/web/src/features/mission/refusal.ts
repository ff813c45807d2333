import { Code } from '@solstice/contract/codes'
import { codeOf, messageOf } from '#/lib/api-error.ts'
import type { ApiError } from '#/lib/api-error.ts'
import type { Translate } from '#/lib/texts.ts'
import type { Reason } from './api.ts'

/** What the member is told about a "no": a reason has its own words, else the server's sentence. */
export function refusalText(error: unknown, t: Translate<'mission'>): string {
  const reason = reasonOf(error)
  return reason ? t(`reason.${reason}`) : messageOf(error, t('failed'))
}

/** Why a mission was not completed; only 2304 carries it. */
function reasonOf(error: unknown): Reason | undefined {
  if (codeOf(error) !== Code.MISSION_UNAVAILABLE) return undefined
  const { data } = error as ApiError // It has a code, so it is one.
  if (typeof data !== 'object' || data === null || !('reason' in data)) return undefined
  return data.reason as Reason // The contract's list; an unknown one is said by its name.
}
