import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Devnet } from '@solstice/devnet/devnet'
import { DAY_MS } from '@solstice/rules/duration'
import type { Mailbox } from '#/adapters/mailbox-mailer.ts'
import type { Clock } from '#/platform/process/clock.ts'
import type { Worker } from '#/platform/process/worker.ts'
import { escapeHtml } from '#/platform/process/html.ts'
import { serveChainTools } from './dev-chains.ts'
import { isFromLoopback } from './loopback.ts'
import { page } from './page.ts'

const advanceBody = z.strictObject({
  advanceMs: z
    .int()
    .min(0)
    .max(366 * DAY_MS),
})

/**
 * Serves the mailbox, the clock and the chain commands, on this machine only. Production never
 * mounts them.
 */
export async function serveDevTools(
  app: FastifyInstance,
  tools: {
    mailbox: Mailbox | undefined
    clock: Clock
    worker: Worker | undefined
    devnet: Devnet | undefined
    /** Called before the clock moves to an instant. */
    beforeClockMoves?: ((to: Date) => Promise<void>) | undefined
  },
): Promise<void> {
  await app.register(async (dev) => {
    dev.addHook('onRequest', async (request, reply) => {
      if (!isFromLoopback(request)) return reply.callNotFound()
    })

    dev.post('/dev/clock', async (request, reply) => {
      const body = advanceBody.safeParse(request.body)
      if (!body.success)
        return reply.status(400).send({ error: 'Expected { "advanceMs": integer }' })
      const { advanceMs } = body.data
      await tools.beforeClockMoves?.(new Date(tools.clock.now().getTime() + advanceMs))
      tools.clock.advance(advanceMs)
      tools.worker?.wake()
      return { now: tools.clock.now().toISOString() }
    })

    if (tools.devnet) serveChainTools(dev, tools.devnet)

    const { mailbox } = tools
    if (!mailbox) return
    dev.get<{ Querystring: { to?: unknown } }>('/dev/mailbox', async (request, reply) => {
      const { to } = request.query
      // Runs due jobs first, so that a code that was just requested is in the mailbox.
      await tools.worker?.runDue()
      if (typeof to === 'string') return mailbox.read(to)
      return reply.type('text/html').send(mailboxPage(await mailbox.read()))
    })
  })
}

function mailboxPage(mails: Awaited<ReturnType<Mailbox['read']>>): string {
  const articles = mails.map(
    (mail) =>
      `<article><p class="soft">To ${escapeHtml(mail.to)} · <time>${escapeHtml(mail.sentAt)}</time></p>` +
      `<p><strong>${escapeHtml(mail.subject)}</strong></p>` +
      (mail.code === undefined ? '' : `<p class="code">${escapeHtml(mail.code)}</p>`) +
      `<p>${escapeHtml(mail.text)}</p>${htmlPreview(mail.html)}</article>`,
  )
  const empty = '<p class="soft">No mail yet. Mail sent in development appears here.</p>'
  return page('Solstice mailbox', `<h1>Mailbox</h1>${articles.join('') || empty}`)
}

/** Shows the mail in a sandbox, so that a script in it cannot run. */
function htmlPreview(html: string | undefined): string {
  if (html === undefined) return ''
  return `<details><summary>As a mail program shows it</summary><iframe sandbox title="Mail" srcdoc="${escapeHtml(html)}"></iframe></details>`
}
