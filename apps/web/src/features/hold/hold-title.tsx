import { useTranslation } from '#/lib/i18n.ts'
import type { Hold } from './api.ts'
import { amountsText, isActive } from './hold-view.ts'

/** Names what waits, or the payouts as a whole if nothing waits yet. */
export function HoldTitle({ hold }: { hold: Hold }) {
  const { t } = useTranslation('hold')
  const amounts = amountsText(hold.amounts)
  if (!isActive(hold)) return t('ended')
  return amounts === undefined ? t('onHold') : t('amountOnHold', { amount: amounts })
}
