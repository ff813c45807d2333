import { useState } from 'react'
import { isSameAddress, shortAddress } from '#/features/wallet/address.ts'
import type { Opener } from '#/features/wallet/device/opener.ts'
import { requestPersistence, restoreDraft } from '#/features/wallet/device/register.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { vault } from '#/vault/vault.ts'
import { ImportDone } from './import-done.tsx'
import { ImportForm } from './import-form.tsx'
import type { ImportWay } from './import-form.tsx'

type ImportScreenProps = {
  userId: string
  /** The address that the account has. */
  registered: string
  /** The import method that the member chose. */
  firstWay?: ImportWay
  back: { label: string; onPress: () => void }
  opener: Opener
}

/** Imports the account's own wallet to this device, and no other. */
export function ImportScreen({ userId, registered, firstWay, back, opener }: ImportScreenProps) {
  const { t } = useTranslation('wallet')
  const [done, setDone] = useState<{ hasLostPasskey: boolean }>()

  if (done) return <ImportDone {...done} />
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
        const restored = await restoreDraft({ address }, { userId, pin })
        await requestPersistence()
        setDone(restored)
        return undefined
      }}
    />
  )
}
