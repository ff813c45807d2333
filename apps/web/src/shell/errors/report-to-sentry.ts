import { withoutPersonalData } from './without-personal-data.ts'

const TRACE_SAMPLE_RATE = 0.1

let scope: { captureException: (error: unknown) => string } | undefined

/**
 * A client of our own instead of the library's `init`: it hooks nothing, gathers no traces of what
 * the member did, and knows no member. Only what is handed to it leaves the device.
 */
export async function reportToSentry(dsn: string, error: unknown): Promise<void> {
  scope ??= await connect(dsn)
  scope.captureException(error)
}

async function connect(dsn: string) {
  // Taken apart at once, so that the build keeps these few parts of the library.
  const { BrowserClient, Scope, defaultStackParser, makeFetchTransport } =
    await import('@sentry/browser')
  const client = new BrowserClient({
    dsn,
    release: import.meta.env.RELEASE,
    tracesSampleRate: TRACE_SAMPLE_RATE,
    // Also keeps the service from noting the sender's address.
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
