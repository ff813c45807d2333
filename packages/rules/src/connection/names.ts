import { cleanUntrustedText } from '#/untrusted-text.ts'

const NAME_MAX = 60
const NAMES_MAX = 10

/**
 * Makes names of methods and networks that a site chose readable in a sentence. They are for display
 * only; decisions compare the names as they arrived.
 */
export function shownNames(names: readonly string[]): string[] {
  const shown = names.slice(0, NAMES_MAX).map((name) => cleanUntrustedText(name, NAME_MAX) || '?')
  return [...new Set(shown), ...(names.length > NAMES_MAX ? ['…'] : [])]
}
