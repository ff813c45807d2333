import { createTransport } from 'nodemailer'
import type { Mailer } from '#/platform/context.ts'

export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport(url, { from })
  return {
    send: async ({ to, subject, text }) => {
      await transport.sendMail({ to, subject, text })
    },
  }
}
