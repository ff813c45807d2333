import { createTransport } from 'nodemailer'
import type { Mailer } from '#/platform/process/context.ts'
import { isLoopback } from '#/platform/process/unencrypted.ts'

/**
 * Together far below the lease of a job, so that a hanging mail server is a failure, not a wait.
 */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
}

/** More than any mail server sends at a time. */
const REPLY_MAX_BYTES = 16_384

export function smtpMailer(url: string, from: string): Mailer {
  // These mails contain codes, so they are sent to another machine over TLS or not at all.
  const requireTLS = !isLoopback(new URL(url).hostname)
  const transport = createTransport(
    { url, requireTLS, ...TIMEOUTS, maxResponseSize: REPLY_MAX_BYTES },
    { from },
  )
  return {
    send: async ({ to, subject, text, html }) => {
      // Passed as one address, not as a list to parse: `x<somebody@else.example>` must not reach
      // another recipient.
      await transport.sendMail({ to: { name: '', address: to }, subject, text, html })
    },
  }
}
