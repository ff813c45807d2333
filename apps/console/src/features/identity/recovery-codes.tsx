import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Button } from '#/ui/button.tsx'
import { Note } from '#/ui/note.tsx'
import styles from './sign-in.module.css'

/** Shows the recovery codes, which the server reports only once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation('enrol')

  async function copy() {
    await navigator.clipboard.writeText(codes.join('\n'))
    showToast(t('copied'))
  }

  return (
    <>
      <Note tone="warn">{t('codesNote')}</Note>
      <ul className={styles.codes} aria-label={t('codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button icon="copy" onClick={() => void copy()}>
        {t('copy')}
      </Button>
    </>
  )
}
