import { useTranslation } from '#/lib/i18n.ts'
import { reasonOf } from '#/shell/freeze/freeze-reasons.ts'

/** Returns a function that translates the reason of a freeze, if it is one of the list. */
export function useFrozenText(): (storedText: string) => string {
  const { t } = useTranslation('treasury')
  return (storedText) => {
    const reason = reasonOf(storedText)
    return reason ? t(`reasons.${reason}`) : storedText
  }
}
