import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

let client: QueryClient | undefined
const listeners = new Set<() => void>()

/**
 * Loads the query client. It comes before any screen that reads from it; home and the PIN, which
 * most starts lead to, are painted without it.
 */
export async function loadQueries(): Promise<void> {
  if (client) return
  const { queryClient } = await import('./query-client.ts')
  if (client) return
  client = queryClient
  // Looks up when the window or the network is back.
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
