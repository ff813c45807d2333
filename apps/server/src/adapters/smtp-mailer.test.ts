import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { codeMail } from '#/modules/verification/verification.mail.ts'
import { securityMail } from '#/modules/security/security.mail.ts'
import { smtpMailer } from './smtp-mailer.ts'

type Received = { from: string; to: string[]; raw: string }

const servers: SMTPServer[] = []
afterEach(stopMailServers)

async function stopMailServers(): Promise<void> {
  for (const server of servers.splice(0)) {
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
  }
}

/** Starts a mail server on a free port of this machine. */
async function startMailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = []
  const receive = async (stream: SMTPServerDataStream, { envelope }: SMTPServerSession) => {
    const from = envelope.mailFrom ? envelope.mailFrom.address : ''
    const to = envelope.rcptTo.map(({ address }) => address)
    received.push({ from, to, raw: await text(stream) })
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData: (stream, session, done) => void receive(stream, session).finally(() => done()),
    ...options,
  })
  servers.push(server)
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { received, host: `127.0.0.1:${port}` }
}

/** Splits a message into its parts, as a mail client does. */
function partsOf(raw: string): { type: string; body: string }[] {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? ''
  const parts = raw.split(`--${boundary}`).slice(1, -1)
  return parts.map((part) => {
    const [head = '', ...rest] = part.split('\r\n\r\n')
    const header = (name: string) =>
      new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1]?.trim() ?? ''
    const decoded = decode(rest.join('\r\n\r\n'), header('Content-Transfer-Encoding'))
    return { type: header('Content-Type'), body: decoded.replaceAll('\r\n', '\n').trim() }
  })
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const octets = body
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_sign, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  return Buffer.from(octets, 'latin1').toString()
}

const FROM = 'Solstice <hello@harbor.example>'
const MAIL = {
  to: 'mina@harbor.example',
  subject: '123456 is your Solstice code',
  text: 'Your Solstice verification code is 123456.',
  html: '<p>Your Solstice verification code is 123456.</p>',
  code: '123456',
}

describe('a mail', () => {
  test('reaches the mail server with sender, recipient, subject and text', async () => {
    const { received, host } = await startMailServer()

    await smtpMailer(`smtp://${host}`, FROM).send(MAIL)

    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ from: 'hello@harbor.example', to: [MAIL.to] })
    expect(received[0]?.raw).toContain(`From: ${FROM}`)
    expect(received[0]?.raw).toContain(`To: ${MAIL.to}`)
    expect(received[0]?.raw).toContain(`Subject: ${MAIL.subject}`)
    expect(received[0]?.raw).toContain(MAIL.text)
  })

  test('supports Korean', async () => {
    const { received, host } = await startMailServer()

    await smtpMailer(`smtp://${host}`, FROM).send({
      ...MAIL,
      subject: '인증 코드',
      text: '안녕하세요',
      html: '<p>안녕하세요</p>',
    })

    const raw = received[0]?.raw ?? ''
    expect(raw).toContain(`Subject: =?UTF-8?`)
    expect(raw).toContain(Buffer.from('안녕하세요').toString('base64'))
  })

  const device = {
    kind: 'NEW_DEVICE',
    device: 'Safari · iOS',
    createdAt: new Date(0),
    link: 'https://app.example.com/security-alert#1.abc',
    address: null,
    timeZone: undefined,
    supportEmail: 'help@example.com',
  } as const
  test.each([
    ['a code', 'en', codeMail(MAIL.to, '402917', 'en')],
    ['a code', 'ko', codeMail(MAIL.to, '402917', 'ko')],
    ['a new device', 'en', securityMail(MAIL.to, device, 'en')],
    ['a new device', 'ko', securityMail(MAIL.to, device, 'ko')],
  ])('arrives as text and as HTML when it is about %s: %s', async (_about, _language, mail) => {
    const { received, host } = await startMailServer()

    await smtpMailer(`smtp://${host}`, FROM).send(mail)

    const raw = received[0]?.raw ?? ''
    expect(raw).toContain('Content-Type: multipart/alternative;')
    // Mail clients that can show both parts show the last one.
    expect(partsOf(raw)).toEqual([
      { type: 'text/plain; charset=utf-8', body: mail.text.trim() },
      { type: 'text/html; charset=utf-8', body: mail.html.trim() },
    ])
  })

  test('cannot get a second recipient or header from its content', async () => {
    const { received, host } = await startMailServer()

    await smtpMailer(`smtp://${host}`, FROM).send({
      ...MAIL,
      subject: 'Hello\r\nBcc: thief@evil.example',
    })

    expect(received[0]?.to).toEqual([MAIL.to])
    expect(received[0]?.raw).not.toMatch(/^Bcc:/m)
  })
})

describe('the sender', () => {
  test('logs in with the user name and password of the URL', async () => {
    const seen: unknown[] = []
    const { received, host } = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        seen.push(username, password)
        done(null, { user: username })
      },
    })

    await smtpMailer(`smtp://mailer:s3cret@${host}`, FROM).send(MAIL)

    expect(seen).toEqual(['mailer', 's3cret'])
    expect(received).toHaveLength(1)
  })
})

describe('a mail that could not be sent', () => {
  test('fails before the log-in when it would leave this machine without TLS', async () => {
    const logins: string[] = []
    const { received, host } = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username }, _session, done) => {
        logins.push(String(username))
        done(null, { user: username })
      },
    })
    // Reaches this machine by an address that is not a loopback address.
    const elsewhere = host.replace('127.0.0.1', '0.0.0.0')

    const sending = smtpMailer(`smtp://mailer:s3cret@${elsewhere}`, FROM).send(MAIL)

    await expect(sending).rejects.toThrow(/STARTTLS/)
    expect([logins, received]).toEqual([[], []])
  })

  test('fails when the mail server rejects the recipient', async () => {
    const { received, host } = await startMailServer({
      onRcptTo: (_address, _session, done) => done(new Error('No such mailbox')),
    })

    await expect(smtpMailer(`smtp://${host}`, FROM).send(MAIL)).rejects.toThrow(/No such mailbox/)
    expect(received).toEqual([])
  })

  test('fails when no server responds', async () => {
    const { host } = await startMailServer()
    await stopMailServers()

    await expect(smtpMailer(`smtp://${host}`, FROM).send(MAIL)).rejects.toThrow(/ECONNREFUSED/)
  })
})
