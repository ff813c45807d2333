import { useTranslation } from '#/lib/i18n.ts'
import { Checkbox } from '#/ui/checkbox.tsx'
import { NoticeText } from '#/ui/notice.tsx'
import styles from './look-alike-guard.module.css'

type ContractGuardProps = {
  symbol: string
  isAccepted: boolean
  onChange: (isAccepted: boolean) => void
}

/** Requires a confirmation, because many contracts cannot return unexpected assets. */
export function ContractGuard({ symbol, isAccepted, onChange }: ContractGuardProps) {
  const { t } = useTranslation('wallet')
  return (
    <div className={styles.guard}>
      <div className={styles.text} role="alert">
        <NoticeText title={t('send.isContract')}>{t('send.isContractText', { symbol })}</NoticeText>
      </div>
      <Checkbox binding={{ name: 'contract', checked: isAccepted, error: undefined, onChange }}>
        {t('send.isContractAccept', { symbol })}
      </Checkbox>
    </div>
  )
}
