import { HOUR_MS } from '@solstice/rules/duration'
import type { AppContext } from '#/platform/process/context.ts'
import { vapidHeader, type VapidKeys } from './push-encryption.ts'

const TOKEN_TTL_MS = 12 * HOUR_MS
const RENEW_BEFORE_MS = HOUR_MS

/**
 * Returns the VAPID header for each push service, with one signature per service and half a day
 * instead of one per message.
 */
export function vapidTokens(
  keys: VapidKeys,
  subject: string,
  now: AppContext['now'],
): { headerFor: (origin: string) => string; count: () => number } {
  const tokens = new Map<string, { header: string; expiresAt: Date }>()
  const isUsable = ({ expiresAt }: { expiresAt: Date }) =>
    expiresAt.getTime() - now().getTime() > RENEW_BEFORE_MS

  return {
    headerFor: (origin) => {
      const known = tokens.get(origin)
      if (known && isUsable(known)) return known.header
      // Some services have a host name per device, and most of these are never used again.
      for (const [name, token] of tokens) if (!isUsable(token)) tokens.delete(name)
      const expiresAt = new Date(now().getTime() + TOKEN_TTL_MS)
      const header = vapidHeader(keys, { origin, expiresAt, subject })
      tokens.set(origin, { header, expiresAt })
      return header
    },
    count: () => tokens.size,
  }
}
