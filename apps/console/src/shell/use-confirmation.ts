import { useRef, useState } from 'react'
import { Code } from '@solstice/contract/codes'
import { ApiError, codeOf, isUnanswered, messageOf } from '@solstice/ui/api-error.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { PasskeyCancelled } from '#/lib/passkey.ts'
import { traceOf } from './loaded.tsx'
import { readProposals } from './read-proposals.ts'

export type Confirmed = {
  reason: string
  /** The same for every attempt until the server has answered. */
  idempotencyKey: string
}

export type ConfirmationState =
  | { kind: 'asking' }
  | { kind: 'sending' }
  /** Without a second person, only a passkey suffices. */
  | { kind: 'step-up'; needsPasskey: boolean }
  /** No answer came, so the action may have happened: only the same key may be sent again. */
  | { kind: 'unanswered' }
  | { kind: 'refused'; message: string; trace: string | undefined }
  /** The call became a proposal that waits for a second person. */
  | { kind: 'pending'; approvalId: number }

/** Sends one action with one idempotency key until the server has answered (decision 0154). */
export function useConfirmation<Result>(
  run: (confirmed: Confirmed) => Promise<Result>,
  onDone: (result: Result) => void,
) {
  const { t } = useTranslation('confirm')
  const [state, setState] = useState<ConfirmationState>({ kind: 'asking' })
  const key = useRef(crypto.randomUUID())
  const isRunning = useRef(false)

  async function attempt(reason: string): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setState({ kind: 'sending' })
    try {
      const result = await run({ reason, idempotencyKey: key.current })
      setState({ kind: 'asking' })
      onDone(result)
    } catch (error) {
      const next = stateAfter(error)
      // A refusal is an answer: another attempt is another request.
      if (next.kind === 'refused') key.current = crypto.randomUUID()
      if (next.kind === 'pending') readProposals()
      setState(next)
    } finally {
      isRunning.current = false
    }
  }

  function stateAfter(error: unknown): ConfirmationState {
    if (error instanceof PasskeyCancelled) {
      return { kind: 'refused', message: t('stepUp:cancelled'), trace: undefined }
    }
    if (isUnanswered(error)) return { kind: 'unanswered' }
    if (codeOf(error) === Code.STEP_UP_REQUIRED) {
      return { kind: 'step-up', needsPasskey: fieldOf(error, 'factor') === 'PASSKEY' }
    }
    const approvalId = approvalIdOf(error)
    if (approvalId !== undefined) return { kind: 'pending', approvalId }
    return { kind: 'refused', message: messageOf(error, t('failed')), trace: traceOf(error) }
  }

  return { state, send: (reason: string) => void attempt(reason) }
}

/** Returns the number of the proposal that a call became. */
function approvalIdOf(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.code !== Code.APPROVAL_PENDING) return undefined
  const id = fieldOf(error, 'approvalId')
  return typeof id === 'number' ? id : undefined
}

/** Returns a field of the data with which the server refused. */
function fieldOf(error: unknown, name: string): unknown {
  if (!(error instanceof ApiError)) return undefined
  const { data } = error
  return typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined
}
