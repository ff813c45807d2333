import { createHmac } from 'node:crypto'
import type { Webhook } from '#/platform/process/context.ts'

const TIMEOUT_MS = 10_000

/** The time and the signature of its text and the body, joined by a dot. */
const SIGNATURE_HEADER = 'x-solstice-signature'

/**
 * Posts JSON to an address of the installation. The signature lets the receiver reject other senders
 * and old messages.
 */
export function alarmWebhook({
  url,
  secret,
  timeoutMs = TIMEOUT_MS,
}: {
  url: string
  secret: string
  timeoutMs?: number
}): Webhook {
  return {
    post: async (message, at) => {
      const body = JSON.stringify(message)
      const seconds = Math.floor(at.getTime() / 1000)
      const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          'content-type': 'application/json',
          [SIGNATURE_HEADER]: `t=${seconds},v1=${signature}`,
        },
        body,
      })
      // The reply is not needed, and an endless one must not be read.
      await response.body?.cancel()
      if (!response.ok) throw new Error(`The alarm webhook returned HTTP ${response.status}`)
    },
  }
}
