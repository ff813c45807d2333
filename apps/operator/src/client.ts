import { endpoints, type CallId } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import type { Envelope } from '@solstice/contract/envelope'
import type { CallData, CallInput } from '@solstice/contract/wire'

/** The calls that take an operator's token. */
type OperatorCallId = {
  [Id in CallId]: (typeof endpoints)[Id]['access'] extends 'operator' ? Id : never
}[CallId]

/** Makes one call of the contract and gives its data; throws what the server refuses. */
export type Call = <Id extends OperatorCallId>(
  id: Id,
  input: CallInput<Id>,
  headers?: Readonly<Record<string, string>>,
) => Promise<CallData<Id>>

/** The server said no. */
export class RefusedError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Nobody said anything that we understand. */
export class UnreachableError extends Error {}

export function createClient(server: URL, token: string): Call {
  return async (id, input, headers = {}) => {
    const { method, path } = endpoints[id]
    const envelope = await send(urlOf(server, path, input.params, input.query), {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    })
    if (envelope.code !== Code.SUCCESS) throw refusal(envelope)
    // The server holds its replies against the same contract that this type is made of.
    return envelope.data as CallData<typeof id>
  }
}

async function send(url: URL, request: RequestInit): Promise<Envelope> {
  let body: unknown
  try {
    // A redirect could carry the token to somebody else.
    const response = await fetch(url, { ...request, redirect: 'error' })
    body = await response.json()
  } catch (cause) {
    throw new UnreachableError(`There is no Solstice server at ${url.origin}`, { cause })
  }
  if (isEnvelope(body)) return body
  throw new UnreachableError(`What answers at ${url.origin} is not a Solstice server`)
}

function isEnvelope(body: unknown): body is Envelope {
  return typeof body === 'object' && body !== null && 'code' in body && 'msg' in body
}

const HINTS: Record<number, string> = {
  [Code.ACCESS_DENIED]: 'The token is not valid, or its role may not do this.',
  [Code.SERVER_ERROR]: 'The server failed; its log says why.',
}

function refusal({ code, msg, data }: Envelope): RefusedError {
  const sentence = [msg, HINTS[code]].filter(Boolean).join(' ')
  const reasons = problemsOf(data).map((problem) => `  - ${problem}`)
  return new RefusedError(code, [sentence, ...reasons].join('\n'))
}

/** What is refused for several reasons at once names them all. */
function problemsOf(data: unknown): string[] {
  if (typeof data !== 'object' || data === null || !('problems' in data)) return []
  return Array.isArray(data.problems) ? data.problems.map(String) : []
}

function urlOf(server: URL, path: string, params: unknown, query: unknown): URL {
  const values = new Map(pairsOf(params))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values.get(name) ?? ''),
  )
  const url = new URL(`${server.pathname.replace(/\/$/, '')}${filled}`, server)
  url.search = new URLSearchParams(pairsOf(query)).toString()
  return url
}

/** What was not given is not sent. */
function pairsOf(values: unknown): [string, string][] {
  return Object.entries(values ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
}
