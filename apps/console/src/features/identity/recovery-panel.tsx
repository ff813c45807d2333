import { useState } from 'react'
import { operatorAuthEndpoints as auth } from '@solstice/contract/operator-auth.endpoints'
import { call } from '#/lib/api.ts'
import { useAddressDialog } from '#/lib/dialog-address.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { meQuery, useMe } from '#/lib/me.ts'
import { queryClient } from '#/lib/query-client.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Button } from '#/ui/button.tsx'
import { Dialog } from '#/ui/dialog.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'

export function RecoveryPanel() {
  const { t } = useTranslation('me')
  const { recoveryCodesLeft } = useMe()
  const [isAsking, setAsking] = useAddressDialog('recovery-codes')
  const [codes, setCodes] = useState<readonly string[]>()
  return (
    <Panel title={t('recovery')}>
      <p className={text.soft}>{t('codesLeft', { count: recoveryCodesLeft })}</p>
      <Button onClick={() => setAsking(true)}>{t('newCodes')}</Button>
      {isAsking && (
        <Confirm
          level="C3"
          hasNoReason
          title={t('newCodesTitle')}
          action={t('newCodes')}
          effect={[[t('codesThatStop'), recoveryCodesLeft]]}
          run={() => call(auth['operatorAuth.newRecoveryCodes'], {})}
          onDone={({ recoveryCodes }) => {
            setAsking(false)
            setCodes(recoveryCodes)
            void queryClient.invalidateQueries(meQuery)
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {/* The codes come once, so Escape does not close them. */}
      {codes && (
        <Dialog
          title={t('enrol:codesTitle')}
          actions={
            <Button tone="primary" onClick={() => setCodes(undefined)}>
              {t('enrol:done')}
            </Button>
          }
        >
          <RecoveryCodes codes={codes} />
        </Dialog>
      )}
    </Panel>
  )
}
