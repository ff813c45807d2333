import { Code } from '@solstice/contract/codes'
import { ApiError, codeOf, messageOf } from '@solstice/ui/api-error.ts'
import { formatAmount, formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { refreshProgramme } from '#/lib/programme-query.ts'
import { useAction } from '#/lib/use-action.ts'
import type { Intent } from '#/lib/intent.ts'
import { claimReward } from './api.ts'
import type { Availability, InviteTerms } from './api.ts'

type Type = Availability['type']

export const claimIntent = (type: Type): Intent => ['claim', type]

/** Claims a reward; one at a time. */
export function useClaim({ seasonId, referralSymbol }: InviteTerms) {
  const { t } = useTranslation('invite')
  const queryOf = (type: Type) =>
    type === 'REFERRAL' || seasonId === null ? { type } : { type, seasonId }
  const { run, running } = useAction({
    call: (type: Type, key) => claimReward(queryOf(type), key),
    intent: claimIntent,
    request: queryOf,
    texts: {
      done: ({ xp, amount }) =>
        xp === null
          ? t('claim.doneAmount', { amount: formatAmount(amount ?? '0'), symbol: referralSymbol })
          : t('claim.doneXp', { xp: formatNumber(xp) }),
      failed: refusalText,
    },
    refresh: refreshProgramme,
  })

  function refusalText(error: unknown): string {
    const reason = reasonOf(error)
    return reason ? t(`claim.no.${reason}`) : messageOf(error, t('claim.failed'))
  }

  return { claim: run, busy: running }
}

/** Returns the reason that a rejected claim carries in addition to its code. */
function reasonOf(error: unknown): NonNullable<Availability['reason']> | undefined {
  const code = codeOf(error)
  if (code !== Code.NOTHING_TO_CLAIM && code !== Code.SEASON_NOT_OPEN) return undefined
  const data = error instanceof ApiError ? error.data : undefined
  if (typeof data !== 'object' || data === null || !('reason' in data)) return undefined
  return data.reason as NonNullable<Availability['reason']> // The contract lists the reasons.
}
