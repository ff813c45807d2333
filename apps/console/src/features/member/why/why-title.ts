import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#/lib/i18n.ts'
import { changeText } from '#/features/member/amount-text.ts'
import { explanationQuery } from '#/features/member/api.ts'
import { EARN_NOW } from '#/features/member/member-search.ts'
import { isMoved, questionText } from './verdict.ts'

/** Returns the question that the panel answers, such as `Why +157 XP?`. */
export function useWhyTitle(userId: number, entry: string): string {
  const { t } = useTranslation('why')
  const isNow = entry === EARN_NOW
  const { data } = useQuery({ ...explanationQuery(userId, entry), enabled: !isNow })
  if (isNow) return t('earnNow')
  if (!data) return t('ask')
  const amounts = data.sums.map(({ total, unit }) => changeText(total, unit))
  if (amounts.length > 0 && isMoved(data)) return t('titleAmount', { amount: amounts.join(', ') })
  return questionText(data)
}
