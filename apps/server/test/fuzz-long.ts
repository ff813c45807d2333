import { endpoints, schemas, type CallId } from '@solstice/contract/catalogue'
import type { Endpoint } from '@solstice/contract/endpoint'
import type { CallSchemas } from '@solstice/contract/schema'
import { aLikelyValue } from './arbitrary-call.ts'
import { aCaller, codesOf, sendOne, type Request } from './fuzz.ts'
import { longestStallMs, STALL_MAX_MS } from './stall.ts'
import type { TestApp } from './test-app.ts'

/** Together with the rest of a body, this stays below the limit of 64 kB. */
const LENGTH = 50_000
const PARTS = [
  'a',
  '@',
  'a@',
  '.',
  '0',
  '9',
  ' ',
  '/',
  '<a@',
  '"',
  '%40',
  '[',
  '\n at ',
  '0x',
  '가',
]

/** Texts that take regular expressions and parsers the longest. */
const LONG_TEXTS = PARTS.map((part) => part.repeat(Math.floor(LENGTH / 3 / part.length)))

/** The same texts in every header. Encoding them takes long, and every call needs them. */
const LONG_HEADERS = new Map(
  LONG_TEXTS.map((text) => {
    const value = encodeURI(text).slice(0, 8000)
    const names = ['accept-language', 'idempotency-key', 'x-pin-token', 'user-agent']
    return [text, Object.fromEntries(names.map((name) => [name, value]))]
  }),
)

/**
 * Sends one call texts of the maximum length, in each of its fields in turn and in every header.
 * Throws on a fault, on a response without an envelope, and when the event loop stalls. With
 * `every`, each field gets all texts; otherwise it gets one of them, so that neighbouring fields
 * and calls get different ones.
 */
export async function fuzzLong(
  server: TestApp,
  id: CallId,
  { every }: { every: boolean },
): Promise<number> {
  const endpoint: Endpoint = endpoints[id]
  const allowed = codesOf(endpoint, schemas[id])
  const caller = await aCaller(server, endpoint)
  const usual = typicalRequest(schemas[id])
  const first = Object.keys(endpoints).indexOf(id)
  const requests = LONG_TEXTS.flatMap((text, at) =>
    requestsWith(usual, text).filter(
      (_, field) => every || (first + field) % LONG_TEXTS.length === at,
    ),
  )
  for (const request of requests) {
    const send = () => sendOne(server, { endpoint, caller, request, allowed })
    const stall = await longestStallMs(send)
    if (stall < STALL_MAX_MS) continue
    const excerpt = JSON.stringify(request).slice(0, 200)
    throw new Error(`${id} stalls for ${stall.toFixed(0)} ms over ${excerpt}`)
  }
  return requests.length
}

type TypicalRequest = Pick<Request, 'params' | 'query'> & { body: unknown }

function typicalRequest(schema: CallSchemas): TypicalRequest {
  return {
    params: schema.params && aLikelyValue(schema.params),
    query: schema.query && aLikelyValue(schema.query),
    body: schema.body && aLikelyValue(schema.body),
  }
}

function requestsWith(usual: TypicalRequest, text: string): Request[] {
  const headers = LONG_HEADERS.get(text) ?? {}
  const make = (change: Partial<TypicalRequest>, more: Partial<Request> = {}): Request => {
    const { params, query, body } = { ...usual, ...change }
    const rest = { headers: {}, session: 'real', withPin: false, unlimited: true } as const
    return { ...rest, params, query, body: { json: body }, ...more }
  }
  return [
    make({}, { headers }),
    ...withEachFieldReplaced(usual.params, text).map((params) => make({ params })),
    ...withEachFieldReplaced(usual.query, text).map((query) => make({ query })),
    ...withEachFieldReplaced(usual.body, text).map((body) => make({ body })),
  ]
}

/** Returns copies of the value with each of its fields replaced in turn. */
function withEachFieldReplaced(value: unknown, text: string): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).map((name) => ({ ...value, [name]: text }))
}
