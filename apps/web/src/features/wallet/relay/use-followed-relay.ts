import type { ApiError } from '@solstice/ui/api-error.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followQuery, RelayRefused } from './api.ts'
import type { RelayedSend, SignedRelay } from './api.ts'
import { forgetRelay } from './stored-relay.ts'

export type FollowedRelay = {
  sent: RelayedSend | undefined
  /** The reply with which the server refused the send. */
  refusal: ApiError | undefined
  /** The last call failed, and it is open whether the server has the send. */
  isUnsure: boolean
  state: 'underway' | 'done' | 'failed'
}

/**
 * Submits a stored send and follows it until it has ended. One that arrived is forgotten; one that failed
 * only where the member reads why.
 */
export function useFollowedRelay(
  userId: string,
  body: SignedRelay,
  { isExplained }: { isExplained: boolean },
): FollowedRelay {
  const queries = useQueryClient()
  const { data: sent, error } = useQuery(followQuery(userId, body))
  const refusal = !sent && error instanceof RelayRefused ? error.reply : undefined
  const isFailed = sent?.state === 'FAILED' || refusal !== undefined
  const state = sent?.state === 'DONE' ? 'done' : isFailed ? 'failed' : 'underway'
  const { nonce } = body

  useEffect(() => {
    if (state === 'underway') return
    if (state === 'done' || isExplained) forgetRelay(userId, nonce)
    void queries.invalidateQueries({ queryKey: ['wallet'] })
    void queries.invalidateQueries({ queryKey: ['assets'] })
  }, [state, isExplained, userId, nonce, queries])

  return { sent, refusal, isUnsure: !sent && error !== null && refusal === undefined, state }
}
