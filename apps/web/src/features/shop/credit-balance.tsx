import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { creditQuery } from './api.ts'

/** Shows the credit balance in the home banner, or an invitation until the balance is loaded. */
export function CreditBalance() {
  const { t } = useTranslation('home')
  const { data } = useQuery(creditQuery())
  return data && data.balance > 0
    ? t('credit.balance', { number: formatNumber(data.balance) })
    : t('credit.text')
}
