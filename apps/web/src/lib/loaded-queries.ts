import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

let client: QueryClient | undefined
const listeners = new Set<() => void>()

/**
 * Loads the query client before any screen that reads from it. Home and the PIN, which most starts
 * lead to, render without it.
 */
export async function loadQueries(): Promise<void> {
  if (client) return
  const { queryClient } = await import('./query-client.ts')
  if (client) return
  client = queryClient
  // Refetches when the window regains focus or the network is restored.
  client.mount()
  for (const notify of listeners) notify()
}

export function useLoadedQueries(): QueryClient | undefined {
  return useSyncExternalStore(subscribe, () => client)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
