import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import type { Endpoint } from '@solstice/contract/endpoint'
import { openApiDocument } from '@solstice/contract/openapi'
import { VERSION } from '#/platform/process/version.ts'
import { ORIGIN, startTestApp, type TestApp } from '#test/test-app.ts'

const built: readonly Endpoint[] = Object.values(endpoints)

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

describe('the published API documents', () => {
  test('contain the contract for programs', async () => {
    const response = await server.app.inject('/v1/openapi.json')

    expect(response.headers['content-type']).toContain('application/json')
    expect(response.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument(VERSION))))
  })

  test('contain the contract for people', async () => {
    const response = await server.app.inject('/docs/api')

    expect(response.headers['content-type']).toContain('text/html')
    for (const { path, summary } of built) {
      expect(response.body).toContain(`<code>${path}</code>`)
      expect(response.body).toContain(summary.replaceAll("'", '&#39;'))
    }
    for (const code of Object.values(Code)) expect(response.body).toContain(`<td>${code}</td>`)
  })

  test.each(built.map((call) => [call.method, call.path, call.console] as const))(
    'describe a route that is served: %s %s',
    async (method, path, console) => {
      // The id is invalid: a route that is served rejects it, or requires a session first.
      const url = path.replaceAll(/\{\w+\}/g, 'x')

      const host = console ? server.console : server.app
      const response = await host.inject({ method, url, headers: { origin: ORIGIN } })

      expect(response.json()).not.toMatchObject({ code: Code.NOT_FOUND })
    },
  )
})

describe('access by path', () => {
  test.each(
    built
      .filter(({ path }) => path.startsWith('/v1/private/'))
      .map((call) => [call.method, call.path] as const),
  )('returns 401 from a private call without a session: %s %s', async (method, path) => {
    const url = path.replaceAll(/\{\w+\}/g, '1')

    const response = await server.app.inject({ method, url, headers: { origin: ORIGIN } })

    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ code: Code.TOKEN_EXPIRED })
  })

  test.each(
    built
      .filter(({ path }) => path.startsWith('/v1/public/'))
      .map((call) => [call.method, call.path] as const),
  )('serves a public call without a session: %s %s', async (method, path) => {
    const response = await server.app.inject({ method, url: path, headers: { origin: ORIGIN } })

    expect(response.statusCode).not.toBe(401)
  })
})
