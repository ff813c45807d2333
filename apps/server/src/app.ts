import { fileURLToPath } from 'node:url'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { SERVER_TIME_HEADER } from '@solstice/contract/envelope'
import { DEFAULT_WEB_SETTINGS, type WebSettings } from '@solstice/contract/web-settings'
import type { Mailbox } from './adapters/mailbox-mailer.ts'
import { serveApiDocs } from './http/api-docs.ts'
import { countReplies } from './http/count-replies.ts'
import { serveDevTools } from './http/dev-tools.ts'
import { answer, answerErrors, answerMalformed } from './http/errors.ts'
import { readJsonBodies } from './http/json-bodies.ts'
import { createMount } from './http/mount.ts'
import { requireSameOrigin } from './http/same-origin.ts'
import { sendSecurityHeaders } from './http/security-headers.ts'
import { serveWeb } from './http/web-files.ts'
import { calledHosts } from './http/web-settings.ts'
import { bookmarkRoutes } from './modules/bookmark/bookmark.routes.ts'
import { creditRoutes } from './modules/credit/credit.routes.ts'
import { explorerRoutes } from './modules/explorer/explorer.routes.ts'
import { freezeRoutes } from './modules/freeze/freeze.routes.ts'
import { inviteRoutes } from './modules/invite/invite.routes.ts'
import { languageRoutes } from './modules/language/language.routes.ts'
import { maintenanceRoutes } from './modules/maintenance/maintenance.routes.ts'
import { maintenanceGate } from './modules/maintenance/maintenance.service.ts'
import { remoteConfigRoutes } from './modules/maintenance/remote-config.routes.ts'
import type { Devnet } from '@solstice/devnet/devnet'
import { serveLocalChains } from './http/local-chains.ts'
import { accountRoutes } from './modules/account/account.routes.ts'
import { alertRoutes } from './modules/alert/alert.routes.ts'
import { authRoutes } from './modules/auth/auth.routes.ts'
import { historyRoutes } from './modules/history/history.routes.ts'
import { missionRoutes } from './modules/mission/mission.routes.ts'
import { networkRoutes } from './modules/network/network.routes.ts'
import { rpcHosts } from './modules/network/network.service.ts'
import { noticeRoutes } from './modules/notice/notice.routes.ts'
import { operatorRoutes } from './modules/operator/operator.routes.ts'
import { authenticateOperator } from './modules/operator/operator.service.ts'
import { passkeyRoutes } from './modules/passkey/passkey.routes.ts'
import { payoutRoutes } from './modules/payout/payout.routes.ts'
import { pinRoutes } from './modules/pin/pin.routes.ts'
import { productRoutes } from './modules/product/product.routes.ts'
import { rankingRoutes } from './modules/ranking/ranking.routes.ts'
import { pushRoutes } from './modules/push/push.routes.ts'
import { referralRoutes } from './modules/referral/referral.routes.ts'
import { refundRoutes } from './modules/refund/refund.routes.ts'
import { seasonPlanRoutes } from './modules/season/season-plan.routes.ts'
import { seasonRoutes } from './modules/season/season.routes.ts'
import { sessionRoutes } from './modules/session/session.routes.ts'
import { isKnownDevice } from './modules/session/known-device.service.ts'
import { authenticate, canReissue } from './modules/session/session.service.ts'
import { serveProfileImages, usersRoutes } from './modules/users/users.routes.ts'
import { walletRoutes } from './modules/wallet/wallet.routes.ts'
import { payoutPurposes } from './payout-purposes.ts'
import type { Clock } from './platform/process/clock.ts'
import type { AppContext } from './platform/process/context.ts'
import { isAnswering } from './platform/process/db.ts'
import { VERSION } from './platform/process/version.ts'
import type { Worker } from './platform/process/worker.ts'

export type AppOptions = {
  production: boolean
  publicOrigin: string | undefined
  trustProxy: boolean
  /** The folder of the built web app; without one only the API is served. */
  webFolder?: string
  webSettings?: WebSettings
  /** The worker of this process; another process may run the jobs instead. */
  worker?: Worker
  /** The chains of this process. Not served in production. */
  devnet?: Devnet | undefined
  /** Not served in production. */
  devTools?: { mailbox: Mailbox | undefined; clock: Clock }
}

export const BUILT_WEB = fileURLToPath(new URL('../../web/dist', import.meta.url))

const BODY_LIMIT_BYTES = 64 * 1024

/** Builds everything between the socket and the services. */
export async function buildApp(ctx: AppContext, options: AppOptions): Promise<FastifyInstance> {
  const https = options.publicOrigin?.startsWith('https://') ?? false
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
  const settings = options.webSettings ?? DEFAULT_WEB_SETTINGS
  const hostsOfNetworks = rpcHosts(ctx)
  sendSecurityHeaders(app, {
    https,
    calledHosts: async () => [...calledHosts(settings), ...(await hostsOfNetworks())],
  })
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header(SERVER_TIME_HEADER, ctx.now().toISOString())
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
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
  requireSameOrigin(app, options.publicOrigin)

  app.get('/healthz/live', async () => ({ live: true }))
  app.get('/healthz', async (_request, reply) => {
    const ready = await isAnswering(ctx.db)
    return reply.status(ready ? 200 : 503).send({ live: true, ready })
  })
  serveApiDocs(app, VERSION)
  if (!options.production) await serveDevelopment(app, options)

  const mount = createMount(app, ctx, {
    authenticate: (access) => authenticate(ctx, access),
    canReissue: (refresh) => canReissue(ctx, refresh),
    authenticateOperator: (authorization, roles) => authenticateOperator(ctx, authorization, roles),
    refuseInMaintenance: maintenanceGate(ctx),
    isKnownDevice: (email, deviceId) => isKnownDevice(ctx, email, deviceId),
    secureCookies: https,
    publicOrigin: options.publicOrigin,
    checkReplies: !options.production,
  })
  authRoutes(ctx, mount)
  usersRoutes(ctx, mount)
  serveProfileImages(ctx, app)
  accountRoutes(ctx, mount)
  sessionRoutes(ctx, mount)
  pinRoutes(ctx, mount)
  referralRoutes(ctx, mount)
  inviteRoutes(ctx, mount)
  alertRoutes(ctx, mount)
  noticeRoutes(ctx, mount)
  pushRoutes(ctx, mount)
  languageRoutes(mount)
  seasonRoutes(ctx, mount)
  seasonPlanRoutes(ctx, mount)
  missionRoutes(ctx, mount)
  rankingRoutes(ctx, mount)
  historyRoutes(ctx, mount)
  productRoutes(ctx, mount)
  refundRoutes(ctx, mount)
  creditRoutes(ctx, mount)
  payoutRoutes(ctx, mount, payoutPurposes)
  operatorRoutes(ctx, mount)
  networkRoutes(ctx, mount)
  explorerRoutes(ctx, mount)
  walletRoutes(ctx, mount)
  freezeRoutes(ctx, mount)
  bookmarkRoutes(ctx, mount)
  passkeyRoutes(ctx, mount)
  maintenanceRoutes(ctx, mount)
  await remoteConfigRoutes(ctx, app)

  await serveWeb(app, options.webFolder, { ...settings, pushPublicKey: ctx.push.publicKey })
  return app
}

/** Serves the development tools that this process was given. */
async function serveDevelopment(
  app: FastifyInstance,
  { devTools, worker, devnet, publicOrigin }: AppOptions,
): Promise<void> {
  if (devTools) await serveDevTools(app, { ...devTools, worker, devnet })
  if (devnet) serveLocalChains(app, devnet, publicOrigin)
}
