import { z } from 'zod'
import { endpoints, schemas, type CallId } from './catalogue.ts'
import { Code, httpStatusOf } from './codes.ts'
import { isClosedInMaintenance, type Endpoint } from './endpoint.ts'
import { MESSAGES } from './messages.ts'
import type { CallSchemas } from './schema.ts'

type JsonObject = { [key: string]: unknown }

/** Lists the codes that any call may return, to keep the lists of single calls short. */
const COMMON_CODES: readonly Code[] = [Code.SUCCESS, Code.INVALID_REQUEST, Code.SERVER_ERROR]

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 255 },
}

const PIN_TOKEN = {
  name: 'X-Pin-Token',
  in: 'header',
  required: false,
  schema: { type: 'string' },
}

const DEVICE_PROOF = {
  name: 'DPoP',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: 'A proof of the device key as defined by RFC 9449.',
}

/**
 * Returns the contract as OpenAPI 3.1, generated from the catalogue that the routes are mounted
 * from.
 */
export function openApiDocument(version: string): JsonObject {
  const paths: { [path: string]: JsonObject } = {}
  for (const id of Object.keys(endpoints) as CallId[]) {
    const endpoint: Endpoint = endpoints[id]
    const path = (paths[endpoint.path] ??= {})
    path[endpoint.method.toLowerCase()] = operation(endpoint, schemas[id])
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Solstice',
      version,
      description:
        'Every reply is the envelope { code, success, msg, data }; success means code 0.',
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Proprietary' },
    },
    // The API shares the origin of the document, see docs/decisions/0073-own-origin.md.
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        member: { type: 'apiKey', in: 'cookie', name: 'solstice_access' },
        operator: { type: 'http', scheme: 'bearer' },
        console: { type: 'apiKey', in: 'cookie', name: '__Host-solstice_operator' },
      },
    },
  }
}

function operation(endpoint: Endpoint, schema: CallSchemas): JsonObject {
  return {
    operationId: endpoint.id,
    tags: [endpoint.id.split('.')[0]],
    summary: endpoint.summary,
    security: securityOf(endpoint),
    parameters: [
      ...pathParameters(endpoint.path, schema.params),
      ...queryParameters(schema.query),
      ...(endpoint.idempotent ? [IDEMPOTENCY_KEY] : []),
      ...(endpoint.device ? [DEVICE_PROOF] : []),
      ...(endpoint.pin ? [{ ...PIN_TOKEN, description: `For ${endpoint.pin}.` }] : []),
    ],
    ...(schema.body ? { requestBody: requestBody(schema.body) } : {}),
    responses: responses(endpoint, schema.data),
  }
}

/** An empty list declares that a call needs no authentication. */
function securityOf({ access, console }: Endpoint): JsonObject[] {
  if (access === 'public') return []
  if (access === 'member') return [{ member: [] }]
  return console ? [{ console: [] }] : [{ operator: [] }, { console: [] }]
}

/** The body is required only if it has a required field. */
function requestBody(schema: z.ZodType): JsonObject {
  return { required: !schema.safeParse({}).success, content: jsonContent(jsonSchema(schema)) }
}

function responses(endpoint: Endpoint, data: z.ZodType): JsonObject {
  const codes = new Set<Code>([...COMMON_CODES, ...endpoint.codes])
  if (endpoint.access !== 'public') codes.add(Code.TOKEN_EXPIRED)
  if (endpoint.stepUp || endpoint.approval) codes.add(Code.STEP_UP_REQUIRED)
  if (endpoint.access === 'operator' || endpoint.method !== 'GET') codes.add(Code.ACCESS_DENIED)
  if (endpoint.approval) codes.add(Code.APPROVAL_PENDING).add(Code.NO_RESPONSIBLE_PERSON)
  if (endpoint.device) codes.add(Code.DEVICE_PROOF_INVALID)
  if (isClosedInMaintenance(endpoint)) codes.add(Code.MAINTENANCE)
  const byStatus = Map.groupBy(codes, httpStatusOf)
  return Object.fromEntries(
    Array.from(byStatus, ([status, group]) => [
      status,
      reply(group, status === 200 ? data : z.null()),
    ]),
  )
}

function reply(codes: readonly Code[], data: z.ZodType): JsonObject {
  return {
    description: codes.map((code) => `${code}${sentence(code)}`).join('; '),
    content: jsonContent({
      type: 'object',
      required: ['code', 'success', 'msg', 'data'],
      properties: {
        code: { enum: codes },
        success: { const: codes.includes(Code.SUCCESS) },
        msg: { type: 'string' },
        data: codes.includes(Code.SUCCESS) ? jsonSchema(data) : { type: ['object', 'null'] },
      },
    }),
  }
}

function sentence(code: Code): string {
  if (code === Code.SUCCESS) return ' success'
  if (code === Code.SERVER_ERROR) return ' server error'
  return ` ${MESSAGES[code].en}`
}

function pathParameters(path: string, schema?: z.ZodType): JsonObject[] {
  const properties = propertiesOf(schema)
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name] ?? { type: 'string' },
  }))
}

function queryParameters(schema?: z.ZodType): JsonObject[] {
  const required = schema ? jsonSchema(schema)['required'] : []
  return Object.entries(propertiesOf(schema)).map(([name, property]) => ({
    name,
    in: 'query',
    required: Array.isArray(required) && required.includes(name),
    schema: property,
  }))
}

function propertiesOf(schema?: z.ZodType): { [name: string]: unknown } {
  return (schema ? jsonSchema(schema)['properties'] : {}) as { [name: string]: unknown } // An object schema always has properties.
}

function jsonContent(schema: JsonObject): JsonObject {
  return { 'application/json': { schema } }
}

function jsonSchema(schema: z.ZodType): JsonObject {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
}
