import type { AuthState } from './create-auth-store.ts'
import { saveReturnHref } from './guard.ts'

type Auth = { getState: () => Pick<AuthState, 'status' | 'user' | 'loseSession'> }

/** Signs out a member whose session ran out, and notes where they were for their next log-in. */
export function loseSessionAt(auth: Auth, href: string, cause: unknown): Promise<void> {
  const { user, loseSession } = auth.getState()
  const ended = loseSession(cause)
  // Signed out by now, unless they are logging out themselves; only the server is still waited for.
  const isLost = auth.getState().status === 'unauth'
  if (user && isLost && !href.startsWith('/auth')) saveReturnHref(href, user.id)
  return ended
}
