import { withoutTrailing } from '@solstice/rules/text'
import { onSignOut } from '#/lib/sign-out.ts'
import type { AuthState, AuthStatus } from './create-auth-store.ts'

export type Visit = {
  pathname: string
  /** Path with query, as it would be followed later. */
  href: string
  /** Whether the route belongs to the signed-in part. */
  isPrivate: boolean
  /** Looked at ahead of a tap: must leave nothing behind. */
  isPreload: boolean
}

/** Without a member when nobody was in yet: whoever opened the address may follow it. */
let returnTarget: { href: string; userId?: string } | undefined
let hadMember = false
onSignOut(() => {
  returnTarget = undefined
})

/** Where a member was whose session ran out: their next log-in leads back there, nobody else's. */
export function saveReturnHref(href: string, userId: string): void {
  returnTarget = { href, userId }
}

/** Where to go after signing in: what was asked for before, once. */
export function takeReturnHref(userId?: string): string | undefined {
  const taken = returnTarget
  returnTarget = undefined
  return taken?.userId === undefined || taken.userId === userId ? taken?.href : undefined
}

/** Answers where to go instead, or nothing when the visit is fine. */
export function guardAuth(status: AuthStatus, visit: Visit): string | undefined {
  const path = withoutTrailing(visit.pathname, '/') || '/'
  const isSignedIn = status === 'auth'
  hadMember ||= isSignedIn
  if (path === '/') return isSignedIn ? '/home' : '/auth/login'
  if (visit.isPrivate && !isSignedIn) {
    // After a sign-out it is the Back key that asks, and for a page of somebody who has left.
    if (!visit.isPreload && !hadMember) returnTarget = { href: visit.href }
    return '/auth/login'
  }
  if (isSignedIn && path.startsWith('/auth/') && path !== '/auth/account-created') return '/home'
  return undefined
}

/** A deleted account may only read its confirmation. Going anywhere else signs it out. */
export function guardDeleted(
  auth: Pick<AuthState, 'phase' | 'forceLogout'>,
  visit: Visit,
): string | undefined {
  if (auth.phase !== 'deleted' || isDeletedScreen(visit)) return undefined
  if (!visit.isPreload) void auth.forceLogout()
  return '/auth/login'
}

function isDeletedScreen({ pathname, href }: Visit): boolean {
  const step = new URLSearchParams(href.split('?')[1]).get('step')
  return withoutTrailing(pathname, '/') === '/more/delete-account' && step === 'deleted'
}
