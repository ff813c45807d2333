import { useTranslation } from '#/lib/i18n.ts'
import { formatColumnSecond } from '#/lib/times.ts'
import { Button } from '#/ui/button.tsx'
import { Note } from '#/ui/note.tsx'
import { Table } from '#/ui/table.tsx'
import { useProblemNames, valueText } from '#/features/builder/problems/problem-names.ts'
import type { DraftState, Theirs } from '#/features/builder/store/draft-store.ts'
import { differencesOf } from '#/features/builder/store/merge.ts'
import styles from './frame.module.css'

type ConflictProps = {
  state: DraftState
  theirs: Theirs
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** Shows what another editor saved meanwhile, and lets the person choose. */
export function Conflict({ state, theirs, onTakeTheirs, onKeepMine }: ConflictProps) {
  const { t } = useTranslation('builder')
  const namesOf = useProblemNames(state.draft)
  const differences = differencesOf(state.draft, theirs.plan)
  return (
    <section className={styles.conflict} aria-label={t('conflict.title')}>
      <Note tone="warn" isLive>
        <b>{t('conflict.title')}</b>{' '}
        {theirs.savedBy === ''
          ? t('conflict.elsewhere', { revision: theirs.revision })
          : t('conflict.text', {
              name: theirs.savedBy,
              revision: theirs.revision,
              time: formatColumnSecond(theirs.savedAt),
            })}
      </Note>
      <Table
        label={t('conflict.differences')}
        columns={[t('conflict.field'), t('conflict.mine'), t('conflict.theirs')]}
      >
        {differences.map(({ path, mine, theirs: other }) => {
          const { subject, field } = namesOf(path)
          return (
            <tr key={path}>
              <td>
                {subject} · {field}
              </td>
              <td>{valueText(mine)}</td>
              <td>{valueText(other)}</td>
            </tr>
          )
        })}
      </Table>
      <div className={styles.choices}>
        <Button onClick={onTakeTheirs}>{t('conflict.take')}</Button>
        <Button tone="primary" onClick={onKeepMine}>
          {t('conflict.keep')}
        </Button>
      </div>
    </section>
  )
}
