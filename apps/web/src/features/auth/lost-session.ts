import type { AuthState } from './create-auth-store.ts'
import { saveReturnHref } from './guard.ts'

type Auth = { getState: () => Pick<AuthState, 'status' | 'user' | 'loseSession'> }

/** Signs out a member whose session expired and stores their page for the next log-in. */
export function loseSessionAt(auth: Auth, href: string, cause: unknown): Promise<void> {
  const { user, loseSession } = auth.getState()
  const ended = loseSession(cause)
  // The member is signed out by now, unless a log-out is in progress; only the server's response is
  // pending.
  const isLost = auth.getState().status === 'unauth'
  if (user && isLost && !href.startsWith('/auth')) saveReturnHref(href, user.id)
  return ended
}
