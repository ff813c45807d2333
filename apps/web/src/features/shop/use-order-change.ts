import type { QueryClient } from '@tanstack/react-query'
import { useAction } from '#/lib/use-action.ts'
import { withPurchaseLog } from './refusal.ts'

type OrderChange<Body> = {
  /** For the log. */
  label: string
  about: Readonly<Record<string, unknown>>
  send: (body: Body, idempotencyKey: string) => Promise<object>
  refresh: (queries: QueryClient) => Promise<void>
}

/**
 * Changes an order. It rejects with the error, which is shown in different places: the same change
 * again only answers how the order stands, so that it may be repeated.
 */
export function useOrderChange<Body extends object>(change: OrderChange<Body>) {
  const { label, about, send, refresh } = change
  const { runOrThrow } = useAction({
    call: (body: Body, key) => withPurchaseLog(label, { ...about, ...body }, () => send(body, key)),
    refresh: (queries, changed) => (changed ? refresh(queries) : undefined),
    // The payment is reported by itself, while the member may close the order.
    isParallel: true,
  })
  return runOrThrow
}
