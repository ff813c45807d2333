import type { AppContext } from '#/platform/process/context.ts'
import { sameText } from '#/platform/process/keys.ts'

type Keyed = Pick<AppContext, 'lastingKeys'>

/**
 * Derives the token instead of storing it, so that the database alone is not enough to make a
 * working link.
 */
function linkTokenOf({ lastingKeys }: Keyed, eventId: number): string {
  return `${eventId}.${lastingKeys.mac('security-link', String(eventId))}`
}

/**
 * Puts the token into the fragment, which browsers never send to a server, so that it reaches
 * neither logs nor scanners.
 */
export function reportLink(ctx: Keyed & Pick<AppContext, 'settings'>, eventId: number): string {
  return `${ctx.settings.appOrigin}/security-alert#${linkTokenOf(ctx, eventId)}`
}

export function eventIdOfLink(ctx: Keyed, token: string): number | undefined {
  const id = /^([1-9]\d{0,14})\./.exec(token)?.[1]
  if (id === undefined) return undefined
  return sameText(token, linkTokenOf(ctx, Number(id))) ? Number(id) : undefined
}
