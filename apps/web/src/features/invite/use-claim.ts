import { Code } from '@solstice/contract/codes'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, codeOf, messageOf } from '#/lib/api-error.ts'
import { formatAmount, formatNumber } from '#/lib/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { refreshProgramme } from '#/lib/programme-query.ts'
import { showToast } from '#/lib/toast.ts'
import { confirmed } from '#/lib/unconfirmed.ts'
import { endWish, keyOfWish } from '#/lib/wish-key.ts'
import { claimReward } from './api.ts'
import type { Availability, InviteTerms } from './api.ts'

type Type = Availability['type']

/** Under which a claim stays unconfirmed. */
export const claimName = (type: Type) => `claim ${type}`

/** Takes a reward. A try after a lost answer carries the same key: it counts once. */
export function useClaim({ seasonId, referralSymbol }: InviteTerms) {
  const { t } = useTranslation('invite')
  const queries = useQueryClient()
  const [busy, setBusy] = useState<Type>()

  async function claim(type: Type): Promise<void> {
    if (busy) return
    setBusy(type)
    const query = type === 'REFERRAL' || seasonId === null ? { type } : { type, seasonId }
    const claimed = await confirmed(
      claimName(type),
      () => claimReward(query, keyOfWish('claim', query)),
      (error) => showToast(refusalText(error), { tone: 'attention' }),
    )
    // A "no" means that the screen knows too little; without an answer it may have worked.
    const refreshed = refreshProgramme(queries)
    if (claimed) {
      endWish('claim', query)
      await refreshed
      const { xp, amount } = claimed
      showToast(
        xp === null
          ? t('claim.doneAmount', { amount: formatAmount(amount ?? '0'), symbol: referralSymbol })
          : t('claim.doneXp', { xp: formatNumber(xp) }),
        { tone: 'done' },
      )
    }
    setBusy(undefined)
  }

  function refusalText(error: unknown): string {
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
