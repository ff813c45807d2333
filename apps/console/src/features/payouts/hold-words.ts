import { findTextOf, useTranslation } from '#/lib/i18n.ts'

/** The reasons of the signer have a suffix, which the remedy does not depend on. */
export const holdKind = (reason: string): string =>
  reason.startsWith('SIGNER') ? 'SIGNER' : reason

/** Returns the words for the reasons of holds; a reason without words is shown as it is. */
export function useHoldWords() {
  const { t } = useTranslation('payouts')
  return {
    nameOf: (reason: string): string =>
      reason === 'ANY'
        ? t('anyHold')
        : (findTextOf('member', `payouts.holds.${holdKind(reason)}`) ?? reason),
    /** The remedy, and the roles that can apply it. */
    remedyOf: (reason: string): string =>
      findTextOf('payouts', `remedies.${holdKind(reason)}`) ?? t('remedies.other'),
  }
}
