import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { operatorAuditEndpoints } from '@solstice/contract/operator-audit.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { fieldName, partText } from '#/shell/approval-title.ts'
import { Instant } from '#/shell/instant.tsx'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Button } from '#/ui/button.tsx'
import { Panel } from '#/ui/panel.tsx'
import tabs from '#/ui/tabs.module.css'
import text from '#/ui/text.module.css'

import { actorName } from '#/lib/actor-name.ts'
import { differenceOf } from './difference.ts'
import styles from './history.module.css'

type AuditEntry = CallData<'audit.history'>['list'][number]

const PAGE_SIZE = 10

const historyQuery = (subject: string) => ({
  queryKey: ['history', subject],
  queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
    call(
      operatorAuditEndpoints['audit.history'],
      {
        query: { subject, size: PAGE_SIZE, ...(pageParam !== undefined && { before: pageParam }) },
      },
      { signal },
    ),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: { nextCursor: string | null; hasNext: boolean }) =>
    last.hasNext ? (last.nextCursor ?? undefined) : undefined,
})

type HistoryProps = {
  /** The subjects of the entries, such as `approval:57`, each with the name of its tab. */
  subjects: readonly (readonly [subject: string, name: string])[]
  title?: string
}

/** Lists the audit entries about the subject of a page, with the values before and after. */
export function History({ subjects, title }: HistoryProps) {
  const { t } = useTranslation('audit')
  const [first = ['', '']] = subjects
  const [chosen, setChosen] = useState(first[0])
  // The subjects may arrive or leave with the data of the page.
  const subject = subjects.some(([each]) => each === chosen) ? chosen : first[0]
  const query = useInfiniteQuery(historyQuery(subject))
  return (
    <Panel title={title ?? t('history')} isFlush>
      {subjects.length > 1 && (
        <div
          className={classNames(tabs.tabs, styles.tabs)}
          role="group"
          aria-label={t('historyOf')}
        >
          {subjects.map(([each, name]) => (
            <button
              key={each}
              type="button"
              className={tabs.tab}
              aria-pressed={each === subject}
              onClick={() => setChosen(each)}
            >
              {name}
            </button>
          ))}
        </div>
      )}
      <Loaded
        query={query}
        endpoint={operatorAuditEndpoints['audit.history']}
        failed={t('historyFailed')}
      >
        {({ pages }) => {
          const entries = pages.flatMap(({ list }) => list)
          if (entries.length === 0) return <Empty message={t('noHistory')} />
          return (
            <>
              <ol className={styles.entries}>
                {entries.map((entry) => (
                  <Entry key={entry.auditId} entry={entry} />
                ))}
              </ol>
              {query.hasNextPage && (
                <div className={styles.more}>
                  <Button
                    size="small"
                    isBusy={query.isFetchingNextPage}
                    onClick={() => void query.fetchNextPage()}
                  >
                    {t('older')}
                  </Button>
                </div>
              )}
            </>
          )
        }}
      </Loaded>
    </Panel>
  )
}

/** Writes a compared value in words where there are some. */
const valueText = (value: string) =>
  partText(value === 'true' || value === 'false' ? value === 'true' : value)

function Entry({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const may = useMay()
  const { auditId, at, actor, action, reason, before, after, approval } = entry
  const { changes } = differenceOf(before, after)
  const id = formatNumber(auditId)
  return (
    <li className={styles.entry}>
      <p>
        <b>{actorName(actor)}</b> <code>{action}</code>
      </p>
      {reason !== null && <p className={text.soft}>“{reason}”</p>}
      {changes.length > 0 && (
        <dl className={styles.changes}>
          {changes.map((change) => (
            <div key={change.field}>
              <dt>{fieldName(change.field)}</dt>
              <dd>
                <del>{valueText(change.before)}</del> <span aria-hidden="true">→</span>{' '}
                <ins>{valueText(change.after)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {approval && (
        <p className={text.small}>
          {t(approval.solo ? 'soloApproval' : 'approvedIn', {
            id: approval.approvalId,
            by: actorName(approval.approvedBy),
          })}
        </p>
      )}
      <p className={classNames(text.small, text.faint)}>
        <Instant at={at} precision="second" />
        {' ·\u00a0'}
        {may('operator.listAudit') ? (
          <Link
            to="/system/audit"
            search={{ subject: entry.subject, entry: auditId }}
            className={text.link}
          >
            {t('openEntry', { id })}
          </Link>
        ) : (
          t('openEntry', { id })
        )}
      </p>
    </li>
  )
}
