import { useState } from 'react'
import { problemText } from '#/features/wallet/chain/problem-text.ts'
import styles from '#/features/wallet/form.module.css'
import { useForm } from '#/lib/form.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Button } from '#/ui/button.tsx'
import { Notice } from '#/ui/notice.tsx'
import { PasswordInput } from '#/ui/password-input.tsx'
import text from '#/ui/text.module.css'
import { problemIn, vault } from '#/vault/vault.ts'
import { FileChoice } from './file-choice.tsx'

type ExportCheckProps = {
  userId: string
  /** The record of a copy that is no longer in the database. */
  record?: unknown
  onChecked: () => void
  onLater: () => void
}

/** Opens the file that the member saved, which reveals a download that failed silently. */
export function ExportCheck({ userId, record, onChecked, onLater }: ExportCheckProps) {
  const { t } = useTranslation('wallet')
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState<string>()
  const form = useForm({ passphrase: '' }, ({ passphrase }) => ({
    passphrase: passphrase === '' ? t('import.needed') : undefined,
  }))

  async function check(): Promise<void> {
    setProblem(undefined)
    if (!file) return setProblem(t('export.checkFirst'))
    try {
      await vault.checkExport(userId, await file.text(), form.values.passphrase, record)
      showToast(t('export.checked'), { tone: 'done' })
      onChecked()
    } catch (cause) {
      const sentence = problemText(cause, t)
      if (problemIn(cause) === 'wrong-passphrase') form.refuse('passphrase', sentence)
      else setProblem(sentence)
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={form.submit(check)}>
      <p className={text.soft}>{t('export.checkText')}</p>
      <FileChoice file={file} onChoose={setFile} />
      <PasswordInput
        label={t('import.passphraseLabel')}
        binding={form.field('passphrase')}
        autoComplete="current-password"
        showLabel={t('auth:showPassword')}
        hideLabel={t('auth:hidePassword')}
      />
      {problem && <Notice role="alert">{problem}</Notice>}
      <Button type="submit" isBusy={form.isBusy}>
        {t('export.check')}
      </Button>
      <Button variant="text" onClick={onLater}>
        {t('export.later')}
      </Button>
      <p className={text.small} role="status">
        {form.isBusy ? t('export.checking') : ''}
      </p>
    </form>
  )
}
