import { PIN_MAX_ATTEMPTS } from '@solstice/rules/pin'
import { ApiError, messageOf } from '@solstice/ui/api-error.ts'
import type { Translate } from '#/lib/texts.ts'
import type { PinNote } from './pin-panel.tsx'

/** From this attempt on, a second line shows how many are left and what follows the last one. */
const WARN_FROM = 3

/** The server's message counts the attempts. Wrong entries of a retired PIN cause no log-out. */
export function wrongPinNote(
  cause: unknown,
  t: Translate<'pin'>,
  { isRetired }: { isRetired: boolean },
): PinNote {
  const message = messageOf(cause, t('problem.wrong'))
  const used = usedTries(cause)
  if (isRetired || used < WARN_FROM || used >= PIN_MAX_ATTEMPTS) return { message }
  return { message, more: t('problem.left', { count: PIN_MAX_ATTEMPTS - used }) }
}

function usedTries(cause: unknown): number {
  const data = cause instanceof ApiError ? cause.data : undefined
  return typeof data === 'object' && data !== null && 'attempts' in data ? Number(data.attempts) : 0
}
