import { logFault } from '@solstice/ui/log.ts'
import { webSettings } from '#/lib/settings.ts'

/** Sends an error from the error screen to the reporting service, if one is configured. */
export function reportError(caught: unknown): void {
  const dsn = webSettings().errorReportingDsn
  if (dsn) void report(dsn, caught)
}

async function report(dsn: string, caught: unknown): Promise<void> {
  try {
    const { reportToSentry } = await import('./report-to-sentry.ts')
    await reportToSentry(dsn, caught)
  } catch (cause) {
    logFault('Error reporting failed', cause)
  }
}
