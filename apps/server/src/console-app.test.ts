import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aPerson } from '#test/test-console.ts'
import { buildConsole } from './console-app.ts'

const INDEX = '<!doctype html><html lang="en"><head><title>Console</title></head></html>'
const PREVIEW = '<!doctype html><html lang="en"><head><title>Preview</title></head></html>'
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
  "form-action 'none'",
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
  await mkdir(join(folder, 'preview', 'assets'), { recursive: true })
  await writeFile(join(folder, 'preview', 'preview.html'), PREVIEW)
  await writeFile(join(folder, 'preview', 'assets', 'preview-4d5e6f.js'), 'export {}')
  await writeFile(join(folder, 'preview', 'logo-mark.svg'), '<svg/>')
  const previewFolder = join(folder, 'preview')
  server = await startTestApp({ console: { consoleFolder: folder, previewFolder } })
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

describe('the preview of a season', () => {
  const readableByAll = {
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  }

  test.each(['/preview/', '/preview/preview.html'])(
    'is a sandboxed page at %s that only the console may frame, without any network',
    async (url) => {
      const { statusCode, body, headers } = await get(url)

      expect(statusCode).toBe(200)
      expect(body).toBe(PREVIEW)
      const policy = String(headers['content-security-policy']).split('; ')
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "connect-src 'none'",
          "frame-ancestors 'self'",
          'sandbox allow-scripts',
        ]),
      )
      expect(headers).toMatchObject({
        ...readableByAll,
        'x-frame-options': 'SAMEORIGIN',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
      })
    },
  )

  test('lets the sandboxed page read its own files, which no page may frame', async () => {
    const script = await get('/preview/assets/preview-4d5e6f.js')
    const picture = await get('/preview/logo-mark.svg')

    expect(script.headers).toMatchObject({
      ...readableByAll,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-frame-options': 'DENY',
    })
    expect(picture.headers).toMatchObject({ ...readableByAll, 'cache-control': 'no-cache' })
  })

  test('opens nothing else to other sites', async () => {
    const [page, asset, missing] = await Promise.all(
      ['/', '/assets/console-1a2b3c.js', '/preview/assets/none.js'].map((url) => get(url)),
    )

    for (const reply of [page, asset]) {
      expect(reply?.headers['access-control-allow-origin']).toBeUndefined()
      expect(reply?.headers['cross-origin-resource-policy']).toBe('same-origin')
    }
    expect(missing?.statusCode).toBe(404)
  })

  test("is not a part of the members' host", async () => {
    const page = await server.app.inject('/preview/')
    const script = await server.app.inject('/preview/assets/preview-4d5e6f.js')

    expect(page.body).not.toContain('Preview')
    expect(page.headers['access-control-allow-origin']).toBeUndefined()
    expect(script.statusCode).toBe(404)
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
