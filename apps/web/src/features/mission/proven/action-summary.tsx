import type { ShownAction } from '@solstice/rules/signing/contract-action'
import { useTranslation } from '#/lib/i18n.ts'
import { shortAddress } from '#/lib/short-address.ts'
import { Facts } from '#/ui/facts.tsx'

/** Says what the call of a mission does, before the wallet is opened. */
export function ActionSummary({ action }: { action: ShownAction }) {
  const { t } = useTranslation('proof')
  return (
    <Facts
      facts={[
        [t('action.effect'), action.effect],
        [action.name, shortAddress(action.contract)],
        [t('action.promise'), t('action.nothing')],
      ]}
    />
  )
}
