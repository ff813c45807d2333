import type { Plugin } from 'vite'
import { DATA_PAGE_PATH, DATA_PLACE } from '../src/lib/data-page-place.ts'
import { buildOneFilePage } from './one-file-page.ts'

/** Viewers that run no script show this. */
const MAIN = `<p>Open this file in a browser to read and check it.</p>
<p lang="ko">브라우저에서 이 파일을 열면 내용을 읽고 확인할 수 있어요.</p>`

/**
 * Builds the page into which the app writes a member's data. Opened without data, it checks the file
 * of somebody else.
 */
export function dataPage(): Plugin {
  return {
    name: 'solstice:data-page',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url?.split('?', 1)[0] !== DATA_PAGE_PATH) return next()
        response.setHeader('content-type', 'text/html; charset=utf-8')
        buildDataPage().then((html) => response.end(html), next)
      })
    },
    async generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: DATA_PAGE_PATH.slice(1),
        source: await buildDataPage(),
      })
    },
  }
}

export function buildDataPage(): Promise<string> {
  return buildOneFilePage({ entry: 'src/data-page/main.ts', main: MAIN, after: `${DATA_PLACE}\n` })
}
