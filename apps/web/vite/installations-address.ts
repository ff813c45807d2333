import type { Plugin } from 'vite'

const CONSTANT = "'https://firebaseinstallations.googleapis.com/v1'"
const MODULE = /[\\/]@firebase[\\/]installations[\\/]dist[\\/]esm[\\/]index\.esm\.js$/
/** Set by the app before the library is loaded; see shell/maintenance/remote-flag.ts. */
const SETTING = 'globalThis.SOLSTICE_INSTALLATIONS_URL'

/**
 * The library has its installation service's address as a constant, and no setting for it. The
 * build replaces it by one, and fails when the library has changed so that it no longer can.
 */
export function installationsAddress(): Plugin {
  let replaced = 0
  return {
    name: 'solstice:installations-address',
    enforce: 'pre',
    buildStart() {
      replaced = 0
    },
    transform(code, id) {
      if (!MODULE.test(id.split('?', 1)[0] ?? '')) return undefined
      const { text, count } = replaceAddress(code)
      if (count !== 1) this.error(`${id}: expected ${CONSTANT} once, found it ${count} times`)
      replaced += count
      return { code: text, map: null }
    },
    buildEnd(error) {
      // Vite's development server asks for modules one by one and ends without having seen this one.
      if (error || this.meta.watchMode) return
      if (replaced !== 1) this.error(`${CONSTANT} was not replaced: the module was not built`)
    },
  }
}

export function replaceAddress(code: string): { text: string; count: number } {
  const parts = code.split(CONSTANT)
  return { text: parts.join(`(${SETTING} ?? ${CONSTANT})`), count: parts.length - 1 }
}
