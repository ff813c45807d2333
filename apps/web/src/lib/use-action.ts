import { Code } from '@solstice/contract/codes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { codeOf, isUnanswered } from '@solstice/ui/api-error.ts'
import {
  dismissUnconfirmed,
  noteDone,
  noteNotRun,
  noteRefused,
  noteUnknown,
  startAttempt,
  useIsUnconfirmed,
} from './intent.ts'
import type { Intent, IntentAttempt } from './intent.ts'
import { showToast } from './toast.ts'
import { within } from './within.ts'

export type Action<Input, Result> = {
  /** Sends the request; each attempt of the same intent gets the same key. */
  call: (input: Input, key: string) => Promise<Result>
  /**
   * The operation must happen once. Without a response it is unconfirmed, which is never shown as a
   * refusal. An action without an intent may be repeated: each run has its own key, and a missing
   * response is a failure.
   */
  intent?: Intent | ((input: Input) => Intent)
  /** The part of the input that is sent, without tokens and secrets. */
  request?: (input: Input) => unknown
  /** Decides if a refusal ends the intent, where the common rule does not fit. */
  isDecision?: (error: unknown) => boolean
  /** Toast texts. */
  texts?: {
    done?: (result: Result, input: Input) => string | undefined
    failed?: (error: unknown, input: Input) => string | undefined
  }
  /**
   * Refetches the data that the action changes, also after a failure, because the screen was stale
   * or the outcome is unknown. After a success its promise is awaited before `onDone`, for
   * `REFRESH_LIMIT_MS` at most.
   */
  refresh?: (queries: QueryClient, result: Result | undefined) => Promise<unknown> | void
  onDone?: (result: Result, input: Input) => void | Promise<void>
  /** Not called for an intent without a response. */
  onFailed?: (error: unknown, input: Input) => void
  /** Switches that update immediately accept another press while an earlier one is being sent. */
  isParallel?: boolean
}

/** Thrown by a call that the member cancelled, for example at the PIN prompt. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

/** Codes that refuse the attempt before execution; they reveal nothing about other attempts. */
const ATTEMPT_ERRORS: ReadonlySet<number | undefined> = new Set([
  Code.TOO_MANY_REQUESTS,
  Code.MAINTENANCE,
  Code.PIN_VERIFICATION_REQUIRED,
  Code.TOKEN_EXPIRED,
])

/** Offline, a refetch stays paused until the connection is restored. */
const REFRESH_LIMIT_MS = 3000

type Outcome<Result> =
  | { kind: 'done'; result: Result }
  | { kind: 'failed'; error: unknown }
  | undefined

type Attempt<Input, Result> = { input: Input; send: () => Promise<Outcome<Result>> }

/**
 * Runs a write and owns its key, busy state, unknown outcome, toast and refresh (decision 0078).
 */
export function useAction<Input = void, Result = unknown>(action: Action<Input, Result>) {
  const queries = useQueryClient()
  const isRunningRef = useRef(false)
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: ({ send }: Attempt<Input, Result>) => send(),
    // A write that waited for the network would run when the member no longer expects it.
    networkMode: 'always',
    // Inputs may contain a PIN token, so discard them immediately.
    gcTime: 0,
  })
  const { intent } = action
  const isUnconfirmed = useIsUnconfirmed(typeof intent === 'function' ? undefined : intent)

  async function attempt(input: Input): Promise<Outcome<Result>> {
    if (isRunningRef.current && !action.isParallel) return undefined
    isRunningRef.current = true
    try {
      return await mutateAsync({ input, send: () => perform(action, input, queries) })
    } finally {
      isRunningRef.current = false
    }
  }

  /** Runs once at a time. Returns undefined if it failed, was cancelled or is already running. */
  async function run(input: Input): Promise<Result | undefined> {
    const outcome = await attempt(input)
    return outcome?.kind === 'done' ? outcome.result : undefined
  }

  /** Does the same for a caller that shows the error itself: it rejects if the action failed. */
  async function runOrThrow(input: Input): Promise<Result | undefined> {
    const outcome = await attempt(input)
    if (outcome?.kind === 'failed') throw outcome.error
    return outcome?.result
  }

  return {
    run,
    runOrThrow,
    isBusy: isPending,
    /** The input of the running action. */
    running: isPending ? variables.input : undefined,
    isUnconfirmed,
    /** Hides the notice when the member goes to check the outcome. */
    dismiss: () => {
      if (intent && typeof intent !== 'function') dismissUnconfirmed(intent)
    },
  }
}

async function perform<Input, Result>(
  action: Action<Input, Result>,
  input: Input,
  queries: QueryClient,
): Promise<Outcome<Result>> {
  const { texts, refresh, onDone, onFailed } = action
  const intent = typeof action.intent === 'function' ? action.intent(input) : action.intent
  const request = action.request ? action.request(input) : input
  const attempt = intent && (await startAttempt(intent, request))
  let result: Result
  try {
    result = await action.call(input, attempt?.key ?? crypto.randomUUID())
  } catch (error) {
    const isUnknown = intent !== undefined && isUnanswered(error)
    if (attempt) settleFailed(action, attempt, error)
    if (error instanceof Cancelled) return undefined
    const text = isUnknown ? undefined : texts?.failed?.(error, input)
    if (text !== undefined) showToast(text, { tone: 'attention' })
    if (!isUnknown) onFailed?.(error, input)
    void refresh?.(queries, undefined)
    return { kind: 'failed', error }
  }
  if (attempt) noteDone(attempt)
  const refreshed = refresh?.(queries, result)
  if (refreshed) await within(REFRESH_LIMIT_MS, refreshed).catch(() => undefined)
  const text = texts?.done?.(result, input)
  if (text !== undefined) showToast(text, { tone: 'done' })
  await onDone?.(result, input)
  return { kind: 'done', result }
}

function settleFailed<Input, Result>(
  { isDecision }: Action<Input, Result>,
  attempt: IntentAttempt,
  error: unknown,
): void {
  if (isUnanswered(error)) return noteUnknown(attempt)
  const isAttemptError = error instanceof Cancelled || ATTEMPT_ERRORS.has(codeOf(error))
  if (isAttemptError) return noteNotRun(attempt)
  noteRefused(attempt, isDecision?.(error))
}
