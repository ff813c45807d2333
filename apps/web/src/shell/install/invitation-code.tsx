import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { StorageKey, deviceStorage } from '#/lib/storage.ts'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import text from '#/ui/text.module.css'
import styles from './install-guide.module.css'

/** Shows the invitation code, because the installed app cannot read this browser's storage. */
export function InvitationCode() {
  const { t } = useTranslation('shell')
  const [isCopied, setCopied] = useState(false)
  const code = deviceStorage.getItem(StorageKey.referralCode)
  if (code === null) return null

  async function copy(code: string): Promise<void> {
    // If the clipboard is refused, the code can still be read.
    await navigator.clipboard.writeText(code).then(
      () => setCopied(true),
      () => undefined,
    )
  }

  return (
    <section className={styles.invitation}>
      <h2 className={classNames(text.small, text.soft)}>{t('install.invitation')}</h2>
      <p className={classNames(text.headline, styles.code)}>{code}</p>
      <Button variant="quiet" isCompact onClick={() => void copy(code)}>
        {t(isCopied ? 'install.codeCopied' : 'install.copyCode')}
      </Button>
      <p className={classNames(text.small, text.soft)}>{t('install.invitationText')}</p>
    </section>
  )
}
