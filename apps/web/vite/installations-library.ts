import type { Plugin } from 'vite'

const MODULE = /[\\/]@firebase[\\/]installations[\\/]dist[\\/]esm[\\/]index\.esm\.js$/

/**
 * Patches parts of the library that have no setting. Each text must occur exactly as often as
 * expected, so that a changed release fails the build instead of silently calling the vendor's
 * host.
 */
const CHANGES = [
  {
    // The app sets it before loading the library; see shell/maintenance/remote-flag.ts.
    find: "'https://firebaseinstallations.googleapis.com/v1'",
    put: "(globalThis.SOLSTICE_INSTALLATIONS_URL ?? 'https://firebaseinstallations.googleapis.com/v1')",
    times: 1,
  },
  {
    // The failed check that causes this already logs one line.
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
        this.error('@firebase/installations was not bundled, so its URL was not replaced')
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
