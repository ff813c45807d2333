import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { endpoints } from './catalogue.ts'
import { httpStatusOf } from './codes.ts'
import type { Endpoint } from './endpoint.ts'
import { openApiDocument } from './openapi.ts'

type Parameter = { name: string; in: string; required: boolean; schema: object }
type Reply = { description: string; content: { 'application/json': { schema: object } } }
type Operation = {
  operationId?: string
  summary: string
  security: Record<string, unknown[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: object }
  responses: Record<string, Reply>
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, { type: string }> }
}

// The JSON round trip removes everything that a reader of the file would not get.
const document = JSON.parse(JSON.stringify(openApiDocument('9.9.9'))) as Document
const built: readonly Endpoint[] = Object.values(endpoints)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

describe('the OpenAPI document', () => {
  test('has version 3.1 and states the product version', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toMatchObject({ title: 'Solstice', version: '9.9.9' })
  })

  test.each(built.map((call) => [call.id, call] as const))('contains %s', (_id, call) => {
    const operation = document.paths[call.path]?.[call.method.toLowerCase()]

    expect(operation).toMatchObject({ operationId: call.id, summary: call.summary })
    for (const code of [0, 9992, 9999, ...call.codes] as const) {
      const reply = operation?.responses[httpStatusOf(code)]
      expect(reply?.description).toContain(String(code))
    }
  })

  test("passes Redocly's recommended rules without errors or warnings", async () => {
    const config = await createConfig({ extends: ['recommended'] })

    const problems = await lintFromString({ source: JSON.stringify(document), config })

    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  })

  test('contains every endpoint once', () => {
    const ids = operations.flatMap(({ operation }) => operation.operationId ?? [])

    expect(ids.toSorted()).toEqual(Object.keys(endpoints).toSorted())
  })

  test.each(operations.map(({ method, path, operation }) => [method, path, operation] as const))(
    'is well-formed at %s %s',
    (method, path, operation) => {
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
      const schemes = operation.security.flatMap((one) => Object.keys(one))

      expect(['get', 'post', 'put', 'patch', 'delete']).toContain(method)
      expect(operation.summary).not.toBe('')
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
      expect(inPath.every(({ required }) => required)).toBe(true)
      for (const [status, reply] of Object.entries(operation.responses)) {
        expect(status).toMatch(/^[1-5]\d\d$/)
        expect(reply.description).not.toBe('')
        expect(reply.content['application/json'].schema).toMatchObject({
          required: ['code', 'success', 'msg', 'data'],
        })
      }
      for (const scheme of schemes) {
        expect(document.components.securitySchemes).toHaveProperty(scheme)
      }
    },
  )

  test('requires a cookie for member calls, a token or a session for operator calls and nothing for public calls', () => {
    const documented = built.map(({ path, method }) => document.paths[path]?.[method.toLowerCase()])

    expect(documented.map((operation) => operation?.security)).toEqual(
      built.map(({ access, console }) => {
        if (access !== 'operator') return access === 'public' ? [] : [{ member: [] }]
        return console ? [{ console: [] }] : [{ operator: [] }, { console: [] }]
      }),
    )
  })

  test('documents the maintenance code for calls that close during maintenance, and not for calls that stay open', () => {
    const withMaintenanceCode = built.filter(({ path, method }) => {
      const replies = document.paths[path]?.[method.toLowerCase()]?.responses
      return replies?.['503']?.description.includes('2903')
    })
    const ids = withMaintenanceCode.map(({ id }) => id)

    expect(ids).toEqual(expect.arrayContaining(['auth.login', 'mission.execute']))
    for (const open of ['users.me', 'auth.logout', 'auth.reissue', 'alert.read', 'refund.decide']) {
      expect(ids).not.toContain(open)
    }
  })

  test('requires a body only if it has a required field', () => {
    const needs = (path: string, method: string) =>
      document.paths[path]?.[method]?.requestBody?.required

    expect(needs('/v1/public/auth/login', 'post')).toBe(true)
    expect(needs('/v1/private/seasons/{seasonId}/missions/{missionId}/execute', 'post')).toBe(false)
  })

  test('contains no references', () => {
    expect(JSON.stringify(document)).not.toContain('$ref')
  })
})
