import { Caution, CautionText } from '#/features/wallet/caution.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { Checkbox } from '#/ui/checkbox.tsx'

type ContractGuardProps = {
  symbol: string
  isAccepted: boolean
  onChange: (isAccepted: boolean) => void
}

/** Requires a confirmation, because many contracts cannot return unexpected assets. */
export function ContractGuard({ symbol, isAccepted, onChange }: ContractGuardProps) {
  const { t } = useTranslation('wallet')
  return (
    <Caution>
      <CautionText role="alert" title={t('send.isContract')}>
        {t('send.isContractText', { symbol })}
      </CautionText>
      <Checkbox binding={{ name: 'contract', checked: isAccepted, error: undefined, onChange }}>
        {t('send.isContractAccept', { symbol })}
      </Checkbox>
    </Caution>
  )
}
