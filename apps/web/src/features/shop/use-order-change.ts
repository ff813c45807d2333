import type { QueryClient } from '@tanstack/react-query'
import { useAction } from '#/lib/use-action.ts'
import { withPurchaseLog } from './refusal.ts'

type OrderChange<Body> = {
  /** The label of the log entry. */
  label: string
  about: Readonly<Record<string, unknown>>
  send: (body: Body, idempotencyKey: string) => Promise<object>
  refresh: (queries: QueryClient) => Promise<void>
}

/**
 * Changes an order and rejects with the error, which callers show in different ways. Repeating a
 * change is safe: it only returns the current order.
 */
export function useOrderChange<Body extends object>(change: OrderChange<Body>) {
  const { label, about, send, refresh } = change
  const { runOrThrow } = useAction({
    call: (body: Body, key) => withPurchaseLog(label, { ...about, ...body }, () => send(body, key)),
    refresh: (queries, changed) => (changed ? refresh(queries) : undefined),
    // The payment is reported in the background while the member may close the order.
    isParallel: true,
  })
  return runOrThrow
}
