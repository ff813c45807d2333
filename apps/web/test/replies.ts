import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallId } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import type { Endpoint } from '@solstice/contract/endpoint'
import type { CallData } from '@solstice/contract/wire'
import { ApiError } from '@solstice/ui/api-error.ts'
import type { AnyInput } from '@solstice/ui/api-reply.ts'

type Input = { params?: object; query?: object; body?: unknown }
type Answer = (endpoint: Endpoint, input: AnyInput) => Promise<unknown>
type Reply = { code: number; msg: string; data: unknown }

/**
 * `normal` replays the recorded replies for the demo member; the others are states of any server.
 */
export type State = 'normal' | 'empty' | 'loading' | 'failing'

const FILE = join(import.meta.dirname, 'demo-replies.json')
/** When set, calls this server and records its replies instead of replaying them. */
const RECORDED = process.env['RECORD_REPLIES']

const kept: Record<string, Reply> = existsSync(FILE)
  ? (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Reply>)
  : {}
/** The recorded replies by call id, params and query. */
export const recordedReplies: Readonly<Record<string, Reply>> = kept
let state: State = 'normal'
const unanswered: string[] = []
const given = new Map<string, unknown>()
let instead: Answer | undefined

export function setReplyState(next: State): void {
  state = next
  unanswered.length = 0
}

/** Returns this data or throws this error instead of the recorded reply. */
export function mockReply<Id extends CallId>(id: Id, reply: CallData<Id> | Error): void {
  given.set(id, reply)
}

/** Answers every call by this function instead of the recorded replies. */
export function answerWith(answerCall: Answer): void {
  instead = answerCall
}

export function clearMockReplies(): void {
  given.clear()
  instead = undefined
}

/** Returns the calls without a recorded reply since the state was set. */
export const callsWithoutReply = (): readonly string[] => unanswered

/** Replaces the app's `call`. */
export async function answer(endpoint: Endpoint, input: Input = {}): Promise<unknown> {
  // The app calls with the same input, which its own types describe less closely.
  if (instead) return instead(endpoint, input as AnyInput)
  if (state === 'loading') return new Promise(() => {})
  if (state === 'failing') throw new ApiError({ code: Code.SERVER_ERROR, status: 400 })
  const mocked = given.get(endpoint.id)
  if (mocked instanceof Error) throw mocked
  if (mocked !== undefined) return mocked
  const name = nameOf(endpoint, input)
  const reply = RECORDED === undefined ? kept[name] : await record(RECORDED, endpoint, input, name)
  if (!reply) {
    unanswered.push(name)
    throw new ApiError({
      code: Code.SERVER_ERROR,
      status: 400,
      msg: `No response is stored for ${name}`,
    })
  }
  if (reply.code !== 0) throw new ApiError({ code: reply.code, msg: reply.msg, status: 400 })
  return state === 'empty' ? emptied(reply.data) : reply.data
}

const nameOf = ({ id }: Endpoint, { params, query }: Input) =>
  [id, params, query]
    .filter(Boolean)
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    .join(' ')

/** Returns the same reply with empty lists. */
function emptied(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('list' in data)) return data
  const count = 'totalCount' in data && data.totalCount !== null && { totalCount: 0 }
  return { ...data, list: [], ...count }
}

async function record(
  origin: string,
  endpoint: Endpoint,
  input: Input,
  name: string,
): Promise<Reply> {
  const { callServer } = await import('./record.ts')
  const { code, msg, data } = (await callServer(origin, endpoint, input)) as Reply
  kept[name] = { code, msg, data }
  const sorted = Object.entries(kept).toSorted(([a], [b]) => a.localeCompare(b))
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`)
  return kept[name]
}
