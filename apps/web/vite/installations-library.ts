import type { Plugin } from 'vite'

const MODULE = /[\\/]@firebase[\\/]installations[\\/]dist[\\/]esm[\\/]index\.esm\.js$/

/**
 * What the library leaves no setting for. Each text must be there exactly as often as we know it:
 * a release that changed them fails the build instead of going to the vendor's host unnoticed.
 */
const CHANGES = [
  {
    // Set by the app before the library is loaded; see shell/maintenance/remote-flag.ts.
    find: "'https://firebaseinstallations.googleapis.com/v1'",
    put: "(globalThis.SOLSTICE_INSTALLATIONS_URL ?? 'https://firebaseinstallations.googleapis.com/v1')",
    times: 1,
  },
  {
    // The failed check that caused it writes one line already.
    find: '.catch(console.error)',
    put: '.catch(() => {})',
    times: 2,
  },
]

export function installationsLibrary(): Plugin {
  let hasChanged = false
  return {
    name: 'solstice:installations-library',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!MODULE.test(id.split('?', 1)[0] ?? '')) return undefined
      hasChanged = true
      return { code: changeLibrary(code), map: null }
    },
    generateBundle() {
      if (!hasChanged)
        this.error('@firebase/installations was not built: its address stays the vendor’s')
    },
  }
}

export function changeLibrary(code: string): string {
  return CHANGES.reduce((text, { find, put, times }) => {
    const parts = text.split(find)
    if (parts.length - 1 !== times) {
      throw new Error(
        `@firebase/installations: expected ${find} ${times}×, found ${parts.length - 1}×`,
      )
    }
    return parts.join(put)
  }, code)
}
