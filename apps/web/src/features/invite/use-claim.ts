import { Code } from '@solstice/contract/codes'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, codeOf, messageOf } from '#/lib/api-error.ts'
import { formatAmount, formatNumber } from '#/lib/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { refreshProgramme } from '#/lib/programme-query.ts'
import { showToast } from '#/lib/toast.ts'
import { endWish, isUnanswered, keyOfWish } from '#/lib/wish-key.ts'
import { claimReward } from './api.ts'
import type { Availability, InviteTerms } from './api.ts'

type Type = Availability['type']

/** Takes a reward. A try after a lost answer carries the same key: it counts once. */
export function useClaim({ seasonId, referralSymbol }: InviteTerms) {
  const { t } = useTranslation('invite')
  const queries = useQueryClient()
  const [busy, setBusy] = useState<Type>()

  async function claim(type: Type): Promise<void> {
    if (busy) return
    setBusy(type)
    const query = type === 'REFERRAL' || seasonId === null ? { type } : { type, seasonId }
    try {
      const { xp, amount } = await claimReward(query, keyOfWish('claim', query))
      endWish('claim', query)
      await refreshProgramme(queries)
      showToast(
        xp === null
          ? t('claim.doneAmount', { amount: formatAmount(amount ?? '0'), symbol: referralSymbol })
          : t('claim.doneXp', { xp: formatNumber(xp) }),
        { tone: 'done' },
      )
    } catch (error) {
      // A "no" means that the screen knows too little; without an answer it may have worked.
      void refreshProgramme(queries)
      showToast(refusalText(error), { tone: 'attention' })
    } finally {
      setBusy(undefined)
    }
  }

  function refusalText(error: unknown): string {
    if (isUnanswered(error)) return t('claim.noAnswer')
    const reason = reasonOf(error)
    return reason ? t(`claim.no.${reason}`) : messageOf(error, t('claim.failed'))
  }

  return { claim, busy }
}

/** What the codes of a refused claim say beside themselves. */
function reasonOf(error: unknown): NonNullable<Availability['reason']> | undefined {
  const code = codeOf(error)
  if (code !== Code.NOTHING_TO_CLAIM && code !== Code.SEASON_NOT_OPEN) return undefined
  const data = error instanceof ApiError ? error.data : undefined
  if (typeof data !== 'object' || data === null || !('reason' in data)) return undefined
  return data.reason as NonNullable<Availability['reason']> // The contract's list.
}
