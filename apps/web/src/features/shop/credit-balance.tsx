import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#/lib/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { creditQuery } from './api.ts'

/** For home's banner: how much there is, or the invitation that stands there until it is known. */
export function CreditBalance() {
  const { t } = useTranslation('home')
  const { data } = useQuery(creditQuery())
  return data && data.balance > 0
    ? t('credit.balance', { number: formatNumber(data.balance) })
    : t('credit.text')
}
