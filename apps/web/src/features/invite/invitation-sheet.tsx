import { useTranslation } from '#/lib/i18n.ts'
import { invitationLink } from '#/lib/share.ts'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Qr } from '@solstice/ui/qr.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import text from '#/ui/text.module.css'
import styles from './invite-screen.module.css'

type InvitationSheetProps = {
  isOpen: boolean
  onClose: () => void
  code: string
  onCopyLink: () => void
}

/** Shows the invitation as a QR code for a friend nearby. */
export function InvitationSheet({ isOpen, onClose, code, onCopyLink }: InvitationSheetProps) {
  const { t } = useTranslation('invite')
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('qr.title')}
      actions={
        <Button variant="quiet" onClick={onCopyLink}>
          <Icon name="copy" size={20} />
          {t('qr.copy')}
        </Button>
      }
    >
      <div className={styles.qr}>
        {isOpen && <Qr value={invitationLink(code)} label={t('qr.label', { code })} />}
        <p className={classNames(text.headline, styles.code)}>{code}</p>
        <p className={text.soft}>{t('qr.text')}</p>
      </div>
    </Sheet>
  )
}
