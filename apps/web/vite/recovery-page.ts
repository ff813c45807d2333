import type { Plugin } from 'vite'
import { buildOneFilePage } from './one-file-page.ts'

/**
 * Builds /recovery/: the service worker caches it, the server sends it, and the copy in docs/ opens
 * from a disk.
 */
export function recoveryPage(): Plugin {
  return {
    name: 'solstice:recovery-page',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (!/^\/recovery\/?(?:\?|$)/.test(request.url ?? '')) return next()
        response.setHeader('content-type', 'text/html; charset=utf-8')
        buildRecoveryPage().then((html) => response.end(html), next)
      })
    },
    async generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'recovery/index.html',
        source: await buildRecoveryPage(),
      })
    },
  }
}

export function buildRecoveryPage(): Promise<string> {
  return buildOneFilePage({ entry: 'src/recovery/main.ts' })
}
