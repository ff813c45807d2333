import { logFault } from '#/lib/log.ts'
import { webSettings } from '#/lib/settings.ts'

/** An error that the error screen caught goes to the reporting service, where one is set. */
export function reportError(caught: unknown): void {
  const dsn = webSettings().errorReportingDsn
  if (dsn) void report(dsn, caught)
}

async function report(dsn: string, caught: unknown): Promise<void> {
  try {
    const { reportToSentry } = await import('./report-to-sentry.ts')
    await reportToSentry(dsn, caught)
  } catch (cause) {
    logFault('The error could not be reported', cause)
  }
}
