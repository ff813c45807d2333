import { withoutPersonalData } from './without-personal-data.ts'

const TRACE_SAMPLE_RATE = 0.1

let scope: { captureException: (error: unknown) => string } | undefined

/**
 * Uses its own client instead of the library's `init`: it installs no hooks, records no member
 * activity, and has no user data. Only errors passed to it leave the device.
 */
export async function reportToSentry(dsn: string, error: unknown): Promise<void> {
  scope ??= await connect(dsn)
  scope.captureException(error)
}

async function connect(dsn: string) {
  // Destructure immediately, so that the build keeps only these parts of the library.
  const { BrowserClient, Scope, defaultStackParser, makeFetchTransport } =
    await import('@sentry/browser')
  const client = new BrowserClient({
    dsn,
    release: import.meta.env.RELEASE,
    tracesSampleRate: TRACE_SAMPLE_RATE,
    // Also prevents the service from recording the sender's IP address.
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
      stackFrameVariables: false,
    },
    sendClientReports: false,
    integrations: [],
    maxBreadcrumbs: 0,
    stackParser: defaultStackParser,
    transport: makeFetchTransport,
    beforeSend: withoutPersonalData,
  })
  const own = new Scope()
  own.setClient(client)
  client.init()
  return own
}
