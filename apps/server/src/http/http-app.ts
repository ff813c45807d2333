import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { Code } from '@solstice/contract/codes'
import { SERVER_TIME_HEADER } from '@solstice/contract/envelope'
import type { AppContext } from '#/platform/process/context.ts'
import { FAULTS } from '#/platform/process/processes.ts'
import type { Worker } from '#/platform/process/worker.ts'
import { countReplies } from './count-replies.ts'
import { answer, answerErrors, answerMalformed } from './errors.ts'
import { readJsonBodies } from './json-bodies.ts'
import { keepMemberRefusals } from './member-refusals.ts'
import { requireSameOrigin } from './same-origin.ts'
import { sendSecurityHeaders } from './security-headers.ts'

type HttpOptions = {
  /** The origin at which browsers reach this host, if the settings name it. */
  origin: string | undefined
  trustProxy: boolean
  /** Returns the content security policy of a page. */
  pagePolicy: (url: string) => Promise<string>
  /** The worker of this process; another process may run the jobs instead. */
  worker?: Worker
}

const BODY_LIMIT_BYTES = 64 * 1024

/** Creates the part that the members' host and the console's host share. */
export function createHttpApp(ctx: AppContext, options: HttpOptions): FastifyInstance {
  // Declared with its base type, or every plugin would depend on the types of pino.
  const loggerInstance: FastifyBaseLogger = ctx.log
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // Log lines carry the request id themselves, because a child logger per request would cost more
    // than the line.
    childLoggerFactory: (logger) => logger,
    // Trusts only proxies on this machine or in its own network, because others could write any
    // address into the header, and the limits would count it.
    trustProxy: options.trustProxy ? 'loopback, linklocal, uniquelocal' : false,
    bodyLimit: BODY_LIMIT_BYTES,
    frameworkErrors: (error, request, reply) => void answer(error, request, reply),
    clientErrorHandler: answerMalformed,
    forceCloseConnections: 'idle',
    // Requests over open connections still get an envelope while the server closes.
    return503OnClosing: false,
  })
  readJsonBodies(app)

  answerErrors(app)
  sendSecurityHeaders(app, { https: isHttps(options.origin), pagePolicy: options.pagePolicy })
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header(SERVER_TIME_HEADER, ctx.now().toISOString())
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.refusalCode === Code.SERVER_ERROR) ctx.shared(FAULTS).count(ctx.now())
    const { method, routeOptions, id } = request
    const ms = Math.round(reply.elapsedTime)
    ctx.log.info(
      { reqId: id, method, route: routeOptions.url, status: reply.statusCode, ms },
      'reply',
    )
    // Jobs queued by the call are due now, so that no service has to wake the worker itself.
    if (method !== 'GET') options.worker?.wake()
    done()
  })
  if (ctx.metrics) countReplies(app, ctx.metrics)
  keepMemberRefusals(app, ctx)
  requireSameOrigin(app, options.origin)
  return app
}

export function isHttps(origin: string | undefined): boolean {
  return origin?.startsWith('https://') ?? false
}
