import { takeReturnHref } from '#/features/auth/guard.ts'
import { useAuth } from '#/features/auth/store.ts'
import { takeDeepLink } from '#/shell/deep-link.ts'

/** Where a member goes who has just come in. Both are taken: what is not followed now never is. */
export function takeHrefAfterLogin(): string {
  const returnHref = takeReturnHref(useAuth.getState().user?.id)
  return takeDeepLink() ?? returnHref ?? '/home'
}
