import type { FastifyInstance } from 'fastify'
import { endpoints } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import type { Endpoint } from '@solstice/contract/endpoint'
import { MESSAGES } from '@solstice/contract/messages'
import { openApiDocument } from '@solstice/contract/openapi'
import { escapeHtml } from '#/platform/process/html.ts'
import { page } from './page.ts'

/**
 * Serves the contract for programs (`/v1/openapi.json`) and for people (`/docs/api`), from one
 * catalogue.
 */
export function serveApiDocs(app: FastifyInstance, version: string): void {
  // Built on the first request, because it takes a quarter of a second, which would delay every
  // start.
  let document: ReturnType<typeof openApiDocument> | undefined
  app.get('/v1/openapi.json', async () => (document ??= openApiDocument(version)))
  let html: string | undefined
  app.get('/docs/api', async (_request, reply) =>
    reply.type('text/html').send((html ??= readablePage(version))),
  )
}

function readablePage(version: string): string {
  const built: readonly Endpoint[] = Object.values(endpoints)
  const rows = built.map(
    (call) =>
      `<tr><td>${call.method}</td><td><code>${escapeHtml(call.path)}</code></td><td>${call.access}</td>` +
      `<td>${escapeHtml(call.summary)}</td><td>${call.codes.join(', ')}</td></tr>`,
  )
  const codes = Object.values(Code).map(
    (code) => `<tr><td>${code}</td><td>${escapeHtml(MESSAGES[code].en)}</td></tr>`,
  )
  return page(
    'Solstice API',
    `<h1>Solstice API ${escapeHtml(version)}</h1>
    <p>Every reply is <code>{ code, success, msg, data }</code>; code 0 is success. Schemas: <a href="/v1/openapi.json">openapi.json</a>.</p>
    <h2>Calls</h2><table><thead><tr><th>Method</th><th>Path</th><th>Who</th><th>What</th><th>Codes</th></tr></thead><tbody>${rows.join('')}</tbody></table>
    <h2>Codes</h2><table><thead><tr><th>Code</th><th>Sentence</th></tr></thead><tbody>${codes.join('')}</tbody></table>`,
  )
}
