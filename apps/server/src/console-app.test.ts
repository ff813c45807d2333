import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aPerson } from '#test/test-console.ts'
import { buildConsole } from './console-app.ts'

const INDEX = '<!doctype html><html lang="en"><head><title>Console</title></head></html>'
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  "frame-src 'self'",
].join('; ')

let folder: string
let server: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solstice-console-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), INDEX)
  await writeFile(join(folder, 'assets', 'console-1a2b3c.js'), 'export {}')
  server = await startTestApp({ console: { consoleFolder: folder } })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  server.console.inject({ method: 'GET', url, headers })

describe("the console's host", () => {
  test.each(['/', '/login', '/enrol/abc', '/approvals/12'])(
    'opens the console at %s',
    async (url) => {
      const response = await get(url)

      expect(response.statusCode).toBe(200)
      expect(response.body).toContain('<title>Console</title>')
      expect(response.headers['content-security-policy']).toBe(POLICY)
      expect(response.headers['x-frame-options']).toBe('DENY')
    },
  )

  test.each([
    ['development', { production: false }],
    ['production', { production: true }],
    ['staging', { production: true, environment: 'staging' as const }],
  ])('names the system on its pages: %s', async (name, given) => {
    const options = { trustProxy: false, consoleOrigin: undefined, consoleFolder: folder }
    const console = await buildConsole(server.ctx, { ...options, ...given })

    const { body } = await console.inject('/')
    await console.close()

    expect(body).toContain(`<meta name="environment" content="${name}" />`)
  })

  test('serves hashed files for ever, and no profile pictures or API pages', async () => {
    const asset = await get('/assets/console-1a2b3c.js')
    const others = await Promise.all(['/v1/openapi.json', '/missing.js'].map((url) => get(url)))

    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(others.map(({ statusCode }) => statusCode)).toEqual([404, 404])
  })

  test('requires https for a year when its origin is https', async () => {
    const options = { production: true, trustProxy: false, consoleFolder: folder }
    const secure = await buildConsole(server.ctx, {
      ...options,
      consoleOrigin: 'https://console.harbor.example',
    })

    const { headers } = await secure.inject('/')
    await secure.close()

    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })
})

describe('the code of an authenticator app', () => {
  const url = '/dev/operator-code?email='

  test('is shown in development, on this machine only', async () => {
    const person = await aPerson(server)
    const host = { host: 'localhost:4001' }

    const local = await get(`${url}${person.email}`, host)
    const unknown = await get(`${url}nobody@harbor.example`, host)
    const nobody = await get('/dev/operator-code', host)
    const named = await get(`${url}${person.email}`, { host: 'console.harbor.example' })
    const forwarded = await get(`${url}${person.email}`, { ...host, 'x-forwarded-for': '10.0.0.1' })

    expect(local.json()).toEqual({ code: await person.code() })
    for (const refused of [unknown, nobody, named, forwarded]) expect(refused.statusCode).toBe(404)
  })

  test('is never shown in production', async () => {
    const person = await aPerson(server)
    const options = { production: true, trustProxy: false, consoleOrigin: undefined }
    const production = await buildConsole(server.ctx, options)

    const response = await production.inject({
      method: 'GET',
      url: `${url}${person.email}`,
      headers: { host: 'localhost:4001' },
    })
    await production.close()

    expect(response.statusCode).toBe(404)
  })
})
