import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { buildConsole } from '#/console-app.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aPngFile } from '#test/test-picture.ts'

let server: TestApp
let operator: TestOperator
beforeAll(async () => {
  server = await startTestApp()
  operator = await anOperator(server, 'PROGRAMME')
})
afterAll(() => server.close())

const add = (data: string, name = 'Cover') => operator.call('media.add', { body: { name, data } })

describe('an uploaded picture', () => {
  test('is served by its hash on both hosts, for ever and as nothing else', async () => {
    const { data } = await add(await aPngFile(1), 'First cover')
    const url = data?.url ?? ''

    const console = await buildConsole(server.ctx, {
      production: false,
      consoleOrigin: undefined,
      trustProxy: false,
    })
    expect(url).toBe(`/media/${data?.sha256}.webp`)
    for (const host of [server.app, console]) {
      const reply = await host.inject({ method: 'GET', url })
      expect(reply.statusCode).toBe(200)
      expect(reply.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      expect(reply.headers['set-cookie']).toBeUndefined()
      expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 40 })
    }
    await console.close()
  })

  test('is stored once, under the name of its first upload', async () => {
    const file = await aPngFile(2)

    const first = await add(file, 'Dawn')
    const again = await add(file, 'Dusk')

    expect(again.data).toEqual(first.data)
    const { data } = await operator.call('media.list', { query: {} })
    const listed = data?.list.filter(({ sha256 }) => sha256 === first.data?.sha256)
    expect(listed).toEqual([first.data])
    expect(first.data).toMatchObject({ name: 'Dawn', width: 40, height: 20 })
  })

  test('may be the picture of a season plan', async () => {
    const { data } = await add(await aPngFile(3))

    const begun = await operator.call('seasonPlan.begin', {
      body: { plan: { imageUrl: data?.url } },
    })
    const shown = await operator.call('seasonPlan.show', {
      params: { seasonId: begun.data?.seasonId ?? 0 },
    })

    expect(shown.data?.problems.map(({ path }) => path)).not.toContain('imageUrl')
  })
})

describe('an upload', () => {
  test('of another file is refused with the field', async () => {
    for (const content of ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'not a picture at all']) {
      const refused = await add(Buffer.from(content).toString('base64'))
      expect(refused).toMatchObject({
        status: 400,
        code: Code.INVALID_REQUEST,
        data: { issues: [{ path: 'data', text: 'The file is not a PNG, JPEG or WebP picture' }] },
      })
    }
  })

  test('of more than 1.4 MB or of other letters is refused', async () => {
    for (const data of ['A'.repeat(1_900_000), 'A'.repeat(3_000_000), 'no base64!']) {
      expect(await add(data)).toMatchObject({ status: 400, code: Code.INVALID_REQUEST })
    }
  })

  test('is refused to roles that plan no seasons', async () => {
    const support = await anOperator(server, 'SUPPORT')

    const refused = await support.call('media.add', {
      body: { name: 'Cover', data: await aPngFile(4) },
    })

    expect(refused.code).toBe(Code.ACCESS_DENIED)
  })
})

test.each(['/media/none.webp', `/media/${'0'.repeat(64)}.webp`, '/media/..%2f..%2fetc%2fpasswd'])(
  'a picture that does not exist is not found: %s',
  async (url) => {
    const reply = await server.app.inject({ method: 'GET', url })
    expect(reply.statusCode).toBe(404)
  },
)
