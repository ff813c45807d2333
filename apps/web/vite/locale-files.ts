import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { textFiles } from '../src/locales/text-files.ts'

/**
 * Also serves all texts as /locales/{lng}/{ns}.json, the fallback when a bundled text fails to
 * load, and inserts no-break spaces.
 */
export function localeFiles(source: string): Plugin {
  return {
    name: 'solstice:locale-files',
    enforce: 'pre',
    transform(code, id) {
      const isKorean = id.startsWith(`${source}/`) && /\/(ko|locales\/ko\/[\w-]+)\.json$/.test(id)
      return isKorean ? { code: addNonBreakingSpaces(code), map: null } : undefined
    },
    configureServer(server) {
      server.middlewares.use('/locales', (request, response, next) => {
        const match = /^\/(\w+\/[\w-]+\.json)(?:\?|$)/.exec(request.url ?? '')
        const file = textFiles(source).get(match?.[1] ?? '')
        if (!file) return next()
        response.setHeader('content-type', 'application/json')
        response.end(readFileSync(file))
      })
    },
    generateBundle() {
      for (const [name, file] of textFiles(source)) {
        const texts: unknown = JSON.parse(addNonBreakingSpaces(readFileSync(file, 'utf8')))
        this.emitFile({
          type: 'asset',
          fileName: `locales/${name}`,
          source: JSON.stringify(texts),
        })
      }
    },
  }
}

/** "할 수 있어요" is one expression; a line must not begin with "수 있어요". */
function addNonBreakingSpaces(texts: string): string {
  return texts.replaceAll(/ 수 (?=[있없])/g, '\u00a0수\u00a0')
}
