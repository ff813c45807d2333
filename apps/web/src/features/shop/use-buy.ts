import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { confirmed, dismissUnconfirmed, useUnconfirmed } from '#/lib/unconfirmed.ts'
import { endWish, keyOfWish } from '#/lib/wish-key.ts'
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
  const name = `${what} ${JSON.stringify(about)}`
  const isUnconfirmed = useUnconfirmed(({ names }) => names.has(name))

  async function run(): Promise<Result | undefined> {
    if (isBusy) return undefined
    setBusy(true)
    const bought = await confirmed(
      name,
      () => withPurchaseLog(what, about, () => buy(keyOfWish(what, about))),
      (error) => showToast(refusalText(error, t), { tone: 'attention' }),
    )
    if (bought) endWish(what, about)
    void refresh()
    setBusy(false)
    return bought
  }

  return { run, isBusy, isUnconfirmed, onChecked: () => dismissUnconfirmed(name) }
}
