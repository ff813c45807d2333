import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { operatorAuditEndpoints } from '@solstice/contract/operator-audit.endpoints'
import { operatorEndpoints } from '@solstice/contract/operator.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { classNames } from '@solstice/ui/class-names.ts'
import { PROGRAMME_OFFSET } from '@solstice/ui/programme-time.ts'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { formatColumnSecond } from '#/lib/times.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Page } from '#/shell/page.tsx'
import { Pager } from '#/shell/pager.tsx'
import { Button } from '#/ui/button.tsx'
import { Field, SelectField } from '#/ui/field.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import text from '#/ui/text.module.css'
import styles from './audit-screen.module.css'
import { AuditTabs } from './audit-tabs.tsx'
import { parseReadsFilter, toReadsQuery } from './reads-filter.ts'
import type { ReadsFilter } from './reads-filter.ts'

type Read = CallData<'operator.listReads'>['list'][number]

/** Lists which operator opened whose file. The filters stand in the address. */
export function ReadsScreen() {
  const { t } = useTranslation('audit')
  const filter = useSearch({ from: '/app/system/audit/reads' })
  const navigate = useNavigate({ from: '/system/audit/reads' })
  const show = (next: ReadsFilter) => void navigate({ search: next })
  const input = toReadsQuery(filter)
  const query = useQuery({
    queryKey: ['reads', input],
    queryFn: ({ signal }) =>
      call(operatorAuditEndpoints['operator.listReads'], { query: input }, { signal }),
    placeholderData: keepPreviousData,
  })
  const isFiltered = Object.keys(filter).some((name) => name !== 'page')
  return (
    <Page title={t('title')}>
      <AuditTabs />
      <Note icon="eye">{t('readsNote')}</Note>
      <Panel isFlush>
        <ReadsFilters
          key={JSON.stringify(filter)}
          filter={filter}
          onChange={show}
          onClear={isFiltered ? () => show({}) : undefined}
        />
        <Loaded
          query={query}
          endpoint={operatorAuditEndpoints['operator.listReads']}
          failed={t('readsFailed')}
        >
          {({ list, size, totalCount }) =>
            list.length === 0 ? (
              <Empty message={isFiltered ? t('noReadMatch') : t('noReads')} />
            ) : (
              <>
                <Reads list={list} filter={filter} />
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
    </Page>
  )
}

function Reads({ list, filter }: { list: readonly Read[]; filter: ReadsFilter }) {
  const { t } = useTranslation('audit')
  // Another filter begins at its first page.
  const others = parseReadsFilter({ ...filter, page: 1 })
  return (
    <Table
      label={t('tabs.reads')}
      columns={[t('time', { offset: PROGRAMME_OFFSET }), t('actor'), t('member'), t('call')]}
    >
      {list.map(({ readId, at, operatorId, operator, userId, call: id }) => (
        <tr key={readId}>
          <td className={classNames(text.numbers, text.soft, text.unbroken)}>
            {formatColumnSecond(at)}
          </td>
          <td>
            <Link
              to="/system/audit/reads"
              search={{ ...others, operator: operatorId }}
              className={text.link}
            >
              {operator}
            </Link>
          </td>
          <td className={text.unbroken}>
            <Link
              to="/system/audit/reads"
              search={{ ...others, member: userId }}
              className={text.link}
            >
              {t('memberId', { id: userId })}
            </Link>
          </td>
          <td>
            <code>{id}</code>
          </td>
        </tr>
      ))}
    </Table>
  )
}

type ReadsFiltersProps = {
  filter: ReadsFilter
  onChange: (filter: ReadsFilter) => void
  /** Undefined while nothing is filtered. */
  onClear: (() => void) | undefined
}

function ReadsFilters({ filter, onChange, onClear }: ReadsFiltersProps) {
  const { t } = useTranslation('audit')
  const may = useMay()
  const { data: operators } = useQuery({
    queryKey: ['operators', 'all'],
    queryFn: ({ signal }) =>
      call(operatorEndpoints['operator.listOperators'], { query: { size: 100 } }, { signal }),
    enabled: may('operator.listOperators'),
  })
  const [operator, setOperator] = useState(String(filter.operator ?? ''))
  const [member, setMember] = useState(String(filter.member ?? ''))
  const [day, setDay] = useState(filter.day ?? '')
  const names = operators?.list.map(({ operatorId, name }) => [String(operatorId), name] as const)

  function submit(event: FormEvent) {
    event.preventDefault()
    onChange(parseReadsFilter({ operator, member, day }))
  }

  return (
    <form className={styles.filters} onSubmit={submit} role="search" aria-label={t('filters')}>
      <SelectField
        label={t('actor')}
        value={operator}
        options={[['', t('everybody')], ...(names ?? [])]}
        onValue={setOperator}
      />
      <Field
        label={t('memberNumber')}
        value={member}
        onValue={(value) => setMember(value.replaceAll(/\D/g, ''))}
        inputMode="numeric"
      />
      <Field label={t('day')} type="date" value={day} onValue={setDay} />
      <div>
        <Button isSubmit>{t('apply')}</Button>
        {onClear && (
          <Button tone="plain" icon="close" onClick={onClear}>
            {t('clear')}
          </Button>
        )}
      </div>
    </form>
  )
}
