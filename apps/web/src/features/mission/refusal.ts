import { Code } from '@solstice/contract/codes'
import { codeOf, messageOf } from '@solstice/ui/api-error.ts'
import type { ApiError } from '@solstice/ui/api-error.ts'
import type { Translate } from '#/lib/texts.ts'
import type { Reason } from './api.ts'

/**
 * Returns the text for a rejection: a specific one for a known reason, otherwise the server's
 * message.
 */
export function refusalText(error: unknown, t: Translate<'mission'>): string {
  const reason = reasonOf(error)
  return reason ? t(`reason.${reason}`) : messageOf(error, t('failed'))
}

/** Returns why a mission was not completed; only 2304 carries a reason. */
function reasonOf(error: unknown): Reason | undefined {
  if (codeOf(error) !== Code.MISSION_UNAVAILABLE) return undefined
  const { data } = error as ApiError // An error with a code is an ApiError.
  if (typeof data !== 'object' || data === null || !('reason' in data)) return undefined
  return data.reason as Reason // The contract lists the reasons; an unknown one is shown by its name.
}
