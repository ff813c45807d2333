import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import text from '#/ui/text.module.css'

type LogoutSheetProps = { isOpen: boolean; onClose: () => void; onLogout: () => Promise<void> }

export function LogoutSheet({ isOpen, onClose, onLogout }: LogoutSheetProps) {
  const { t } = useTranslation(['account', 'common'])
  const [isLoggingOut, setLoggingOut] = useState(false)

  async function logOut(): Promise<void> {
    setLoggingOut(true)
    await onLogout()
  }

  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('logout.title')}
      actions={
        <>
          <Button variant="quiet" isBusy={isLoggingOut} onClick={() => void logOut()}>
            {t('logout.confirm')}
          </Button>
          <Button variant="text" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </>
      }
    >
      <p className={text.soft}>{t('logout.text')}</p>
    </Sheet>
  )
}
