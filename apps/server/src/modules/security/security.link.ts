import type { AppContext } from '#/platform/process/context.ts'

type LinkContext = Pick<AppContext, 'lastingKeys'>

/**
 * Derives the token instead of storing it, so that the database alone is not enough to make a
 * working link.
 */
function linkTokenOf({ lastingKeys }: LinkContext, eventId: number): string {
  return `${eventId}.${lastingKeys.mac('security-link', String(eventId))}`
}

/**
 * Puts the token into the fragment, which browsers never send to a server, so that it reaches
 * neither logs nor scanners.
 */
export function reportLink(
  ctx: LinkContext & Pick<AppContext, 'settings'>,
  eventId: number,
): string {
  return `${ctx.settings.appOrigin}/security-alert#${linkTokenOf(ctx, eventId)}`
}

export function eventIdOfLink(ctx: LinkContext, token: string): number | undefined {
  const id = /^([1-9]\d{0,14})\./.exec(token)?.[1]
  if (id === undefined) return undefined
  const mac = token.slice(id.length + 1)
  return ctx.lastingKeys.isMac('security-link', id, mac) ? Number(id) : undefined
}
