import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isSameAddress, shortAddress } from '#/features/wallet/address.ts'
import type { Opener } from '#/features/wallet/device/opener.ts'
import { askToPersist, restoreDraft } from '#/features/wallet/device/register.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { buttonClass } from '#/ui/button.tsx'
import { DoneScreen } from '#/ui/done-screen.tsx'
import text from '#/ui/text.module.css'
import { vault } from '#/vault/vault.ts'
import { ImportForm } from './import-form.tsx'
import type { ImportWay } from './import-form.tsx'

type ImportScreenProps = {
  userId: string
  /** The address the account has. */
  registered: string
  /** What the member chose to bring it back with. */
  firstWay?: ImportWay
  back: { label: string; onPress: () => void }
  opener: Opener
}

/** Brings the account's own wallet back to this phone, and no other. */
export function ImportScreen({ userId, registered, firstWay, back, opener }: ImportScreenProps) {
  const { t } = useTranslation('wallet')
  const [isDone, setDone] = useState(false)

  if (isDone) {
    return (
      <DoneScreen
        title={t('import.done')}
        dock={
          <Link to="/wallet/" replace className={buttonClass('lit')}>
            {t('import.toWallet')}
          </Link>
        }
      >
        <p className={text.soft}>{t('import.doneText')}</p>
      </DoneScreen>
    )
  }
  return (
    <ImportForm
      back={back}
      firstWay={firstWay}
      lead={t('import.lead', { address: shortAddress(registered) })}
      onDraft={async ({ address }) => {
        if (!isSameAddress(address, registered)) {
          await vault.dropDraft()
          return t('import.mismatch')
        }
        const pin = await opener.pinKey()
        if (!pin) return undefined
        await restoreDraft({ address }, { userId, pin })
        await askToPersist()
        setDone(true)
        return undefined
      }}
    />
  )
}
