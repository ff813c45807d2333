import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { programmeKey } from '#/lib/programme-query.ts'
import { checkOwnLog } from './api.ts'
import type { ReadChain } from './check.ts'
import { readLogRecord, type LogRecord } from './record.ts'

/** A second visit within this time shows the check of the first. */
const STALE_MS = 60_000
const PENDING_POLL_MS = 30_000

export type PointsLog = {
  /** The last state that this phone verified; undefined while it is read or if there is none. */
  record: LogRecord | undefined
  isChecking: boolean
  isOffline: boolean
  progress: { done: number; count: number } | undefined
  /** Fetches and compares all entries again. */
  checkAgain: () => void
}

/**
 * Verifies the member's entries after the screen has shown them, and again after new ones. Offline it
 * shows what was verified before.
 */
export function usePointsLog(of: {
  userId: string
  /** Starts the check; false while the screen waits for its content. */
  isReady: boolean
  readChain: ReadChain
}): PointsLog {
  const { userId, isReady, readChain } = of
  const [progress, setProgress] = useState<PointsLog['progress']>()
  const isFromStart = useRef(false)
  const queries = useQueryClient()
  const stored = useQuery({
    queryKey: ['points-log-record', userId],
    queryFn: async () => (await readLogRecord(userId).catch(() => undefined)) ?? null,
    // The device has it without a network.
    networkMode: 'always',
  })
  const checkKey = programmeKey('points-log', userId)
  const check = useQuery({
    queryKey: checkKey,
    queryFn: async ({ signal }) => {
      const fromStart = isFromStart.current
      isFromStart.current = false
      try {
        return await checkOwnLog({
          userId,
          readChain,
          isFromStart: fromStart,
          onProgress: (done, count) => setProgress({ done, count }),
          signal,
        })
      } finally {
        setProgress(undefined)
      }
    },
    enabled: isReady,
    staleTime: STALE_MS,
    refetchInterval: ({ state }) => (state.data?.pending.length ? PENDING_POLL_MS : false),
  })
  return {
    record: check.data ?? stored.data ?? undefined,
    isChecking: check.isFetching || !isReady || stored.isPending,
    isOffline: check.fetchStatus === 'paused',
    progress,
    checkAgain: () => {
      isFromStart.current = true
      void queries.invalidateQueries({ queryKey: checkKey })
    },
  }
}
