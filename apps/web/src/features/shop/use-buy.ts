import { useTranslation } from '#/lib/i18n.ts'
import type { Intent } from '#/lib/intent.ts'
import { useAction } from '#/lib/use-action.ts'
import type { Action } from '#/lib/use-action.ts'
import { refusalText, withPurchaseLog } from './refusal.ts'

type BuyOptions<Result> = {
  intent: Intent
  /** The label of the log entry. */
  label: string
  /** The item and its price. */
  about: Readonly<Record<string, unknown>>
  buy: (idempotencyKey: string) => Promise<Result>
  refresh: (...parts: Parameters<NonNullable<Action<void, Result>['refresh']>>) => Promise<void>
}

/** Buys once and logs a failed purchase. */
export function useBuy<Result>({ intent, label, about, buy, refresh }: BuyOptions<Result>) {
  const { t } = useTranslation('shop')
  return useAction<void, Result>({
    call: (_, key) => withPurchaseLog(label, about, () => buy(key)),
    intent,
    request: () => about,
    texts: { failed: (error) => refusalText(error, t) },
    // Do not wait for the refresh, because the next screen shows the purchase.
    refresh: (...parts) => void refresh(...parts),
  })
}
