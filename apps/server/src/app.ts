import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { DEFAULT_WEB_SETTINGS, type WebSettings } from '@solstice/contract/web-settings'
import type { Mailbox } from './adapters/mailbox-mailer.ts'
import { approvalsOf, mountCalls } from './calls.ts'
import { createHttpApp, isHttps } from './http/http-app.ts'
import { serveApiDocs } from './http/api-docs.ts'
import { serveOperatorCodes } from './http/dev-operator-codes.ts'
import { serveDevTools } from './http/dev-tools.ts'
import { createMount } from './http/mount.ts'
import { tokenAccess } from './http/operator-access.ts'
import { appPolicy } from './http/security-headers.ts'
import { serveWeb } from './http/web-files.ts'
import { calledHosts } from './http/web-settings.ts'
import { maintenanceGate } from './modules/maintenance/maintenance.service.ts'
import { serveMedia } from './modules/media/media.routes.ts'
import { remoteConfigRoutes } from './modules/maintenance/remote-config.routes.ts'
import type { Devnet } from '@solstice/devnet/devnet'
import { serveLocalChains } from './http/local-chains.ts'
import { rpcHosts } from './modules/network/network.service.ts'
import { readRecorder } from './modules/operator/operator-reads.service.ts'
import { servePointsLog } from './modules/points-log/points-log.routes.ts'
import { serveProfileImages } from './modules/users/users.routes.ts'
import { isKnownDevice } from './modules/session/known-device.service.ts'
import { authenticate, canReissue } from './modules/session/session.service.ts'
import type { Clock } from './platform/process/clock.ts'
import type { AppContext } from './platform/process/context.ts'
import { isAnswering } from './platform/process/db.ts'
import { VERSION } from './platform/process/version.ts'
import type { Worker } from './platform/process/worker.ts'

export type AppOptions = {
  production: boolean
  publicOrigin: string | undefined
  trustProxy: boolean
  /** False until the whole process has started; `/healthz` returns 503 until then. */
  isStarted?: () => boolean
  /** The folder of the built web app; without one only the API is served. */
  webFolder?: string
  webSettings?: WebSettings
  /** The worker of this process; another process may run the jobs instead. */
  worker?: Worker
  /** The chains of this process. Not served in production. */
  devnet?: Devnet | undefined
  /** Not served in production. */
  devTools?: {
    mailbox: Mailbox | undefined
    clock: Clock
    beforeClockMoves?: (to: Date) => Promise<void>
  }
}

export const BUILT_WEB = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Builds everything between the socket and the services. */
export async function buildApp(ctx: AppContext, options: AppOptions): Promise<FastifyInstance> {
  const settings = options.webSettings ?? DEFAULT_WEB_SETTINGS
  const hostsOfNetworks = rpcHosts(ctx)
  const app = createHttpApp(ctx, {
    ...options,
    origin: options.publicOrigin,
    pagePolicy: async (url) =>
      appPolicy(url, [...calledHosts(settings), ...(await hostsOfNetworks())]),
  })

  app.get('/healthz/live', async () => ({ live: true }))
  app.get('/healthz', async (_request, reply) => {
    const ready = (options.isStarted?.() ?? true) && (await isAnswering(ctx.db))
    return reply.status(ready ? 200 : 503).send({ live: true, ready })
  })
  serveApiDocs(app, VERSION)
  if (!options.production) await serveDevelopment(ctx, app, options)

  const approvals = approvalsOf(ctx)
  const mount = createMount(app, ctx, {
    authenticate: (access) => authenticate(ctx, access),
    canReissue: (refresh) => canReissue(ctx, refresh),
    operatorAccess: tokenAccess(ctx),
    serves: ({ console }) => !console,
    recordRead: readRecorder(ctx),
    refuseInMaintenance: maintenanceGate(ctx),
    isKnownDevice: (email, deviceId) => isKnownDevice(ctx, email, deviceId),
    ...approvals,
    secureCookies: isHttps(options.publicOrigin),
    publicOrigin: options.publicOrigin,
    checkReplies: !options.production,
  })
  mountCalls(ctx, mount, approvals.gatedCalls)
  serveProfileImages(ctx, app)
  servePointsLog(ctx, app)
  serveMedia(ctx, app)
  await remoteConfigRoutes(ctx, app)

  await serveWeb(app, options.webFolder, { ...settings, pushPublicKey: ctx.push.publicKey })
  return app
}

/** Serves the development tools that this process was given. */
async function serveDevelopment(
  ctx: AppContext,
  app: FastifyInstance,
  { devTools, worker, devnet, publicOrigin }: AppOptions,
): Promise<void> {
  if (devTools) {
    await serveDevTools(app, { ...devTools, worker, devnet })
    serveOperatorCodes(ctx, app)
  }
  if (devnet) serveLocalChains(app, devnet, publicOrigin)
}
