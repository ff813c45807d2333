import { endpoints, type CallId } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import type { Envelope } from '@solstice/contract/envelope'
import type { CallData, CallInput } from '@solstice/contract/wire'

/** The ids of the calls that take an operator's token. */
type OperatorCallId = {
  [Id in CallId]: (typeof endpoints)[Id]['access'] extends 'operator' ? Id : never
}[CallId]

/** Makes one call of the contract and returns its data; throws when the server rejects it. */
export type Call = <Id extends OperatorCallId>(
  id: Id,
  input: CallInput<Id>,
  headers?: Readonly<Record<string, string>>,
) => Promise<CallData<Id>>

/** The server rejected the call. */
export class RefusedError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** The call needs a second person and waits as a proposal. */
export class WaitingError extends Error {
  readonly approvalId: number

  constructor(approvalId: number) {
    super(`Proposal ${approvalId} waits for a second person, who approves it in the console.`)
    this.approvalId = approvalId
  }
}

/** No Solstice server responded. */
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
    const approvalId = approvalIdOf(envelope)
    if (approvalId !== undefined) throw new WaitingError(approvalId)
    if (envelope.code !== Code.SUCCESS) throw refusal(envelope)
    // The server validates its responses against the contract that this type is derived from.
    return envelope.data as CallData<typeof id>
  }
}

async function send(url: URL, request: RequestInit): Promise<Envelope> {
  let body: unknown
  try {
    // A redirect could send the token to another host.
    const response = await fetch(url, { ...request, redirect: 'error' })
    body = await response.json()
  } catch (cause) {
    throw new UnreachableError(`There is no Solstice server at ${url.origin}`, { cause })
  }
  if (isEnvelope(body)) return body
  throw new UnreachableError(`The server at ${url.origin} is not a Solstice server`)
}

function isEnvelope(body: unknown): body is Envelope {
  return typeof body === 'object' && body !== null && 'code' in body && 'msg' in body
}

function approvalIdOf({ code, data }: Envelope): number | undefined {
  if (code !== Code.APPROVAL_PENDING || typeof data !== 'object' || data === null) return undefined
  return 'approvalId' in data && typeof data.approvalId === 'number' ? data.approvalId : undefined
}

const HINTS: Record<number, string> = {
  [Code.ACCESS_DENIED]: 'The token is invalid, or its role has no permission for this.',
  [Code.SERVER_ERROR]: 'The server failed; its log says why.',
}

function refusal({ code, msg, data }: Envelope): RefusedError {
  const sentence = [msg, HINTS[code]].filter(Boolean).join(' ')
  const reasons = problemsOf(data).map((problem) => `  - ${problem}`)
  return new RefusedError(code, [sentence, ...reasons].join('\n'))
}

/** The conditions of the publish gate that are not met, by their keys. */
function conditionsOf(data: object): string[] {
  if (!('gate' in data) || !Array.isArray(data.gate)) return []
  const items: unknown[] = data.gate
  return items.flatMap((item) => {
    if (typeof item !== 'object' || item === null || !('key' in item) || !('state' in item)) {
      return []
    }
    return item.state === 'OK' ? [] : [`${String(item.key)} (${String(item.state)})`]
  })
}

/** The problems of a season plan have a path and a code besides their sentence. */
function textOf(problem: unknown): string {
  return typeof problem === 'object' && problem !== null && 'text' in problem
    ? String(problem.text)
    : String(problem)
}

/** Returns all reasons of a rejection. */
function problemsOf(data: unknown): string[] {
  if (typeof data !== 'object' || data === null || !('problems' in data)) return []
  const problems = Array.isArray(data.problems) ? data.problems.map(textOf) : []
  return [...problems, ...conditionsOf(data)]
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

/** Omits values that were not given. */
function pairsOf(values: unknown): [string, string][] {
  return Object.entries(values ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
}
