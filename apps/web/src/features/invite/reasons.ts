import { formatAmount } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnMinute } from '@solstice/ui/programme-time.ts'
import { webSettings } from '#/lib/settings.ts'
import { serverNow } from '@solstice/ui/time.ts'
import type { Availability, InviteSummary, InviteTerms } from './api.ts'
import type { Reason } from './reason-sheet.tsx'

/**
 * Returns why earned rewards cannot be claimed yet. Undefined when the row already shows
 * everything.
 */
export function useClaimReason(terms: InviteTerms): (claim: Availability) => Reason | undefined {
  const { t } = useTranslation('invite')
  const next = useNextClaim()
  return ({ reason, goal, claimableAt }) => {
    if (reason !== 'WAITING') return undefined
    return {
      title: t('why.waiting.title'),
      rule: t('why.waiting.rule', { count: terms.claimDelayDays }),
      facts: [
        [t('why.qualified'), String(goal)],
        [t('why.each'), `${formatAmount(terms.referralReward)} ${terms.referralSymbol}`],
      ],
      next: next(claimableAt),
    }
  }
}

function useNextClaim(): (claimableAt: string | null) => string {
  const { t } = useTranslation('invite')
  return (claimableAt) =>
    claimableAt !== null && Date.parse(claimableAt) > serverNow()
      ? t('why.claimFrom', { time: formatOwnMinute(claimableAt) })
      : t('why.claimLater')
}

/** Returns why a withdrawal was rejected, for errors that are not shown at the amount. */
export function useRefusalReason(terms: InviteTerms, summary: InviteSummary) {
  const { t } = useTranslation('invite')
  const money = (amount: string) => `${formatAmount(amount)} ${terms.referralSymbol}`
  return (message: string): Reason => ({
    title: t('why.refused.title'),
    rule: message,
    facts: [
      [t('withdraw.balance'), money(summary.withdrawable)],
      [t('why.refused.left'), money(summary.withdrawLimitLeft)],
      [t('why.refused.least'), money(terms.minWithdraw)],
    ],
    next: t('why.refused.next', { email: webSettings().supportEmail }),
  })
}
