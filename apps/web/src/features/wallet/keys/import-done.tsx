import { Link } from '@tanstack/react-router'
import { useTranslation } from '#/lib/i18n.ts'
import { buttonClass } from '#/ui/button.tsx'
import { DoneScreen } from '#/ui/done-screen.tsx'
import { Notice } from '#/ui/notice.tsx'
import text from '#/ui/text.module.css'

/**
 * Shown after an import. A wallet that was sealed again cannot be opened by its earlier passkey.
 */
export function ImportDone({ hasLostPasskey }: { hasLostPasskey: boolean }) {
  const { t } = useTranslation('wallet')
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
      {hasLostPasskey && <Notice>{t('import.passkeyLost')}</Notice>}
    </DoneScreen>
  )
}
