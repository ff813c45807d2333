import { useProblemNames } from '#/features/builder/problems/problem-names.ts'
import { useTranslation } from '#/lib/i18n.ts'
import type { Draft } from '#/lib/season-draft.ts'
import { Note } from '#/ui/note.tsx'
import styles from './phone-preview.module.css'
import type { ShownPreview } from './use-preview-frame.ts'

type MissingPartsProps = { draft: Draft; shown: ShownPreview | undefined }

/** Lists what the phone shows placeholders for; announced politely, because it follows the typing. */
export function MissingParts({ draft, shown }: MissingPartsProps) {
  const { t } = useTranslation('preview')
  const namesOf = useProblemNames(draft)
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
          {missing.map((path) => {
            const { subject, field } = namesOf(path)
            return (
              <li key={path}>
                {subject} · {field}
              </li>
            )
          })}
        </ul>
      </details>
    </Note>
  )
}
