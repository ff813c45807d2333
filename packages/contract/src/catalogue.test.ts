import { describe, expect, test } from 'vitest'
import { endpoints, schemas } from './catalogue.ts'
import type { Endpoint } from './endpoint.ts'
import type { CallSchemas } from './schema.ts'

const built: readonly Endpoint[] = Object.values(endpoints)

/** `{seasonId}` and `{id}` in the same place are the same path to a router. */
const asRoute = (method: string, path: string) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`

describe('the catalogue of calls', () => {
  test('gives every call the id it is listed under, and schemas of the same id', () => {
    expect(built.map(({ id }) => id)).toEqual(Object.keys(endpoints))
    expect(Object.keys(schemas).toSorted()).toEqual(Object.keys(endpoints).toSorted())
  })

  test('has one call per method and path', () => {
    const routes = built.map(({ method, path }) => asRoute(method, path))

    expect(routes.filter((route, at) => routes.indexOf(route) !== at)).toEqual([])
  })

  test.each(built.map((call) => [call.id, call] as const))(
    'asks for a session exactly on private paths: %s',
    (_id, { path, access }) => {
      expect(access === 'member').toBe(path.startsWith('/v1/private/'))
      expect(access === 'operator').toBe(path.startsWith('/v1/operator/'))
    },
  )

  test('has every path under /v1, in lower case and without a slash at the end', () => {
    for (const { path } of built) {
      expect(path).toMatch(/^\/v1(\/[a-z0-9-]+|\/\{[a-z][a-zA-Z]*\})+$/)
    }
  })

  test('refuses unknown fields in every body', () => {
    const lenient = Object.entries<CallSchemas>(schemas).filter(([, { body }]) => {
      const issues = body?.safeParse({ somethingElse: true }).error?.issues ?? []
      return body && !issues.some(({ code }) => code === 'unrecognized_keys')
    })

    expect(lenient.map(([id]) => id)).toEqual([])
  })
})
