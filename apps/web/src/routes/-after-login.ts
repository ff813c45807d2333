import { takeWantedHref } from '#/features/auth/guard.ts'
import { takeDeepLink } from '#/shell/deep-link.ts'

/** Where a member goes who has just come in. Both are taken: what is not followed now never is. */
export function takeHrefAfterLogin(): string {
  const wanted = takeWantedHref()
  return takeDeepLink() ?? wanted ?? '/home'
}
