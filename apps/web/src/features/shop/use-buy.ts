import { useRef, useState } from 'react'
import { isWorthRetrying } from '#/lib/api-error.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { refusalText, withPurchaseLog } from './refusal.ts'

type Buying<Result> = {
  /** For the log. */
  what: string
  about: Readonly<Record<string, unknown>>
  buy: (idempotencyKey: string) => Promise<Result>
  /** Asks again for what a purchase changes; after a "no" the screen knew too little. */
  refresh: () => Promise<void>
}

/**
 * Buys once. While no answer came, another try carries the same key: whatever reached the server
 * counts once.
 */
export function useBuy<Result>({ what, about, buy, refresh }: Buying<Result>) {
  const { t } = useTranslation('shop')
  const [isBusy, setBusy] = useState(false)
  const keyRef = useRef<string>(undefined)

  async function run(): Promise<Result | undefined> {
    if (isBusy) return undefined
    setBusy(true)
    const key = (keyRef.current ??= crypto.randomUUID())
    try {
      const bought = await withPurchaseLog(what, about, () => buy(key))
      keyRef.current = undefined
      void refresh()
      return bought
    } catch (error) {
      if (!isWorthRetrying(error)) {
        keyRef.current = undefined
        void refresh()
      }
      showToast(refusalText(error, t), { tone: 'attention' })
      return undefined
    } finally {
      setBusy(false)
    }
  }

  return { run, isBusy }
}
