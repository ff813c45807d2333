import { readFileSync, readdirSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Serves src/locales also as /locales/{lng}/{ns}.json, the fallback when a bundled text cannot be loaded,
 * and keeps together what no line may part.
 */
export function localeFiles(folder: string): Plugin {
  return {
    name: 'solstice:locale-files',
    enforce: 'pre',
    transform(code, id) {
      return id.startsWith(`${folder}/ko/`) ? { code: keepTogether(code), map: null } : undefined
    },
    configureServer(server) {
      server.middlewares.use('/locales', (request, response, next) => {
        const match = /^\/(\w+\/[\w-]+\.json)(?:\?|$)/.exec(request.url ?? '')
        const file = match?.[1]
        if (!file || !localePaths(folder).includes(file)) return next()
        response.setHeader('content-type', 'application/json')
        response.end(readFileSync(`${folder}/${file}`))
      })
    },
    generateBundle() {
      for (const file of localePaths(folder)) {
        const texts: unknown = JSON.parse(keepTogether(readFileSync(`${folder}/${file}`, 'utf8')))
        this.emitFile({
          type: 'asset',
          fileName: `locales/${file}`,
          source: JSON.stringify(texts),
        })
      }
    },
  }
}

/** "할 수 있어요" says one thing; a line that begins with "수 있어요" reads like a slip. */
function keepTogether(texts: string): string {
  return texts.replaceAll(/ 수 (?=[있없])/g, '\u00a0수\u00a0')
}

function localePaths(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.json'))
}
