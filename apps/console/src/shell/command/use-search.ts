import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { searchEndpoints } from '@solstice/contract/search.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'
import { useDebounced } from '#/lib/use-debounced.ts'

const TYPING_PAUSE_MS = 120

export type Result = CallData<'search.find'>['list'][number]

export type Search = {
  /** The results of an earlier text stay until those of the typed one arrive. */
  results: readonly Result[]
  /** True if the results are those of the typed text. */
  isSettled: boolean
  /** How long the server took to answer, the way included. */
  tookMs: number | undefined
  error: Error | null
  isRetrying: boolean
  retry: () => void
}

const NONE: readonly never[] = []

/**
 * Searches for a text once typing pauses. The text is part of the query's key, so that the reply of
 * an earlier text never replaces that of a later one; leaving the menu cancels the call.
 */
export function useSearch(query: string): Search {
  const settled = useDebounced(query, TYPING_PAUSE_MS)
  const round = useRound(query)
  const found = useQuery({
    queryKey: ['search', settled, round],
    queryFn: async ({ signal }) => {
      const startMs = performance.now()
      const data = await call(searchEndpoints['search.find'], { query: { q: settled } }, { signal })
      return { ...data, tookMs: Math.round(performance.now() - startMs) }
    },
    enabled: settled !== '',
    placeholderData: (previous, of) => (of?.queryKey[2] === round ? previous : undefined),
  })
  const { data, error, isPlaceholderData, isFetching, refetch } = found
  const isCurrent = settled === query
  return {
    results: query === '' ? NONE : (data?.list ?? NONE),
    isSettled:
      query === '' ||
      (isCurrent && !isPlaceholderData && (data !== undefined || (error !== null && !isFetching))),
    tookMs: query === '' || isPlaceholderData ? undefined : data?.tookMs,
    error: query === '' ? null : error,
    isRetrying: error !== null && isFetching,
    retry: () => void refetch(),
  }
}

/** Counts how often the field was emptied: results of before must not show for a new text. */
function useRound(query: string): number {
  const [round, setRound] = useState(0)
  const [wasEmpty, setWasEmpty] = useState(true)
  const isEmpty = query === ''
  if (isEmpty !== wasEmpty) {
    setWasEmpty(isEmpty)
    if (isEmpty) setRound(round + 1)
  }
  return round
}
