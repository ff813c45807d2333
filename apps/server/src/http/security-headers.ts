import type { FastifyInstance } from 'fastify'

/**
 * The Trusted Types policies by which the app may create script URLs: see
 * apps/web/src/lib/trusted-url.ts.
 */
const SCRIPT_URL_POLICIES = ['solstice-service-worker', 'solstice-vault', 'solstice-log']

type PolicyOptions = {
  calledHosts: readonly string[]
  style: string
  /** The Trusted Types policies that the pages may create. */
  trustedTypes: readonly string[]
  /** Directives of this host alone. */
  further?: readonly string[]
}

const contentSecurityPolicy = ({
  calledHosts,
  style,
  trustedTypes,
  further = [],
}: PolicyOptions): string =>
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
    // Scripts send all data; a form that submits itself would send its values to the page's address.
    "form-action 'none'",
    "frame-ancestors 'none'",
    // Text never becomes script: a dependency cannot write unsafe markup into the page.
    "require-trusted-types-for 'script'",
    ['trusted-types', ...trustedTypes].join(' '),
    ...further,
  ].join('; ')

/** Pages for operators and developers have inline styles; the app has none. */
const INLINE_STYLED_PATHS = /^\/(docs|dev)\//

/** A response is data: opened as a page, it must not load or run anything. */
const REPLY_POLICY = "default-src 'none'; frame-ancestors 'none'"

const HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** The policy of the members' app, which calls the nodes of networks and some services. */
export function appPolicy(url: string, calledHosts: readonly string[]): string {
  const style = INLINE_STYLED_PATHS.test(url) ? "'self' 'unsafe-inline'" : "'self'"
  return contentSecurityPolicy({ calledHosts, style, trustedTypes: SCRIPT_URL_POLICIES })
}

/** The policy of the console, which calls its own host only and frames its own previews. */
export function consolePolicy(): string {
  return contentSecurityPolicy({
    calledHosts: [],
    style: "'self'",
    trustedTypes: ["'none'"],
    further: ["frame-src 'self'"],
  })
}

export function sendSecurityHeaders(
  app: FastifyInstance,
  options: { https: boolean; pagePolicy: (url: string) => Promise<string> },
): void {
  const headers = options.https
    ? { ...HEADERS, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : HEADERS
  const replyHeaders = {
    ...headers,
    'content-security-policy': REPLY_POLICY,
    // Responses belong to one member at one moment, so a shared device or proxy must not store
    // them.
    'cache-control': 'no-store',
  }
  app.addHook('onRequest', ({ url }, reply, done) => {
    // Headers of calls never change, so these requests skip the asynchronous policy.
    if (url.startsWith('/v1/')) {
      reply.headers(replyHeaders)
      done()
      return
    }
    options
      .pagePolicy(url)
      .then((policy) => void reply.headers(headers).header('content-security-policy', policy))
      .then(() => done(), done)
  })
}
