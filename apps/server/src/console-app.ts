import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { Code } from '@solstice/contract/codes'
import { DEFAULT_WEB_SETTINGS } from '@solstice/contract/web-settings'
import { approvalsOf, mountCalls } from './calls.ts'
import { serveOperatorCodes } from './http/dev-operator-codes.ts'
import { createHttpApp, isHttps } from './http/http-app.ts'
import { createMount } from './http/mount.ts'
import { consoleAccess } from './http/operator-access.ts'
import { servePreview } from './http/preview-files.ts'
import { consolePolicy } from './http/security-headers.ts'
import type { SystemName } from './http/web-settings.ts'
import { serveWeb } from './http/web-files.ts'
import { serveMedia } from './modules/media/media.routes.ts'
import { isKnownConsoleDevice } from './modules/operator/operator-session.service.ts'
import { readRecorder } from './modules/operator/operator-reads.service.ts'
import type { AppContext } from './platform/process/context.ts'
import { refuse } from './platform/process/refusal.ts'
import type { Worker } from './platform/process/worker.ts'

export type ConsoleOptions = {
  production: boolean
  /** The origin of the console; in development the address that was requested. */
  consoleOrigin: string | undefined
  trustProxy: boolean
  /** The folder of the built console; without one only the API is served. */
  consoleFolder?: string
  /** The folder of the built preview; without one the console has no preview. */
  previewFolder?: string
  worker?: Worker
  /** The name that the pages show; by default production or development. */
  environment?: SystemName
}

export const BUILT_CONSOLE = fileURLToPath(new URL('../../console/dist', import.meta.url))
export const BUILT_PREVIEW = fileURLToPath(new URL('../../web/dist-preview', import.meta.url))

/**
 * Builds the console's host: its pages, the preview and the operators' calls, nothing else. It has its own
 * origin, so that a hole in the members' app does not reach operators.
 */
export async function buildConsole(
  ctx: AppContext,
  options: ConsoleOptions,
): Promise<FastifyInstance> {
  const { production, consoleOrigin, consoleFolder } = options
  const app = createHttpApp(ctx, {
    ...options,
    origin: consoleOrigin,
    pagePolicy: async () => consolePolicy(),
  })
  const refuseMember = async () => {
    throw refuse(Code.ACCESS_DENIED)
  }
  const approvals = approvalsOf(ctx)
  const mount = createMount(app, ctx, {
    // This host serves no calls of members.
    authenticate: refuseMember,
    canReissue: refuseMember,
    isKnownDevice: (email, device) => isKnownConsoleDevice(ctx, email, device),
    refuseInMaintenance: async () => {},
    operatorAccess: consoleAccess(ctx),
    recordRead: readRecorder(ctx),
    serves: ({ path }) => path.startsWith('/v1/operator/'),
    ...approvals,
    secureCookies: isHttps(consoleOrigin),
    publicOrigin: consoleOrigin,
    checkReplies: !production,
  })
  mountCalls(ctx, mount, approvals.gatedCalls)
  serveMedia(ctx, app)
  if (!production) serveOperatorCodes(ctx, app)
  const settings = { ...DEFAULT_WEB_SETTINGS, supportEmail: ctx.settings.supportEmail }
  const environment = options.environment ?? (production ? 'production' : 'development')
  await servePreview(app, options.previewFolder)
  await serveWeb(app, consoleFolder, settings, environment)
  return app
}
