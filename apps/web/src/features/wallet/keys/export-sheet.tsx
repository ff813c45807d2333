import { useState } from 'react'
import { problemText } from '#/features/wallet/chain/problem-text.ts'
import type { WalletOpener } from '#/features/wallet/device/opener.ts'
import styles from '#/features/wallet/form.module.css'
import { useForm } from '#/lib/form.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Button } from '#/ui/button.tsx'
import { Notice } from '#/ui/notice.tsx'
import { PasswordInput } from '#/ui/password-input.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import text from '#/ui/text.module.css'
import { vault } from '#/vault/vault.ts'

const SHORTEST = 12
const KEPT_MS = 60_000

type ExportSheetProps = {
  userId: string
  address: string
  /** A copy that is no longer in the database. */
  record?: unknown
  opener: WalletOpener
  onClose: () => void
  onExported: () => void
}

/** An encrypted file under a passphrase of its own: a PIN could be guessed without the server. */
export function ExportSheet(props: ExportSheetProps) {
  const { t } = useTranslation('wallet')
  const [problem, setProblem] = useState<string>()
  const form = useForm({ passphrase: '', again: '' }, ({ passphrase, again }) => ({
    passphrase: passphrase.length < SHORTEST ? t('export.passphraseShort') : undefined,
    again: again === passphrase ? undefined : t('export.againWrong'),
  }))

  async function make(): Promise<void> {
    setProblem(undefined)
    try {
      const opening = await props.opener.byPin()
      if (!opening) return
      const file = await vault.exportFile(
        props.userId,
        opening,
        form.values.passphrase,
        props.record,
      )
      download(file, `solstice-wallet-${props.address.slice(0, 8)}.json`)
      showToast(t('export.done'), { tone: 'done' })
      props.onExported()
    } catch (cause) {
      setProblem(problemText(cause, t))
    }
  }

  const eye = { showLabel: t('auth:showPassword'), hideLabel: t('auth:hidePassword') }
  return (
    <Sheet isOpen onClose={props.onClose} title={t('export.title')}>
      <form className={styles.form} noValidate onSubmit={form.submit(make)}>
        <p className={text.soft}>{t('export.text')}</p>
        <PasswordInput
          label={t('export.passphrase')}
          binding={form.field('passphrase')}
          autoComplete="new-password"
          hint={t('export.passphraseHint')}
          {...eye}
        />
        <PasswordInput
          label={t('export.again')}
          binding={form.field('again')}
          autoComplete="new-password"
          {...eye}
        />
        {problem && <Notice role="alert">{problem}</Notice>}
        <Button type="submit" isBusy={form.isBusy}>
          {t('export.action')}
        </Button>
        <p className={text.small} role="status">
          {form.isBusy ? t('export.making') : ''}
        </p>
      </form>
    </Sheet>
  )
}

function download(file: string, name: string): void {
  const url = URL.createObjectURL(new Blob([file], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the file only after the click has ended.
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
