import { useTranslation } from '#/lib/i18n.ts'
import { Note } from '#/ui/note.tsx'
import styles from './phone-preview.module.css'
import type { ShownPreview } from './use-preview-frame.ts'

/** Lists what the phone shows placeholders for; announced politely, because it follows the typing. */
export function MissingParts({ shown }: { shown: ShownPreview | undefined }) {
  const { t } = useTranslation('preview')
  if (!shown) {
    return (
      <p className={styles.state} role="status">
        {t('loading')}
      </p>
    )
  }
  const { missing } = shown
  if (missing.length === 0) {
    return (
      <p className={styles.state} role="status">
        {t('complete')}
      </p>
    )
  }
  return (
    <Note tone="warn" isLive>
      <details className={styles.missing}>
        <summary>{t('missing', { count: missing.length })}</summary>
        <ul>
          {missing.map((path) => (
            <li key={path}>
              <code>{path}</code>
            </li>
          ))}
        </ul>
      </details>
    </Note>
  )
}
