import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { ORIGIN, startTestApp, type TestApp } from '#test/test-app.ts'

const INDEX = '<!doctype html><html lang="en"><head><title>Solstice</title></head></html>'

const MANIFEST = { id: '/', name: 'Solstice', start_url: '/' }

const RECOVERY_POLICY = "default-src 'none'; script-src 'sha256-AAAA='; connect-src 'none'"
const RECOVERY = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${RECOVERY_POLICY}">`

let parent: string
let server: TestApp
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'solstice-web-'))
  const webFolder = join(parent, 'dist')
  await mkdir(join(webFolder, 'assets'), { recursive: true })
  await writeFile(join(parent, 'secret.txt'), 'not for the web')
  await writeFile(join(webFolder, 'index.html'), INDEX)
  await writeFile(join(webFolder, 'manifest.webmanifest'), JSON.stringify(MANIFEST))
  await writeFile(join(webFolder, 'assets', 'worker-1a2b3c.js'), 'onmessage = () => {}')
  await writeFile(join(webFolder, 'assets', 'log-worker-1a2b3c.js'), 'onmessage = () => {}')
  await writeFile(join(webFolder, 'assets', 'worker-1a2b3c.js.br'), 'packed')
  await mkdir(join(webFolder, 'recovery'))
  await writeFile(join(webFolder, 'recovery', 'index.html'), RECOVERY)
  await writeFile(join(webFolder, 'assets', 'app-1a2b3c.js'), 'console.log("solstice")')
  await writeFile(join(webFolder, 'assets', 'app-1a2b3c.js.br'), 'app in Brotli')
  await writeFile(join(webFolder, 'assets', 'app-1a2b3c.js.gz'), 'app in gzip')
  await writeFile(join(webFolder, 'assets', 'once-1a2b3c.css'), 'p { color: gold }')
  await writeFile(join(webFolder, 'assets', 'removed-1a2b3c.css'), '')
  server = await startTestApp({ webFolder })
})
afterAll(async () => {
  await server.close()
  await rm(parent, { recursive: true, force: true })
})

const get = (url: string) => server.app.inject({ method: 'GET', url })

describe('the app', () => {
  test.each([
    '/',
    '/home',
    '/home/',
    '/home//',
    '//home',
    '/auth/login',
    '/rewards/dashboard/7/history?tab=Earned',
  ])('opens at %s, so that a deep link survives a reload', async (url) => {
    const response = await get(url)

    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.body).toContain('<title>Solstice</title>')
  })

  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ] as const)('is compressed for a browser that accepts %s', async (accepted, form, decompress) => {
    for (const url of ['/', '/auth/login', '//home']) {
      const response = await server.app.inject({
        method: 'GET',
        url,
        headers: { 'accept-encoding': accepted },
      })

      expect(response.headers).toMatchObject({ 'content-encoding': form, vary: 'accept-encoding' })
      expect(decompress(response.rawPayload).toString()).toContain('<title>Solstice</title>')
    }
  })

  test('is not compressed for a client that accepts no compression', async () => {
    const response = await get('/auth/login')

    expect(response.headers).not.toHaveProperty('content-encoding')
    expect(response.body).toContain('<title>Solstice</title>')
  })

  test.each(['/', '/home'])('is revalidated at %s, because a release changes it', async (url) => {
    expect((await get(url)).headers['cache-control']).toBe('no-cache')
  })

  test.each(['/', '/home'])('answers HEAD at %s like GET, without the body', async (url) => {
    const got = await get(url)

    const head = await fetch(`${await address()}${url}`, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'identity' },
    })

    expect(head.status).toBe(200)
    expect(head.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(got.body)))
    expect(await head.text()).toBe('')
  })
})

test.each(['/recovery', '/recovery/', '/recovery/index.html', '/recovery/?from=app'])(
  'serves the recovery page at %s as its own file that must not connect anywhere',
  async (url) => {
    const response = await get(url)

    expect(response.statusCode).toBe(200)
    expect(response.body).toBe(RECOVERY)
    expect(response.headers['cache-control']).toBe('no-cache')
    expect(response.headers['content-security-policy']).toBe(
      `${RECOVERY_POLICY}; frame-ancestors 'none'`,
    )
  },
)

/** HEAD uses a real connection, because an injected request shows a body that HTTP would drop. */
async function address(): Promise<string> {
  const { app } = server
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  return app.listeningOrigin
}

describe('a file', () => {
  test('is cached for a year if its name has a hash', async () => {
    const response = await get('/assets/app-1a2b3c.js')

    expect(response.body).toBe('console.log("solstice")')
    expect(response.headers['content-type']).toContain('javascript')
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test('must not load or connect anywhere if it is the vault’s worker, compressed or not', async () => {
    const headers = { 'accept-encoding': 'br' }
    for (const response of [
      await get('/assets/worker-1a2b3c.js'),
      await server.app.inject({ url: '/assets/worker-1a2b3c.js', headers }),
      await get('/assets/worker-1a2b3c.js.br'),
    ]) {
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-security-policy']).toBe(
        "default-src 'none'; connect-src 'none'",
      )
    }
    expect((await get('/assets/app-1a2b3c.js')).headers['content-security-policy']).toContain(
      "default-src 'self'",
    )
  })

  test('must not load or connect anywhere if it is the worker of the points log', async () => {
    const response = await get('/assets/log-worker-1a2b3c.js')

    expect(response.statusCode).toBe(200)
    expect(response.headers['content-security-policy']).toBe(
      "default-src 'none'; connect-src 'none'",
    )
  })

  test.each([
    ['br, gzip', 'br', 'app in Brotli'],
    ['gzip, deflate;q=0.5', 'gzip', 'app in gzip'],
    ['GZIP', 'gzip', 'app in gzip'],
    ['br;q=0, gzip;q=0.8', 'gzip', 'app in gzip'],
    ['br;q=0.0', undefined, 'console.log("solstice")'],
    ['', undefined, 'console.log("solstice")'],
  ])('is sent in the best accepted form: %s', async (accepted, encoding, body) => {
    const headers = { 'accept-encoding': accepted }
    const response = await server.app.inject({ url: '/assets/app-1a2b3c.js', headers })

    expect(response.headers['content-encoding']).toBe(encoding)
    expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(response.headers['content-length']).toBe(String(body.length))
    expect(response.headers['vary']).toBe('accept-encoding')
    expect(response.body).toBe(body)
  })

  test('is not sent again to a browser that has this form', async () => {
    const ask = (headers: Record<string, string>) =>
      server.app.inject({ url: '/assets/app-1a2b3c.js', headers })
    const first = await ask({ 'accept-encoding': 'br' })
    const etag = String(first.headers.etag)

    const same = await ask({ 'accept-encoding': 'br', 'if-none-match': etag })
    expect(same.statusCode).toBe(304)
    expect(same.body).toBe('')
    expect((await ask({ 'if-none-match': etag })).statusCode).toBe(200)
  })

  test('is read once if its name has a hash', async () => {
    const url = '/assets/once-1a2b3c.css'
    expect((await get(url)).body).toBe('p { color: gold }')

    await rm(join(parent, 'dist', url))

    const again = await get(url)
    expect(again.statusCode).toBe(200)
    expect(again.body).toBe('p { color: gold }')
    expect(again.headers['content-type']).toBe('text/css; charset=utf-8')
  })

  test('returns 404 if it was removed before it was first requested', async () => {
    await rm(join(parent, 'dist', 'assets', 'removed-1a2b3c.css'))

    expect((await get('/assets/removed-1a2b3c.css')).statusCode).toBe(404)
  })

  test('with a hash answers HEAD like GET, without the body', async () => {
    const head = await fetch(`${await address()}/assets/app-1a2b3c.js`, { method: 'HEAD' })

    expect(head.status).toBe(200)
    expect(head.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(await head.text()).toBe('')
  })

  test('is revalidated if its name has no hash', async () => {
    const response = await get('/manifest.webmanifest')

    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-cache')
  })

  test('starts the app with the code of an invitation if it is the manifest', async () => {
    const response = await get('/manifest.webmanifest?ref=abcd2345')

    expect(response.headers['content-type']).toContain('application/manifest+json')
    expect(response.headers['cache-control']).toBe('no-cache')
    expect(response.json()).toEqual({ ...MANIFEST, start_url: '/?ref=ABCD2345' })
  })

  test.each(['?ref=', '?ref=nope', '?ref=%22%2F%2Fevil', '?ref=ABCD2345&ref=ABCD2346', '?other=1'])(
    'ignores an invalid invitation code in the manifest URL: %s',
    async (query) => {
      const response = await get(`/manifest.webmanifest${query}`)

      expect(response.statusCode).toBe(200)
      expect(response.json()).toEqual(MANIFEST)
    },
  )

  test.each([
    '/robots.txt',
    '/assets/gone-4d5e6f.js',
    '/favicon.ico',
    '/.env',
    '/.git/config.txt',
    '/home/app.js',
    '/dev/mailbox',
    '/dev/clock',
    '/healthz/other',
  ])('returns 404 and no page if it does not exist: %s', async (url) => {
    const response = await get(url)

    expect(response.statusCode).toBe(404)
    expect(response.headers['content-type']).toContain('text/plain')
    expect(response.body).toBe('Not found\n')
  })

  test.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '//secret.txt',
    '/secret.txt%00.js',
  ])('is never read from outside the folder: %s', async (url) => {
    const response = await get(url)

    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    expect(response.statusCode).toBeLessThan(500)
    expect(response.body).not.toContain('not for the web')
  })
})

describe('a call', () => {
  test.each(['/v1', '/v1/', '/v1?x=1', '/v1/home', '/v1/private/nothing'])(
    'returns 404 and never the page if it does not exist: %s',
    async (url) => {
      const response = await get(url)

      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ code: Code.NOT_FOUND, success: false })
    },
  )

  test('is distinguished from a screen whose path starts the same way', async () => {
    expect((await get('/v1x')).statusCode).toBe(200)
  })
})

test.each(['POST', 'PUT', 'DELETE'] as const)('rejects %s for a screen', async (method) => {
  const response = await server.app.inject({ method, url: '/home', headers: { origin: ORIGIN } })

  expect(response.statusCode).toBe(404)
})

describe('a server without a built app', () => {
  test('serves the calls and returns 404 for every screen', async () => {
    const unbuilt = await startTestApp({ webFolder: join(parent, 'nowhere') })
    const home = await unbuilt.app.inject('/home')
    const health = await unbuilt.app.inject('/healthz')
    await unbuilt.close()

    expect(home.statusCode).toBe(404)
    expect(health.statusCode).toBe(200)
  })
})
