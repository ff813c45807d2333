import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { endWish, isUnanswered, keyOfWish } from '#/lib/wish-key.ts'
import { refusalText, withPurchaseLog } from './refusal.ts'

type Buying<Result> = {
  /** For the log. */
  what: string
  /** What is bought, in full: another try of the same is the same purchase until an answer came. */
  about: Readonly<Record<string, unknown>>
  buy: (idempotencyKey: string) => Promise<Result>
  /** Asks again for what a purchase changes: after a "no" the screen knew too little, and without an
   * answer nobody knows. */
  refresh: () => Promise<void>
}

/** Buys once. Whatever reached the server counts once, also when the answer was lost on the way. */
export function useBuy<Result>({ what, about, buy, refresh }: Buying<Result>) {
  const { t } = useTranslation('shop')
  const [isBusy, setBusy] = useState(false)

  async function run(): Promise<Result | undefined> {
    if (isBusy) return undefined
    setBusy(true)
    try {
      const bought = await withPurchaseLog(what, about, () => buy(keyOfWish(what, about)))
      endWish(what, about)
      return bought
    } catch (error) {
      const words = isUnanswered(error) ? t('noAnswer') : refusalText(error, t)
      showToast(words, { tone: 'attention' })
      return undefined
    } finally {
      void refresh()
      setBusy(false)
    }
  }

  return { run, isBusy }
}
