import { endpoints, schemas, type CallId } from '@solstice/contract/catalogue'
import { Code, httpStatusOf } from '@solstice/contract/codes'
import { SERVER_TIME_HEADER, type Envelope } from '@solstice/contract/envelope'
import { messageFor, type Language } from '@solstice/contract/messages'
import type { CallSchemas } from '@solstice/contract/schema'
import { logFault } from '@solstice/ui/log.ts'
import { PreviewRefusal } from './preview-refusal.ts'
import type { PreviewState } from './preview-state.ts'
import { replies } from './replies.ts'

/** Tells the operator why a button of the phone does nothing. */
const NOT_ANSWERED: Record<Language, string> = {
  en: 'The preview can’t do this. Members can.',
  ko: '미리보기에서는 할 수 없어요. 회원은 할 수 있어요.',
}

type AnyReply = (
  state: PreviewState,
  input: { params?: unknown; query?: unknown; body?: unknown },
) => unknown

const routes = Object.entries(replies).map(([id, reply]) => {
  // The keys of the replies are ids of the catalogue.
  const { method, path } = endpoints[id as CallId]
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
  return {
    method,
    pattern,
    names,
    callSchemas: schemas[id as CallId],
    reply: reply as AnyReply, // The input is parsed by the schemas of the same call.
  }
})

/**
 * Returns a `fetch` that answers the members' calls in this page. It makes no request, so neither
 * the draft nor anything that is done in the preview leaves the browser.
 */
export function createResponder(readState: () => PreviewState): typeof fetch {
  return async (input, init) => {
    const state = readState()
    const { status, envelope } = answer(state, requestOf(input, init))
    return new Response(JSON.stringify(envelope), {
      status,
      headers: {
        'content-type': 'application/json',
        [SERVER_TIME_HEADER]: state.now().toISOString(),
      },
    })
  }
}

type Request = { method: string; path: string; query: URLSearchParams; body: unknown }

function requestOf(input: RequestInfo | URL, init: RequestInit | undefined): Request {
  const target = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
  const { pathname, searchParams } = new URL(target, 'https://preview.invalid')
  const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
  return { method: init?.method ?? 'GET', path: pathname, query: searchParams, body }
}

function answer(state: PreviewState, request: Request): { status: number; envelope: Envelope } {
  const refused = (code: Code, data: unknown = null, msg = messageFor(code, state.language)) => ({
    status: httpStatusOf(code),
    envelope: { code, success: false, msg, data },
  })
  const found = routeOf(request)
  if (!found) return refused(Code.NOT_FOUND, null, NOT_ANSWERED[state.language])
  const input = parseInput(found.callSchemas, {
    params: found.params,
    query: queryOf(request.query),
    body: request.body,
  })
  if (!input) return refused(Code.INVALID_REQUEST)
  try {
    const data = found.reply(state, input)
    return { status: 200, envelope: { code: Code.SUCCESS, success: true, msg: '', data } }
  } catch (error) {
    if (error instanceof PreviewRefusal) return refused(error.code, error.data)
    logFault('The preview could not answer a call', error)
    return refused(Code.INVALID_REQUEST)
  }
}

function routeOf({ method, path }: Request) {
  for (const route of routes) {
    const match = route.method === method ? route.pattern.exec(path) : null
    if (!match) continue
    const values = match.slice(1).map((value) => decodeURIComponent(value))
    const params = Object.fromEntries(route.names.map((name, at) => [name, values[at]]))
    return { ...route, params }
  }
  return undefined
}

/** A repeated key is a list, as on the server. */
function queryOf(query: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    Array.from(new Set(query.keys()), (key) => {
      const values = query.getAll(key)
      return [key, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

/** Returns undefined if a part does not fit its schema. */
function parseInput(
  callSchemas: CallSchemas,
  given: { params: unknown; query: unknown; body: unknown },
): { params?: unknown; query?: unknown; body?: unknown } | undefined {
  const parsed: { params?: unknown; query?: unknown; body?: unknown } = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = callSchemas[part]
    if (!schema) continue
    const result = schema.safeParse(given[part])
    if (!result.success) return undefined
    parsed[part] = result.data
  }
  return parsed
}
