import type { CallId } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import type { Endpoint, OperatorRole } from '@solstice/contract/endpoint'
import type { CallData } from '@solstice/contract/wire'
import { ApiError } from '@solstice/ui/api-error.ts'
import type { CallOptions } from '#/lib/api-client.ts'
import { sampleReplies } from './sample-replies.ts'

/** `normal` sends the sample replies; the others are states of any server. */
export type State = 'normal' | 'empty' | 'loading' | 'failing' | 'forbidden'

type Input = { params?: object; query?: object; body?: unknown }
export type Sent = { id: string; input: Input; idempotencyKey: string | undefined }

let state: State = 'normal'
type Answer = (input: Input, options: CallOptions) => Promise<unknown>
const given = new Map<string, unknown[]>()
const sent: Sent[] = []
let asRole: OperatorRole | undefined
const refused: string[] = []

/** Refuses with 9991 what the contract does not allow this role, as the server does. */
export function allowOnly(role: OperatorRole): void {
  asRole = role
}

/** The calls that were refused because of the role. */
export const refusedCalls = (): readonly string[] => refused

const isAllowed = ({ access, roles }: Endpoint) =>
  asRole === undefined || asRole === 'OWNER' || access !== 'operator' || roles?.includes(asRole)

export function setState(next: State): void {
  state = next
}

/** Sends this data or error instead of the sample; several ones in turn, the last one forever. */
export function reply<Id extends CallId>(id: Id, ...replies: (CallData<Id> | Error)[]): void {
  given.set(id, replies)
}

/** Answers a call by a function, such as one that waits until the test lets it return. */
export function replyBy<Id extends CallId>(
  id: Id,
  answerCall: (input: Input, options: CallOptions) => Promise<CallData<Id>>,
): void {
  given.set(id, [answerCall])
}

export const sentCalls = (id: CallId): Sent[] => sent.filter((each) => each.id === id)

export function clearReplies(): void {
  state = 'normal'
  given.clear()
  sent.length = 0
  asRole = undefined
  refused.length = 0
}

export const fault = () =>
  new ApiError({ code: Code.SERVER_ERROR, status: 400, requestId: 'req-7f3a' })

/** Only `replyBy` stores a function. */
const isAnswer = (given: unknown): given is Answer => typeof given === 'function'

/** Replaces the console's `call`. */
export async function answer(
  endpoint: Endpoint,
  input: Input,
  options: CallOptions = {},
): Promise<unknown> {
  const { id } = endpoint
  sent.push({ id, input, idempotencyKey: options.idempotencyKey })
  if (!isAllowed(endpoint)) {
    refused.push(id)
    throw new ApiError({ code: Code.ACCESS_DENIED, status: 403 })
  }
  const replies = given.get(id)
  const instead = replies && replies.length > 1 ? replies.shift() : replies?.[0]
  if (instead instanceof Error) throw instead
  if (isAnswer(instead)) return instead(input, options)
  if (instead !== undefined) return instead
  const data = sampleReplies[id as CallId]
  if (data === undefined) throw new Error(`There is no sample reply of ${id}`)
  // The shell itself always loads, because the states belong to the screens.
  if (id === 'operator.me') return data
  if (state === 'loading') return new Promise(() => {})
  if (state === 'failing') throw fault()
  if (state === 'forbidden') throw new ApiError({ code: Code.ACCESS_DENIED, status: 403 })
  return state === 'empty' ? emptied(data) : data
}

/** Returns the same reply with empty lists. */
function emptied(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (Array.isArray(value)) return [name, []]
      if (name === 'nextCursor') return [name, null]
      return [name, name === 'totalCount' ? 0 : value]
    }),
  )
}
