import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { noticeEndpoints } from '@solstice/contract/notice.endpoints'
import { formatNumber } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { actorName } from '#/lib/actor-name.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { formatYearMinute } from '#/lib/times.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Page } from '#/shell/page.tsx'
import { Pager } from '#/shell/pager.tsx'
import { buttonClass } from '#/ui/button.tsx'
import { SelectField } from '#/ui/field.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import { noticesQuery } from './api.ts'
import type { Notice } from './api.ts'
import { NOTICE_STATES, NOTICE_TYPES, parseNoticeFilter } from './filter.ts'
import type { NoticeFilter } from './filter.ts'
import { NoticeStateBadge } from './notice-state.tsx'
import styles from './notice.module.css'

/** Lists the notices. The filters stand in the address, so that it can be sent. */
export function NoticesScreen() {
  const { t } = useTranslation('notice')
  const may = useMay()
  const filter = useSearch({ from: '/app/messages/notices' })
  const navigate = useNavigate({ from: '/messages/notices' })
  const query = useQuery(noticesQuery(filter))
  const show = (next: NoticeFilter) => void navigate({ search: next })
  const isFiltered = filter.type !== undefined || filter.state !== undefined
  return (
    <Page
      title={t('title')}
      aside={
        may('notice.publish') && (
          <Link to="/messages/notices/new" className={buttonClass('primary')}>
            <Icon name="plus" />
            {t('new')}
          </Link>
        )
      }
    >
      <Panel isFlush>
        <Filters filter={filter} onFilter={show} />
        <Loaded query={query} endpoint={noticeEndpoints['notice.listAll']} failed={t('failed')}>
          {({ list, size, totalCount }) =>
            list.length === 0 ? (
              <Empty message={isFiltered ? t('noMatch') : t('empty')} />
            ) : (
              <>
                <NoticeTable list={list} />
                <Pager
                  page={filter.page ?? 1}
                  size={size}
                  shown={list.length}
                  totalCount={totalCount}
                  onPage={(page) => show(parseNoticeFilter({ ...filter, page }))}
                />
              </>
            )
          }
        </Loaded>
      </Panel>
    </Page>
  )
}

const ANY = 'ANY'

function Filters({
  filter,
  onFilter,
}: {
  filter: NoticeFilter
  onFilter: (filter: NoticeFilter) => void
}) {
  const { t } = useTranslation('notice')
  return (
    <div className={styles.filters}>
      <SelectField
        label={t('state')}
        value={filter.state ?? ANY}
        options={[
          [ANY, t('any')],
          ...NOTICE_STATES.map((state) => [state, t(`states.${state}`)] as const),
        ]}
        onValue={(state) => onFilter(parseNoticeFilter({ type: filter.type, state }))}
      />
      <SelectField
        label={t('type')}
        value={filter.type ?? ANY}
        options={[
          [ANY, t('any')],
          ...NOTICE_TYPES.map((type) => [type, t(`types.${type}`)] as const),
        ]}
        onValue={(type) => onFilter(parseNoticeFilter({ state: filter.state, type }))}
      />
    </div>
  )
}

function NoticeTable({ list }: { list: readonly Notice[] }) {
  const { t } = useTranslation('notice')
  return (
    <Table
      label={t('title')}
      columns={[
        t('state'),
        t('notice'),
        t('type'),
        t('publishedAt'),
        t('publishedBy'),
        { right: t('reads') },
      ]}
    >
      {list.map((notice) => (
        <tr key={notice.noticeId}>
          <td>
            <NoticeStateBadge notice={notice} />
          </td>
          <td>
            <Link
              to="/messages/notices/$noticeId"
              params={{ noticeId: String(notice.noticeId) }}
              className={text.link}
            >
              {notice.title[currentLanguage()]}
            </Link>
          </td>
          <td>{t(`types.${notice.type}`)}</td>
          <td>{formatYearMinute(notice.publishedAt)}</td>
          <td>{notice.publishedBy === null ? '–' : actorName(notice.publishedBy)}</td>
          <td className={table.right}>{formatNumber(notice.reads)}</td>
        </tr>
      ))}
    </Table>
  )
}
