import { takeReturnHref } from '#/features/auth/guard.ts'
import { useAuth } from '#/features/auth/store.ts'
import { takeDeepLink } from '#/shell/deep-link.ts'

/**
 * Returns the target after log-in. Both sources are consumed, so that an ignored target is never
 * followed later.
 */
export function takeHrefAfterLogin(): string {
  const returnHref = takeReturnHref(useAuth.getState().user?.id)
  return takeDeepLink() ?? returnHref ?? '/home'
}
