import { withoutTrailing } from '@solstice/rules/text'
import { onSignOut } from '#/lib/sign-out.ts'

type Visit = { pathname: string; href: string; isPrivate: boolean; isPreload: boolean }

type Member = {
  status: 'loading' | 'unauth' | 'auth'
  hasPin?: boolean | undefined
  /** `locked`: the session was restored at the start and no PIN has been entered since. */
  phase?: 'open' | 'locked' | 'deleted' | undefined
}

let returnHref: string | undefined
// The next member must not be sent to this page.
onSignOut(() => {
  returnHref = undefined
})

/** Returns the page that was requested before the PIN prompt, once. */
export function takeHrefAfterPin(): string | undefined {
  const href = returnHref
  returnHref = undefined
  return href
}

const PATHS_WITH_PIN = ['/pin/unlock', '/pin/change', '/pin/forgot']
/** These pages are shown while the app is locked. */
const LOCKED = ['/pin/unlock', '/pin/forgot']
const PATHS_WITHOUT_PIN = ['/pin/setup', '/pin/confirm', '/pin/required-setup']

/** Allows only the PIN set-up without a PIN; with one, requires it first for a restored session. */
export function guardPin(member: Member, visit: Visit): string | undefined {
  if (member.status !== 'auth' || !visit.isPrivate) return undefined
  const path = withoutTrailing(visit.pathname, '/')
  if (!member.hasPin) {
    if (PATHS_WITHOUT_PIN.includes(path)) return undefined
    return redirectTo('/pin/required-setup', path, visit)
  }
  if (member.phase === 'locked') {
    return LOCKED.includes(path) ? undefined : redirectTo('/pin/unlock', path, visit)
  }
  return PATHS_WITHOUT_PIN.includes(path) || path === '/pin/unlock' ? '/home' : undefined
}

function redirectTo(to: string, path: string, visit: Visit): string {
  if (!visit.isPreload && !PATHS_WITH_PIN.includes(path) && !PATHS_WITHOUT_PIN.includes(path)) {
    returnHref = visit.href
  }
  return to
}
