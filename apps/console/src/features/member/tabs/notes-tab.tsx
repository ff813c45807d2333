import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { memberEndpoints } from '@solstice/contract/member.endpoints'
import { classNames } from '@solstice/ui/class-names.ts'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { formatYearMinute } from '#/lib/times.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Instant } from '#/shell/instant.tsx'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Pager } from '#/shell/pager.tsx'
import { Button } from '#/ui/button.tsx'
import { Panel } from '#/ui/panel.tsx'
import rows from '#/ui/rows.module.css'
import text from '#/ui/text.module.css'
import { notesQuery, readMember } from '#/features/member/api.ts'
import type { ListTabProps } from './list-tab.ts'
import styles from './tabs.module.css'

/** Lists what operators noted about the member; each person removes only their own notes. */
export function NotesTab({ userId, page, onPage }: Omit<ListTabProps, 'why'>) {
  const { t } = useTranslation('member')
  const may = useMay()
  const query = useQuery(notesQuery(userId, page))
  const [removing, setRemoving] = useState<{ noteId: number; createdAt: string }>()
  return (
    <>
      <Panel isFlush>
        <Loaded query={query} endpoint={memberEndpoints['member.notes']} failed={t('notes.failed')}>
          {({ list, size, totalCount }) =>
            list.length === 0 ? (
              <Empty message={t('notes.none')} />
            ) : (
              <>
                <ul className={rows.rows}>
                  {list.map(({ noteId, text: note, operator, mine, createdAt }) => (
                    <li key={noteId}>
                      <span className={rows.grow}>
                        <span className={styles.note}>{note}</span>
                        <span className={classNames(text.small, text.faint)}>
                          {operator} · <Instant at={createdAt} />
                        </span>
                      </span>
                      {mine && may('member.removeNote') && (
                        <Button
                          size="small"
                          aria-label={t('notes.removeNamed', { time: formatYearMinute(createdAt) })}
                          onClick={() => setRemoving({ noteId, createdAt })}
                        >
                          {t('notes.remove')}
                        </Button>
                      )}
                    </li>
                  ))}
                </ul>
                <Pager
                  page={page}
                  size={size}
                  shown={list.length}
                  totalCount={totalCount}
                  onPage={onPage}
                />
              </>
            )
          }
        </Loaded>
      </Panel>
      {removing && (
        <Confirm
          level="C1"
          title={t('notes.removeTitle')}
          action={t('notes.removeAction')}
          effect={[[t('notes.writtenAt'), formatYearMinute(removing.createdAt)]]}
          run={() =>
            call(memberEndpoints['member.removeNote'], {
              params: { userId, noteId: removing.noteId },
            })
          }
          onDone={() => {
            setRemoving(undefined)
            readMember(userId)
            showToast(t('noteRemoved'))
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  )
}
