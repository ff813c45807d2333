import { type CallId, endpoints } from '@solstice/contract/catalogue'
import type { Envelope } from '@solstice/contract/envelope'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { urlOf } from '../../apps/server/test/call-url.ts'

/**
 * The input of a call. The query is optional: most values have defaults, and the server names a
 * missing one.
 */
export type RequestInput<Id extends CallId> = Omit<CallInput<Id>, 'query'> &
  Partial<Pick<CallInput<Id>, 'query'>>

type Given<Id extends CallId> =
  object extends RequestInput<Id>
    ? [input?: RequestInput<Id>, headers?: Record<string, string>]
    : [input: RequestInput<Id>, headers?: Record<string, string>]

/** Returns the path of a call with its parameters filled in. */
export function pathOf(id: CallId, params: Record<string, string | number> = {}): string {
  return urlOf(endpoints[id].path, { params })
}

/**
 * Matches the requests of a call with any query; a parameter that is not given matches any value.
 */
export function requestsOf(id: CallId, params: Record<string, string | number> = {}): RegExp {
  const parts = endpoints[id].path.split('/').map((part) => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
    return name === undefined ? part : String(params[name] ?? '[^/?]+')
  })
  return new RegExp(`${parts.join('/')}(\\?|$)`)
}

/** Makes one call and unwraps the envelope; throws a rejection with its code. */
export async function callWith<Id extends CallId>(
  send: (request: { method: string; path: string; body: unknown }) => Promise<unknown>,
  id: Id,
  input?: RequestInput<Id>,
): Promise<CallData<Id>> {
  const { method } = endpoints[id]
  const path = urlOf(endpoints[id].path, input ?? {})
  const envelope = (await send({ method, path, body: input?.body })) as Envelope<CallData<Id>>
  if (envelope.code !== 0) throw new Error(`${id}: ${envelope.code} ${envelope.msg}`)
  return envelope.data as CallData<Id>
}

/** A session without a browser: it calls the server like the app does and stores its cookies. */
export class ApiSession {
  readonly #cookies = new Map<string, string>()
  readonly origin: string

  constructor(origin: string) {
    this.origin = origin
  }

  call<Id extends CallId>(id: Id, ...given: Given<Id>): Promise<CallData<Id>> {
    const [input, headers] = given
    return callWith((request) => this.#send(request, headers), id, input)
  }

  async #send(
    { method, path, body }: { method: string; path: string; body: unknown },
    headers: Record<string, string> = {},
  ): Promise<unknown> {
    const response = await fetch(this.origin + path, {
      method,
      headers: {
        origin: this.origin,
        'accept-language': 'en',
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      this.#cookies.set(name, value)
    }
    return response.json()
  }
}
