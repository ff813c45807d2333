import { withoutTrailing } from '@solstice/rules/text'
import { onSignOut } from '#/lib/sign-out.ts'
import type { AuthState, AuthStatus } from './create-auth-store.ts'

export type Visit = {
  pathname: string
  /** The path with its query, as it is opened later. */
  href: string
  /** True when the route belongs to the signed-in part. */
  isPrivate: boolean
  /** True for a preload before a tap, which must have no side effects. */
  isPreload: boolean
}

/** The page to open after the log-in. Without a userId, any member who logs in may follow it. */
let returnTarget: { href: string; userId?: string } | undefined
let hadMember = false
onSignOut(() => {
  returnTarget = undefined
})

/**
 * Stores the page of a member whose session expired; only the next log-in of the same member leads
 * back there.
 */
export function saveReturnHref(href: string, userId: string): void {
  returnTarget = { href, userId }
}

/** Returns the page to open after signing in, once. */
export function takeReturnHref(userId?: string): string | undefined {
  const taken = returnTarget
  returnTarget = undefined
  return taken?.userId === undefined || taken.userId === userId ? taken?.href : undefined
}

/** Returns where to go instead, or undefined when the visit is allowed. */
export function guardAuth(status: AuthStatus, visit: Visit): string | undefined {
  const path = withoutTrailing(visit.pathname, '/') || '/'
  const isSignedIn = status === 'auth'
  hadMember ||= isSignedIn
  if (path === '/') return isSignedIn ? '/home' : '/auth/login'
  if (visit.isPrivate && !isSignedIn) {
    // After a sign-out, the Back key may request a page of the previous member.
    if (!visit.isPreload && !hadMember) returnTarget = { href: visit.href }
    return '/auth/login'
  }
  if (isSignedIn && path.startsWith('/auth/') && path !== '/auth/account-created') return '/home'
  return undefined
}

/** Lets a deleted account see only its confirmation; going anywhere else signs it out. */
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
