import type { FastifyInstance } from 'fastify'

const contentSecurityPolicy = (calledHosts: readonly string[]): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...calledHosts].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

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
  options: { https: boolean; calledHosts: readonly string[] },
): void {
  const policy = contentSecurityPolicy(options.calledHosts)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(HEADERS).header('content-security-policy', policy)
    if (options.https)
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
  })
}
