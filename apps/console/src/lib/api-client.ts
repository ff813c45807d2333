import type { CallId } from '@solstice/contract/catalogue'
import type { Endpoint } from '@solstice/contract/endpoint'
import { SERVER_TIME_HEADER } from '@solstice/contract/envelope'
import { operatorEndpoints } from '@solstice/contract/operator.endpoints'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { ApiError } from '@solstice/ui/api-error.ts'
import { pathWith, readReply } from '@solstice/ui/api-reply.ts'
import type { AnyInput } from '@solstice/ui/api-reply.ts'

const TIMEOUT_MS = 30_000

export type ApiClientDeps = {
  fetch: typeof fetch
  language: () => string
  /** The page makes the call by itself, without a person who did anything. */
  isOwnCall: () => boolean
  /** Runs for every reply, with the server time if its header contains one. */
  onReply: (serverTime: string | null, isOwnCall: boolean) => void
  /** Runs when the server no longer accepts the session. */
  onSessionLost: () => void
}

export type CallOptions = {
  signal?: AbortSignal
  /** Repeating a call with the same key returns the earlier reply and has no second effect. */
  idempotencyKey?: string
  /** Lets the browser finish the call after the page was closed. */
  keepalive?: boolean
}

export type Call = <Id extends CallId>(
  endpoint: Endpoint<Id>,
  input: CallInput<Id>,
  options?: CallOptions,
) => Promise<CallData<Id>>

/** Sends the calls of an operator's session, whose cookie the browser adds. */
export function createApiClient(deps: ApiClientDeps): Call {
  /**
   * Reports a lost session if a new call is refused too. A single refusal proves nothing: a call
   * that was under way during a step-up still carries the cookie that it replaced.
   */
  async function reportIfLost(): Promise<void> {
    const { method, path } = operatorEndpoints['operator.me']
    const headers = { accept: 'application/json', 'x-solstice-console': '1' }
    const reply = deps.fetch(path, {
      method,
      credentials: 'same-origin',
      headers: { ...headers, 'x-solstice-background': '1' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const status = await reply.then((response) => response.status).catch(() => 0)
    if (status === 401) deps.onSessionLost()
  }

  async function call(
    { method, path }: Pick<Endpoint, 'method' | 'path'>,
    input: AnyInput,
    options: CallOptions = {},
  ): Promise<unknown> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    const headers: Record<string, string> = {
      accept: 'application/json',
      'accept-language': deps.language(),
      // Another site cannot send this header without a preflight, which the server refuses.
      'x-solstice-console': '1',
    }
    const isOwnCall = deps.isOwnCall()
    if (isOwnCall) headers['x-solstice-background'] = '1'
    if (input.body !== undefined) headers['content-type'] = 'application/json'
    if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
    const url = pathWith(path, input)
    try {
      const response = await deps.fetch(url, {
        method,
        credentials: 'same-origin',
        headers,
        signal: options.signal ? AbortSignal.any([timeout, options.signal]) : timeout,
        ...(options.keepalive && { keepalive: true }),
        ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      })
      deps.onReply(response.headers.get(SERVER_TIME_HEADER), isOwnCall)
      return await readReply(response, url)
    } catch (cause) {
      if (cause instanceof ApiError) {
        if (cause.status === 401) await reportIfLost()
        throw cause
      }
      if (options.signal?.aborted) throw cause
      throw new ApiError({ status: 0 }, { cause })
    }
  }

  // The contract types the input and result of each call, and the server enforces them.
  return call as Call
}
