import { describe, expect, test } from 'vitest'
import { endpoints, schemas } from './catalogue.ts'
import type { Endpoint } from './endpoint.ts'
import type { CallSchemas } from './schema.ts'

const built: readonly Endpoint[] = Object.values(endpoints)

/** A router treats `{seasonId}` and `{id}` at the same position as the same path. */
const asRoute = (method: string, path: string) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`

describe('the endpoint catalogue', () => {
  test('lists every endpoint under its own id, with schemas of the same id', () => {
    expect(built.map(({ id }) => id)).toEqual(Object.keys(endpoints))
    expect(Object.keys(schemas).toSorted()).toEqual(Object.keys(endpoints).toSorted())
  })

  test('has one endpoint per method and path', () => {
    const routes = built.map(({ method, path }) => asRoute(method, path))

    expect(routes.filter((route, at) => routes.indexOf(route) !== at)).toEqual([])
  })

  test.each(built.map((call) => [call.id, call] as const))(
    'requires a session exactly on private paths: %s',
    (_id, { path, access }) => {
      expect(access === 'member').toBe(path.startsWith('/v1/private/'))
      // Operators sign in under their own paths, before they have a session.
      const isSignIn = path.startsWith('/v1/operator/auth/') && access === 'public'
      expect(access === 'operator' || isSignIn).toBe(path.startsWith('/v1/operator/'))
    },
  )

  test('keeps every path under /v1, in lower case and without a trailing slash', () => {
    for (const { path } of built) {
      expect(path).toMatch(/^\/v1(\/[a-z0-9-]+|\/\{[a-z][a-zA-Z]*\})+$/)
    }
  })

  test('rejects unknown fields in every body', () => {
    const lenient = Object.entries<CallSchemas>(schemas).filter(([, { body }]) => {
      const issues = body?.safeParse({ somethingElse: true }).error?.issues ?? []
      return body && !issues.some(({ code }) => code === 'unrecognized_keys')
    })

    expect(lenient.map(([id]) => id)).toEqual([])
  })
})
