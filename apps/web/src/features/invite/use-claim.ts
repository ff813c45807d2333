import { Code } from '@solstice/contract/codes'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, codeOf, isWorthRetrying, messageOf } from '#/lib/api-error.ts'
import { formatAmount, formatNumber } from '#/lib/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { refreshProgramme } from '#/lib/programme-query.ts'
import { showToast } from '#/lib/toast.ts'
import { claimReward } from './api.ts'
import type { Availability, InviteTerms } from './api.ts'

type Type = Availability['type']

/** Takes a reward. A try after a lost answer carries the same key: it counts once. */
export function useClaim({ seasonId, referralSymbol }: InviteTerms) {
  const { t } = useTranslation('invite')
  const queries = useQueryClient()
  const [busy, setBusy] = useState<Type>()
  const keys = useRef(new Map<Type, string>())

  async function claim(type: Type): Promise<void> {
    if (busy) return
    setBusy(type)
    const key = keys.current.get(type) ?? crypto.randomUUID()
    keys.current.set(type, key)
    try {
      const query = type === 'REFERRAL' || seasonId === null ? { type } : { type, seasonId }
      const { xp, amount } = await claimReward(query, key)
      keys.current.delete(type)
      await refreshProgramme(queries)
      showToast(
        xp === null
          ? t('claim.doneAmount', { amount: formatAmount(amount ?? '0'), symbol: referralSymbol })
          : t('claim.doneXp', { xp: formatNumber(xp) }),
        { tone: 'done' },
      )
    } catch (error) {
      if (!isWorthRetrying(error)) {
        keys.current.delete(type)
        // A "no" means that the screen knows too little.
        void refreshProgramme(queries)
      }
      showToast(refusalText(error), { tone: 'attention' })
    } finally {
      setBusy(undefined)
    }
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
