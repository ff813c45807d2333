import { readFileSync, readdirSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Serves src/locales also as /locales/{lng}/{ns}.json, the fallback when a bundled text cannot be loaded. */
export function localeFiles(folder: string): Plugin {
  return {
    name: 'solstice:locale-files',
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
        const texts: unknown = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))
        this.emitFile({
          type: 'asset',
          fileName: `locales/${file}`,
          source: JSON.stringify(texts),
        })
      }
    },
  }
}

function localePaths(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.json'))
}
