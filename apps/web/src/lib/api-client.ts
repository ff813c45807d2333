import { authEndpoints } from '@solstice/contract/auth.endpoints'
import type { CallId } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import type { Endpoint } from '@solstice/contract/endpoint'
import { SERVER_TIME_HEADER } from '@solstice/contract/envelope'
import { DEVICE_PROOF_HEADER } from '@solstice/contract/device-proof'
import { PIN_TOKEN_HEADER } from '@solstice/contract/pin-purpose'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { ApiError, codeOf } from '@solstice/ui/api-error.ts'
import { pathWith, readReply } from '@solstice/ui/api-reply.ts'
import type { AnyInput } from '@solstice/ui/api-reply.ts'
import type { ProvenRequest } from './device-key.ts'

const TIMEOUT_MS = 30_000

export type ApiClientDeps = {
  fetch: typeof fetch
  /** Signs a request with the key of this device, if it has one. */
  proveDevice: (request: ProvenRequest) => Promise<string | undefined>
  language: () => string
  /**
   * Returns true when no member is signed in: a 401 is then a normal response, not a reason to
   * refresh.
   */
  isSignedOut: () => boolean
  /** Runs when the session can no longer be refreshed. */
  onSessionLost: (cause: unknown) => Promise<void>
  /** Runs for every reply, with its status and the server time if its header contains one. */
  onReply: (serverTime: string | null, status: number) => void
  /** Runs when a request failed without a reply; a timeout is not reported. */
  onNetworkError: () => void
}

export type CallOptions = {
  signal?: AbortSignal
  /** Proves that the PIN was entered for this call. */
  pinToken?: string
  /** Repeating a call with the same key returns the earlier reply and has no second effect. */
  idempotencyKey?: string
}

export type Call = <Id extends CallId>(
  endpoint: Endpoint<Id>,
  input: CallInput<Id>,
  options?: CallOptions,
) => Promise<CallData<Id>>

type Sendable = {
  method: string
  path: string
  body: unknown
  isProven: boolean
} & CallOptions

export function createApiClient(deps: ApiClientDeps): Call {
  let refreshing: Promise<void> | undefined
  let refreshesDone = 0

  async function send(request: Sendable): Promise<unknown> {
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS)
    const headers: Record<string, string> = {
      accept: 'application/json',
      'accept-language': deps.language(),
    }
    if (request.body !== undefined) headers['content-type'] = 'application/json'
    if (request.pinToken !== undefined) headers[PIN_TOKEN_HEADER] = request.pinToken
    if (request.idempotencyKey !== undefined) headers['idempotency-key'] = request.idempotencyKey
    try {
      const { method, path } = request
      const body = request.body === undefined ? undefined : JSON.stringify(request.body)
      if (request.isProven) {
        const url = path.split('?', 1).join('')
        const proof = await deps.proveDevice({ method, url, body: body ?? '' })
        if (proof !== undefined) headers[DEVICE_PROOF_HEADER] = proof
      }
      const response = await deps.fetch(path, {
        method,
        credentials: 'include',
        headers,
        signal: request.signal ? AbortSignal.any([timeout.signal, request.signal]) : timeout.signal,
        ...(body !== undefined && { body }),
      })
      deps.onReply(response.headers.get(SERVER_TIME_HEADER), response.status)
      return await readReply(response, request.path)
    } catch (cause) {
      if (cause instanceof ApiError || request.signal?.aborted) throw cause
      if (!timeout.signal.aborted) deps.onNetworkError()
      throw new ApiError({ status: 0 }, { cause })
    } finally {
      clearTimeout(timer)
    }
  }

  /** Renews a proof that the server rejects as outdated, using the server time of the reply. */
  async function sendProven(request: Sendable): Promise<unknown> {
    try {
      return await send(request)
    } catch (error) {
      if (codeOf(error) !== Code.DEVICE_PROOF_INVALID) throw error
      return send(request)
    }
  }

  /** Runs one refresh at a time; every call that gets a 401 meanwhile waits for it. */
  function refresh(): Promise<void> {
    refreshing ??= runRefresh().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  async function runRefresh(): Promise<void> {
    try {
      await send(toSendable(authEndpoints['auth.reissue'], {}))
      refreshesDone += 1
    } catch (cause) {
      await deps.onSessionLost(cause)
      throw cause
    }
  }

  async function call(
    endpoint: Called,
    input: AnyInput,
    options: CallOptions = {},
  ): Promise<unknown> {
    const request = toSendable(endpoint, input, options)
    const refreshesAtStart = refreshesDone
    try {
      return await sendProven(request)
    } catch (error) {
      if (!isUnauthorised(error) || deps.isSignedOut()) throw error
      // Another call may have refreshed the cookies since this request started.
      if (refreshesDone === refreshesAtStart) await refresh()
    }
    try {
      return await sendProven(request)
    } catch (error) {
      // The cookies are fresh and the call is still refused; another refresh would loop.
      if (isUnauthorised(error) && !deps.isSignedOut()) await deps.onSessionLost(error)
      throw error
    }
  }

  // The contract types the input and result of each call, and the server enforces them.
  return call as Call
}

/** The build removes the other parts of an endpoint: see `vite/contract-for-web.ts`. */
type Called = Pick<Endpoint, 'method' | 'path' | 'device'>

function toSendable(endpoint: Called, input: AnyInput, options: CallOptions = {}): Sendable {
  return {
    method: endpoint.method,
    path: pathWith(endpoint.path, input),
    body: input.body,
    isProven: endpoint.device !== undefined,
    ...options,
  }
}

function isUnauthorised(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}
