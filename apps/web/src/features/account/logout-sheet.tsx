import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import text from '#/ui/text.module.css'

type LogoutSheetProps = { isOpen: boolean; onClose: () => void; onLogout: () => Promise<void> }

export function LogoutSheet({ isOpen, onClose, onLogout }: LogoutSheetProps) {
  const { t } = useTranslation(['account', 'common'])
  const [isLeaving, setLeaving] = useState(false)

  async function leave(): Promise<void> {
    setLeaving(true)
    await onLogout()
  }

  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('logout.title')}
      actions={
        <>
          <Button variant="quiet" isBusy={isLeaving} onClick={() => void leave()}>
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
