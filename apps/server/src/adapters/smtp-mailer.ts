import { createTransport } from 'nodemailer'
import type { Mailer } from '#/platform/process/context.ts'
import { isLoopback } from '#/platform/process/unencrypted.ts'

/** Together far below the lease of a job: a mail server that hangs is a failure, not a wait. */
const PATIENCE = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
}

/** More than any mail server says at once. */
const REPLY_MAX_BYTES = 16_384

export function smtpMailer(url: string, from: string): Mailer {
  // Codes are in these mails: on their way to another machine nobody reads along, or none is sent.
  const requireTLS = !isLoopback(new URL(url).hostname)
  const transport = createTransport(
    { url, requireTLS, ...PATIENCE, maxResponseSize: REPLY_MAX_BYTES },
    { from },
  )
  return {
    send: async ({ to, subject, text, html }) => {
      // As one address, not as a list to parse: `x<somebody@else.example>` must reach nobody else.
      await transport.sendMail({ to: { name: '', address: to }, subject, text, html })
    },
  }
}
