import type { FastifyInstance } from 'fastify'

/** The script addresses the app may make itself, by name: see apps/web/src/lib/trusted-url.ts. */
const SCRIPT_URL_POLICIES = ['solstice-service-worker', 'solstice-vault']

const contentSecurityPolicy = (calledHosts: readonly string[], style: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src ${style}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...calledHosts].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Text never becomes script: what a dependency writes into the page has to be markup-free.
    "require-trusted-types-for 'script'",
    ['trusted-types', ...SCRIPT_URL_POLICIES].join(' '),
  ].join('; ')

/** Pages for operators and developers carry their few styles inside; the app carries none. */
const STYLED_INSIDE = /^\/(docs|dev)\//

const HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

export function sendSecurityHeaders(
  app: FastifyInstance,
  options: { https: boolean; calledHosts: () => Promise<readonly string[]> },
): void {
  app.addHook('onRequest', async (request, reply) => {
    const style = STYLED_INSIDE.test(request.url) ? "'self' 'unsafe-inline'" : "'self'"
    const policy = contentSecurityPolicy(await options.calledHosts(), style)
    reply.headers(HEADERS).header('content-security-policy', policy)
    if (options.https)
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
  })
}
