import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileMailbox, type Mailbox } from '#/adapters/mailbox-mailer.ts'
import { buildApp } from '#/app.ts'
import { systemClock } from '#/platform/process/clock.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'

const clock = systemClock()

let folder: string
let mailbox: Mailbox
let server: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solstice-dev-'))
  mailbox = fileMailbox(join(folder, 'mailbox.jsonl'), clock.now)
  server = await startTestApp({ devTools: { mailbox, clock } })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the mailbox', () => {
  test('shows a message when it is empty', async () => {
    const response = await server.app.inject('/dev/mailbox')

    expect(response.headers['content-type']).toContain('text/html')
    expect(response.body).toContain('No mail yet.')
  })

  test('returns the mails of one address as JSON, newest first', async () => {
    await mailbox.send({
      to: 'mina@harbor.example',
      subject: 'First',
      text: '111111',
      html: '<p>111111</p>',
      code: '111111',
    })
    await mailbox.send({
      to: 'joon@harbor.example',
      subject: 'Other',
      text: 'Hello',
      html: 'Hello',
    })
    await mailbox.send({
      to: 'mina@harbor.example',
      subject: 'Second',
      text: '222222',
      html: '<p>222222</p>',
      code: '222222',
    })

    const response = await server.app.inject('/dev/mailbox?to=Mina@harbor.example')

    const mails = response.json<{ sentAt: string }[]>()
    expect(mails).toMatchObject([
      { to: 'mina@harbor.example', subject: 'Second', text: '222222', code: '222222' },
      { to: 'mina@harbor.example', subject: 'First', text: '111111', code: '111111' },
    ])
    expect(mails.every(({ sentAt }) => !Number.isNaN(Date.parse(sentAt)))).toBe(true)
  })

  test('returns nothing for an address that has no mail', async () => {
    expect((await server.app.inject('/dev/mailbox?to=nobody@harbor.example')).json()).toEqual([])
  })

  test('shows mail content as text, never as markup', async () => {
    const attack = `<script>alert(1)</script><img src=x onerror='alert("2")'>`
    await mailbox.send({
      to: `${attack}@evil.example`,
      subject: attack,
      text: attack,
      html: attack,
      code: attack,
    })

    const { body } = await server.app.inject('/dev/mailbox')

    expect(body).not.toContain('<script')
    expect(body).not.toContain('<img')
    expect(body).toContain('&#60;script&#62;alert(1)')
  })

  test('shows the rendered mail in a sandboxed frame', async () => {
    await mailbox.send({
      to: 'mina@harbor.example',
      subject: 'Look',
      text: 'Hi',
      html: '<b>Hi</b>',
    })

    const { body } = await server.app.inject('/dev/mailbox')

    const escaped = '&#60;b&#62;Hi&#60;/b&#62;'
    expect(body).toContain(`<iframe sandbox title="Mail" srcdoc="${escaped}"></iframe>`)
  })
})

describe('the clock', () => {
  const advance = (payload: string) =>
    server.app.inject({
      method: 'POST',
      url: '/dev/clock',
      headers: { 'content-type': 'application/json' },
      payload,
    })

  test('advances by the given time and returns the new time', async () => {
    const before = clock.now().getTime()

    const response = await advance('{"advanceMs":3600000}')

    const now = Date.parse(response.json<{ now: string }>().now)
    expect(response.statusCode).toBe(200)
    expect(now - before).toBeGreaterThanOrEqual(3_600_000)
    expect(now - before).toBeLessThan(3_660_000)
  })

  test.each([
    '',
    '{}',
    '{"advanceMs":-1}',
    '{"advanceMs":1.5}',
    '{"advanceMs":"1000"}',
    '{"advanceMs":1e15}',
    '{"advanceMs":1,"now":"2030-01-01"}',
    '[]',
    'null',
    '{"advanceMs":',
  ])('rejects %j and does not move', async (payload) => {
    const before = clock.now().getTime()

    const response = await advance(payload)

    expect(response.statusCode).toBe(400)
    expect(clock.now().getTime() - before).toBeLessThan(60_000)
  })
})

describe('for a client on another machine', () => {
  test.each(['10.0.0.7', '192.168.1.20', '::ffff:10.0.0.7', '2001:db8::1'])(
    'the tools return 404: %s',
    async (remoteAddress) => {
      const headers = { 'x-forwarded-for': '127.0.0.1' }

      const mails = await server.app.inject({ url: '/dev/mailbox', remoteAddress, headers })
      const time = await server.app.inject({
        method: 'POST',
        url: '/dev/clock',
        remoteAddress,
        headers: { ...headers, 'content-type': 'application/json' },
        payload: '{"advanceMs":1}',
      })

      expect([mails.statusCode, time.statusCode]).toEqual([404, 404])
      expect(mails.body).toBe('Not found\n')
    },
  )
})

describe('behind a reverse proxy on this machine', () => {
  /** A real proxy that forwards everything from its own loopback address. */
  let proxy: Server
  let proxyPort: number
  let added: Record<string, string> = {}
  beforeAll(async () => {
    const port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
    proxy = createServer((incoming, outgoing) => {
      const { method, url: path, headers } = incoming
      const upstreamRequest = request(
        { host: '127.0.0.1', port, method, path, headers: { ...headers, ...added } },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 0, answer.headers)
          answer.pipe(outgoing)
        },
      )
      incoming.pipe(upstreamRequest)
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    proxyPort = (proxy.address() as AddressInfo).port
  })
  afterAll(() => void proxy.close())

  /** Returns the statuses for a client that reached the proxy by this host name. */
  async function statusesBy(host: string): Promise<number[]> {
    const statuses: number[] = []
    for (const path of ['/dev/mailbox', '/dev/mailbox?to=mina@harbor.example', '/healthz/live']) {
      const call = request({ host: '127.0.0.1', port: proxyPort, path, headers: { host } }).end()
      const [answer] = (await once(call, 'response')) as [IncomingMessage]
      answer.resume()
      await once(answer, 'end')
      statuses.push(answer.statusCode ?? 0)
    }
    return statuses
  }

  test.each([
    'app.harbor.example',
    'localhost.harbor.example',
    'evillocalhost',
    'localhost:4000.harbor.example',
    '127.0.0.1.harbor.example',
    '203.0.113.7',
    '0.0.0.0',
    '[2001:db8::1]',
  ])('the tools return 404 by the name %s', async (host) => {
    added = {}
    expect(await statusesBy(host)).toEqual([404, 404, 200])
  })

  test.each([
    'Forwarded',
    'Via',
    'X-Forwarded',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-Real-IP',
    'X-Client-IP',
    'CF-Connecting-IP',
    'True-Client-IP',
  ])('the tools return 404 with the header %s, also when it names this machine', async (name) => {
    for (const value of ['203.0.113.7', '127.0.0.1', '']) {
      added = { [name]: value }
      expect(await statusesBy('localhost')).toEqual([404, 404, 200])
    }
  })

  test.each(['localhost', 'localhost:4000', 'app.localhost:5173', '127.0.0.1:4000', '[::1]:4000'])(
    'the tools are served by the name %s without forwarding headers',
    async (host) => {
      added = {}
      expect(await statusesBy(host)).toEqual([200, 200, 200])
    },
  )
})

test('the tools are not served in production, even if the server was given them', async () => {
  const answersOf = async (production: boolean) => {
    const app = await buildApp(server.ctx, {
      production,
      publicOrigin: undefined,
      trustProxy: false,
      devTools: { mailbox, clock },
    })
    const mails = await app.inject('/dev/mailbox?to=mina@harbor.example')
    const time = await app.inject({
      method: 'POST',
      url: '/dev/clock',
      headers: { 'content-type': 'application/json' },
      payload: '{"advanceMs":1}',
    })
    await app.close()
    return [mails.statusCode, time.statusCode]
  }

  expect(await answersOf(false)).toEqual([200, 200])
  expect(await answersOf(true)).toEqual([404, 404])
})
