import type { Plugin } from 'vite'

const ENDPOINTS = /\/contract\/src\/[\w-]+\.endpoints\.ts$/
const TEXT = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/.source
/** What the contract says about a call for people and for the server; the app only makes it. */
const NOT_FOR_THE_APP = new RegExp(
  `^ *(?:(?:id|summary|access):\\s*(?:${TEXT})|(?:codes|limits): \\[[^\\]]*\\]),$`,
  'gm',
)

/** Leaves of every call its method and its path. */
export function bareEndpoints(): Plugin {
  return {
    name: 'solstice:bare-endpoints',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!ENDPOINTS.test(id)) return undefined
      // Lines stay where they are, so nothing else has to be mapped.
      const bare = code.replace(NOT_FOR_THE_APP, (text) => text.replace(/[^\n]/g, ''))
      return { code: bare, map: null }
    },
  }
}
