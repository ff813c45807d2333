import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { operatorSystemEndpoints as system } from '@solstice/contract/operator-system.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { kindText } from '#/lib/job-kind-text.ts'
import { useMay } from '#/lib/me.ts'
import { queryClient } from '#/lib/query-client.ts'
import { formatMinute } from '#/lib/times.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Page } from '#/shell/page.tsx'
import { Pager } from '#/shell/pager.tsx'
import { useSpanText } from '#/shell/span-text.ts'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Panel } from '#/ui/panel.tsx'
import rows from '#/ui/rows.module.css'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import tabs from '#/ui/tabs.module.css'
import text from '#/ui/text.module.css'

type Kind = CallData<'operator.listJobKinds'>['list'][number]
type Job = CallData<'operator.listJobs'>['list'][number]

const KEY = 'jobs'
const readJobs = () => void queryClient.invalidateQueries({ queryKey: [KEY] })

const searchOf = (state: Job['state'], kind?: string): { state?: 'waiting'; kind?: string } => ({
  ...(state === 'waiting' && { state }),
  ...(kind && { kind }),
})

export function JobsScreen() {
  const { t } = useTranslation('jobs')
  const query = useQuery({
    queryKey: [KEY, 'kinds'],
    queryFn: ({ signal }) => call(system['operator.listJobKinds'], {}, { signal }),
  })
  const [retried, setRetried] = useState<Kind>()
  return (
    <Page title={t('title')}>
      <Panel title={t('kindsTitle')} isFlush>
        <Loaded query={query} endpoint={system['operator.listJobKinds']} failed={t('kindsFailed')}>
          {({ list }) => <KindTable list={list} onRetry={setRetried} />}
        </Loaded>
      </Panel>
      <JobList />
      {/* Outside the table: an open dialog stays when its jobs are gone. */}
      {retried && <RetryKind kind={retried} onClose={() => setRetried(undefined)} />}
    </Page>
  )
}

function KindTable({ list, onRetry }: { list: readonly Kind[]; onRetry: (kind: Kind) => void }) {
  const { t } = useTranslation('jobs')
  const may = useMay()
  const spanText = useSpanText()
  // A healthy kind without jobs needs no attention.
  const shown = list.filter(({ waiting, running, dead }) => waiting + running + dead > 0)
  if (shown.length === 0) return <Empty message={t('noKinds')} />
  return (
    <Table
      label={t('kindsTitle')}
      columns={[
        t('kind'),
        { right: t('waiting') },
        { right: t('late') },
        { right: t('dead') },
        { unseen: t('actions') },
      ]}
    >
      {shown.map((each) => (
        <tr key={each.kind}>
          <td>
            <Link
              to="/system/jobs"
              search={{ kind: each.kind, ...(each.dead === 0 && { state: 'waiting' }) }}
              className={text.link}
            >
              {kindText(each.kind)}
            </Link>
            <br />
            <code className={text.faint}>{each.kind}</code>
          </td>
          <td className={table.right}>{formatNumber(each.waiting)}</td>
          <td className={classNames(table.right, each.lateSeconds > 120 && text.warn)}>
            {each.lateSeconds > 0 ? spanText(each.lateSeconds * 1000) : '–'}
          </td>
          <td className={classNames(table.right, each.dead > 0 && text.bad)}>
            {formatNumber(each.dead)}
          </td>
          <td>
            {each.dead > 0 && may('operator.retryJobs') && (
              <div className={table.actions}>
                <Button
                  size="small"
                  icon="retry"
                  aria-label={t('retryKindNamed', { kind: kindText(each.kind) })}
                  onClick={() => onRetry(each)}
                >
                  {t('retryKind')}
                </Button>
              </div>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}

function RetryKind({ kind: each, onClose }: { kind: Kind; onClose: () => void }) {
  const { t } = useTranslation('jobs')
  return (
    <Confirm
      level="C2"
      title={t('retryKindTitle', { kind: kindText(each.kind) })}
      action={t('retryKindAction', { count: each.dead })}
      effect={[
        [t('dead'), formatNumber(each.dead)],
        [t('waiting'), formatNumber(each.waiting)],
      ]}
      typed={{ label: t('typeKind', { kind: each.kind }), expected: each.kind }}
      run={({ reason, idempotencyKey }) =>
        call(
          system['operator.retryJobs'],
          { body: { kind: each.kind, reason } },
          { idempotencyKey },
        )
      }
      onDone={(done) => {
        onClose()
        readJobs()
        showToast(t('retriedKind', { count: done.retried }))
      }}
      onClose={onClose}
    />
  )
}

function JobList() {
  const { t } = useTranslation('jobs')
  const { state = 'dead', kind, page = 1 } = useSearch({ from: '/app/system/jobs' })
  const navigate = useNavigate({ from: '/system/jobs' })
  const query = useQuery({
    queryKey: [KEY, state, kind, page],
    queryFn: ({ signal }) =>
      call(
        system['operator.listJobs'],
        { query: { state, page, ...(kind && { kind }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
  const [retried, setRetried] = useState<Job>()
  return (
    <>
      <nav className={tabs.tabs} aria-label={t('filter')}>
        {(['dead', 'waiting'] as const).map((each) => (
          <Link
            key={each}
            to="/system/jobs"
            search={searchOf(each, kind)}
            className={tabs.tab}
            aria-current={each === state ? 'page' : undefined}
            activeOptions={{ exact: true }}
          >
            {t(`states.${each}`)}
          </Link>
        ))}
        {kind && (
          <Link
            to="/system/jobs"
            search={searchOf(state)}
            className={tabs.tab}
            activeOptions={{ exact: true }}
          >
            {t('allKinds', { kind: kindText(kind) })}
          </Link>
        )}
      </nav>
      <Panel isFlush>
        <Loaded query={query} endpoint={system['operator.listJobs']} failed={t('failed')}>
          {({ list, size, totalCount }) =>
            list.length === 0 ? (
              <Empty message={t(`empty.${state}`)} />
            ) : (
              <>
                <ul className={classNames(rows.rows, rows.stacked)}>
                  {list.map((job) => (
                    <JobRow key={job.jobId} job={job} onRetry={() => setRetried(job)} />
                  ))}
                </ul>
                <Pager
                  page={page}
                  size={size}
                  shown={list.length}
                  totalCount={totalCount}
                  onPage={(next) =>
                    void navigate({ search: { ...searchOf(state, kind), page: next } })
                  }
                />
              </>
            )
          }
        </Loaded>
      </Panel>
      {retried && <RetryJob job={retried} onClose={() => setRetried(undefined)} />}
    </>
  )
}

function JobRow({ job, onRetry }: { job: Job; onRetry: () => void }) {
  const { t } = useTranslation('jobs')
  const may = useMay()
  const { jobId, kind, state, attempts, dueAt, deadAt, lastError } = job
  return (
    <li>
      <span className={rows.grow}>
        <b>{kindText(kind)}</b>
        <br />
        <span className={classNames(text.small, text.soft)}>
          {t('jobNote', { id: jobId, attempts, time: formatMinute(deadAt ?? dueAt) })}
        </span>
        {lastError !== null && (
          <>
            <br />
            <code>{lastError}</code>
          </>
        )}
      </span>
      <Badge tone={state === 'dead' ? 'bad' : 'plain'} icon={state === 'dead' ? 'stop' : 'clock'}>
        {t(`states.${state}`)}
      </Badge>
      {state === 'dead' && may('operator.retryJob') && (
        <Button
          size="small"
          icon="retry"
          aria-label={t('retryNamed', { id: jobId })}
          onClick={onRetry}
        >
          {t('retry')}
        </Button>
      )}
    </li>
  )
}

function RetryJob({ job, onClose }: { job: Job; onClose: () => void }) {
  const { t } = useTranslation('jobs')
  const { jobId, kind, attempts } = job
  return (
    <Confirm
      level="C1"
      title={t('retryTitle', { id: jobId })}
      action={t('retry')}
      effect={[
        [t('kind'), kindText(kind)],
        [t('attempts'), attempts],
      ]}
      run={({ idempotencyKey }) =>
        call(system['operator.retryJob'], { params: { jobId }, body: {} }, { idempotencyKey })
      }
      onDone={() => {
        onClose()
        readJobs()
        showToast(t('retried'))
      }}
      onClose={onClose}
    />
  )
}
