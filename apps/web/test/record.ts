import { request } from 'node:http'
import type { Endpoint } from '@solstice/contract/endpoint'
import { urlOf } from '../../server/test/call-url.ts'

type Input = { params?: object; query?: object; body?: unknown }

let cookies: Promise<string> | undefined

/** Makes one call of the demo member to a real server. */
export async function callServer(
  origin: string,
  { method, path }: Endpoint,
  { body, ...sent }: Input,
) {
  cookies ??= logIn(origin)
  const { text } = await send(origin + urlOf(path, sent), method, body, await cookies)
  return JSON.parse(text) as unknown
}

async function logIn(origin: string): Promise<string> {
  const demo = { email: 'demo@solstice.example', password: 'Solstice1!' }
  const { setCookies } = await send(`${origin}/v1/public/auth/login`, 'POST', demo, '')
  return setCookies.map((cookie) => cookie.split(';')[0]).join('; ')
}

/** Uses Node's own client because the one of the test browser does not send our cookies. */
function send(url: string, method: string, body: unknown, cookie: string) {
  return new Promise<{ text: string; setCookies: string[] }>((resolve, reject) => {
    const headers = { origin: new URL(url).origin, 'content-type': 'application/json', cookie }
    const outgoing = request(url, { method, headers }, (reply) => {
      let text = ''
      reply.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      reply.on('end', () => resolve({ text, setCookies: reply.headers['set-cookie'] ?? [] }))
    })
    outgoing.on('error', reject)
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
