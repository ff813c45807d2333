import { Code } from '@solstice/contract/codes'
import { REQUEST_ID_HEADER } from '@solstice/contract/envelope'
import type { Envelope } from '@solstice/contract/envelope'
import { ApiError } from './api-error.ts'
import { toQueryString } from './query-string.ts'
import type { QueryParams } from './query-string.ts'

/** The input of any call of the contract. */
export type AnyInput = {
  params?: Readonly<Record<string, string | number>> | undefined
  query?: QueryParams | undefined
  body?: unknown
}

/** Fills the path parameters of a call and appends its query. */
export function pathWith(path: string, { params, query = {} }: AnyInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    encodeURIComponent(params?.[name] ?? placeholder),
  )
  return filled + toQueryString(query)
}

/** Returns the data of a successful reply; throws an `ApiError` for any other. */
export async function readReply(response: Response, path: string): Promise<unknown> {
  const { status } = response
  const envelope = await readEnvelope(response, path)
  const requestId = response.headers.get(REQUEST_ID_HEADER) ?? undefined
  if (!envelope) throw new ApiError({ status, requestId })
  const { code, msg, data } = envelope
  // A success code with an error status is a failure.
  if (code === Code.SUCCESS && status < 300) return data
  throw new ApiError({ code, status, msg, data, requestId })
}

async function readEnvelope(response: Response, path: string): Promise<Envelope | undefined> {
  try {
    const body: unknown = await response.json()
    if (isEnvelope(body)) return body
    // The profile may return a named success code instead of a number.
    const isNamed = path.endsWith('/users/profile') && isEnvelope(body, 'SUCCESS')
    return isNamed ? { ...body, code: Code.SUCCESS } : undefined
  } catch (error) {
    // A body that is not JSON comes from a proxy or a captive portal. Any other error is a network
    // error.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function isEnvelope(body: unknown, named?: string): body is Envelope {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    (named === undefined ? typeof body.code === 'number' : body.code === named) &&
    'msg' in body &&
    typeof body.msg === 'string'
  )
}
