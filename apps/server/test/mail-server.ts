import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

export type ReceivedMail = { to: string; text: string; code: string | undefined }

export type MailFault =
  | 'refuses connections'
  | 'refuses the address'
  | 'refuses the mail'
  | 'breaks off'
  | 'hangs'

export type MailServer = {
  url: string
  received: ReceivedMail[]
  /** Makes every attempt fail in this way until `up` is called. */
  down: (how: MailFault) => void
  up: () => void
  attempts: () => number
  close: () => Promise<void>
}

/** Starts a real mail server on a free port of this machine, which can simulate outages. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = []
  let fault: MailFault | undefined
  let attempts = 0
  const receive = async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
    const raw = await text(stream)
    if (fault === 'refuses the mail') throw new Error('Try again later')
    const code = /code is (\d{6})/.exec(raw)?.[1]
    received.push({ to: session.envelope.rcptTo[0]?.address ?? '', text: raw, code })
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onConnect: (_session, done) => {
      attempts += 1
      if (fault === 'hangs') return
      done(fault === 'refuses connections' ? new Error('Out of order') : null)
    },
    onData: (stream, session, done) => {
      receive(stream, session).then(
        () => done(),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      )
    },
    onRcptTo: ({ address }, _session, done) => {
      done(fault === 'refuses the address' ? new Error(`<${address}> is unknown`) : null)
    },
    onMailFrom: (_address, _session, done) => {
      if (fault === 'breaks off') for (const socket of sockets) socket.destroy()
      else done()
    },
  })
  const sockets = new Set<{ destroy: () => void }>()
  server.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    down: (how) => {
      fault = how
    },
    up: () => {
      fault = undefined
    },
    attempts: () => attempts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
      }),
  }
}
