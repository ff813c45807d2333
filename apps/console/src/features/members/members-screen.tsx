import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { operatorEndpoints } from '@solstice/contract/operator.endpoints'
import { formatNumber } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { showToast } from '#/lib/toast.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Page } from '#/shell/page.tsx'
import { publishedSeasonsQuery } from '#/shell/published-seasons-query.ts'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import type { MemberPage } from './api.ts'
import { membersQuery } from './api.ts'
import { isFiltered, parseMembersFilter } from './filter.ts'
import type { MembersFilter } from './filter.ts'
import { Filters } from './filters.tsx'
import { MemberTable } from './member-table.tsx'
import { MembersPager } from './members-pager.tsx'

/** Lists the members. The filters stand in the address, so that it can be sent. */
export function MembersScreen() {
  const { t } = useTranslation('members')
  const may = useMay()
  const filter = useSearch({ from: '/app/members' })
  const navigate = useNavigate({ from: '/members' })
  const query = useQuery(membersQuery(filter))
  const { data: seasons = [] } = useQuery({
    ...publishedSeasonsQuery,
    enabled: may('seasonPlan.list'),
  })
  const show = (next: MembersFilter) => void navigate({ search: next })

  function clear() {
    show({})
    showToast(t('cleared'), { label: t('common:undo'), run: () => show(filter) })
  }

  const season = seasons.find(({ seasonId }) => seasonId === filter.season)
  const total = query.data?.totalCount
  return (
    <Page
      title={t('title')}
      beside={
        total != null && (
          <span className={text.soft}>
            {t(season ? 'countIn' : 'count', {
              count: total,
              text: `${formatNumber(total)}${query.data?.isCountPartial ? '+' : ''}`,
              season: season?.title[currentLanguage()] ?? '',
            })}
          </span>
        )
      }
    >
      <Panel isFlush>
        <Filters filter={filter} seasons={seasons} onChange={show} onClear={clear} />
        <Loaded
          query={query}
          endpoint={operatorEndpoints['operator.findMembers']}
          failed={t('failed')}
        >
          {(data) => (
            <>
              {data.list.length === 0 ? (
                <Empty message={t(emptyOf(filter, data))} />
              ) : (
                <MemberTable list={data.list} />
              )}
              <MembersPager
                key={JSON.stringify({ ...filter, before: null })}
                data={data}
                before={filter.before}
                onPage={(before) => show(parseMembersFilter({ ...filter, before }))}
              />
            </>
          )}
        </Loaded>
      </Panel>
    </Page>
  )
}

/** A page may be empty although older members match, because it reads a limited number of them. */
function emptyOf(filter: MembersFilter, { nextCursor }: MemberPage) {
  if (nextCursor !== null) return 'noneOnPage'
  return isFiltered(filter) ? 'noMatch' : 'empty'
}
