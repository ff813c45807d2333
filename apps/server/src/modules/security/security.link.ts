import type { AppContext } from '#/platform/process/context.ts'
import { sameText } from '#/platform/process/keys.ts'

type Keyed = Pick<AppContext, 'lastingKeys'>

/** Derived, not stored: the database alone makes no working link. */
function linkTokenOf({ lastingKeys }: Keyed, eventId: number): string {
  return `${eventId}.${lastingKeys.mac('security-link', String(eventId))}`
}

/** In the fragment, which browsers send to no server: neither logs nor scanners get the token. */
export function reportLink(ctx: Keyed & Pick<AppContext, 'settings'>, eventId: number): string {
  return `${ctx.settings.appOrigin}/security-alert#${linkTokenOf(ctx, eventId)}`
}

export function eventIdOfLink(ctx: Keyed, token: string): number | undefined {
  const id = /^([1-9]\d{0,14})\./.exec(token)?.[1]
  if (id === undefined) return undefined
  return sameText(token, linkTokenOf(ctx, Number(id))) ? Number(id) : undefined
}
