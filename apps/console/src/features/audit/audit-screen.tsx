import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { operatorAuditEndpoints } from '@solstice/contract/operator-audit.endpoints'
import { messageOf } from '@solstice/ui/api-error.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { PROGRAMME_OFFSET } from '@solstice/ui/programme-time.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { formatColumnSecond } from '#/lib/times.ts'
import { showToast } from '#/lib/toast.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Columns, Page } from '#/shell/page.tsx'
import { Pager } from '#/shell/pager.tsx'
import { Button } from '#/ui/button.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import { auditQuery, entryQuery, exportAudit } from './api.ts'
import type { AuditEntry, ExportFormat } from './api.ts'
import { AuditTabs } from './audit-tabs.tsx'
import { EntryDetails } from './entry-details.tsx'
import { isFiltered } from './filter.ts'
import type { AuditFilter } from './filter.ts'
import { Filters } from './filters.tsx'
import { VerificationNote, VerifyButton } from './verification.tsx'

/** Lists who did what, when and why. The filters stand in the address, so that it can be sent. */
export function AuditScreen() {
  const { t } = useTranslation('audit')
  const may = useMay()
  const filter = useSearch({ from: '/app/system/audit' })
  const navigate = useNavigate({ from: '/system/audit' })
  const query = useQuery(auditQuery(filter))
  const total = query.data?.totalCount
  const show = (next: AuditFilter) => void navigate({ search: next })

  function clear() {
    show({})
    showToast(t('cleared'), { label: t('common:undo'), run: () => show(filter) })
  }

  return (
    <Page
      title={t('title')}
      beside={
        total != null && (
          <span className={text.soft}>
            {t('count', { count: total, text: formatNumber(total) })}
          </span>
        )
      }
      aside={
        <>
          {may('audit.export') && (
            <>
              <ExportButton filter={filter} format="csv" />
              <ExportButton filter={filter} format="ndjson" />
            </>
          )}
          <VerifyButton />
        </>
      }
    >
      <AuditTabs />
      <VerificationNote />
      <Columns
        main={
          <Panel isFlush>
            <Filters
              filter={filter}
              onChange={show}
              onClear={isFiltered(filter) ? clear : undefined}
            />
            <Loaded
              query={query}
              endpoint={operatorAuditEndpoints['operator.listAudit']}
              failed={t('failed')}
            >
              {({ list, size, totalCount }) =>
                list.length === 0 ? (
                  <Empty message={isFiltered(filter) ? t('noMatch') : t('empty')} />
                ) : (
                  <>
                    <Entries list={list} filter={filter} />
                    <Pager
                      page={filter.page ?? 1}
                      size={size}
                      shown={list.length}
                      totalCount={totalCount ?? list.length}
                      onPage={(page) => show({ ...filter, page })}
                    />
                  </>
                )
              }
            </Loaded>
          </Panel>
        }
        beside={<Selected list={query.data?.list ?? []} filter={filter} />}
      />
    </Page>
  )
}

function Entries({ list, filter }: { list: readonly AuditEntry[]; filter: AuditFilter }) {
  const { t } = useTranslation('audit')
  return (
    <Table
      label={t('title')}
      columns={[
        { right: t('entry') },
        t('time', { offset: PROGRAMME_OFFSET }),
        t('actor'),
        t('action'),
        t('subject'),
      ]}
      className={table.dense}
    >
      {list.map(({ auditId, at, actor, action, subject }) => (
        <tr key={auditId} aria-current={auditId === filter.entry}>
          <td className={table.right}>
            <Link
              to="/system/audit"
              search={{ ...filter, entry: auditId }}
              className={text.link}
              aria-label={t('openEntry', { id: formatNumber(auditId) })}
            >
              {formatNumber(auditId)}
            </Link>
          </td>
          <td className={classNames(text.numbers, text.soft, text.unbroken)}>
            {formatColumnSecond(at)}
          </td>
          <td>{actor.replace('operator:', '')}</td>
          <td>
            <code>{action}</code>
          </td>
          <td>
            <Link to="/system/audit" search={{ subject }} className={text.link}>
              {subject}
            </Link>
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Selected({ list, filter }: { list: readonly AuditEntry[]; filter: AuditFilter }) {
  const { t } = useTranslation('audit')
  const entry = list.find(({ auditId }) => auditId === filter.entry)
  if (entry) return <EntryDetails entry={entry} />
  if (filter.entry !== undefined) return <OtherEntry auditId={filter.entry} />
  return (
    <Panel>
      <p className={text.soft}>{t('choose')}</p>
    </Panel>
  )
}

/** Shows an entry that is not on this page of the list, such as one whose number was typed. */
function OtherEntry({ auditId }: { auditId: number }) {
  const { t } = useTranslation('audit')
  const query = useQuery(entryQuery(auditId))
  const id = formatNumber(auditId)
  if (query.data) return <EntryDetails entry={query.data} />
  return (
    <Panel>
      <Loaded
        query={query}
        endpoint={operatorAuditEndpoints['operator.listAudit']}
        failed={t('entryFailed', { id })}
      >
        {() => <p className={text.soft}>{t('noEntry', { id })}</p>}
      </Loaded>
    </Panel>
  )
}

function ExportButton({ filter, format }: { filter: AuditFilter; format: ExportFormat }) {
  const { t } = useTranslation('audit')
  const { isBusy, run } = useBusy()

  async function save() {
    try {
      const url = URL.createObjectURL(await exportAudit(filter, format))
      const link = Object.assign(document.createElement('a'), {
        href: url,
        download: `audit.${format}`,
      })
      link.click()
      URL.revokeObjectURL(url)
    } catch (error) {
      showToast(messageOf(error, t('exportFailed')))
    }
  }

  return (
    <Button icon="download" isBusy={isBusy} onClick={() => void run(save)}>
      {format.toUpperCase()}
    </Button>
  )
}
