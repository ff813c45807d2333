import { useTranslation } from '#/lib/i18n.ts'
import { Table } from '#/ui/table.tsx'
import unseen from '#/ui/text.module.css'
import { fieldName } from './field-names.ts'
import type { TextChange } from './plan-changes.ts'
import { wordChanges } from './word-changes.ts'
import type { WordPart } from './word-changes.ts'
import styles from './compare.module.css'

/** Lists changed texts with the words that were removed and added. */
export function TextChanges({ label, texts }: { label: string; texts: readonly TextChange[] }) {
  const { t } = useTranslation('compare')
  return (
    <Table label={label} columns={[t('field'), t('text')]}>
      {texts.map(({ path, language, before, after }) => (
        <tr key={path}>
          <td>{fieldName(path, t)}</td>
          <td lang={language} className={styles.words}>
            {wordChanges(before, after).map((part, at) => (
              // The parts of a text have no other identity than their position.
              <Words key={`${at}-${part.kind}`} part={part} />
            ))}
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** Screen readers do not announce marked words, so that each mark is also a hidden text. */
function Words({ part: { kind, text } }: { part: WordPart }) {
  const { t } = useTranslation('compare')
  if (kind === 'same') return <span>{text}</span>
  const Mark = kind === 'removed' ? 'del' : 'ins'
  return (
    <Mark className={kind === 'removed' ? styles.removed : styles.added}>
      <span className={unseen.unseen}>{t(kind)} </span>
      {text}
    </Mark>
  )
}
