import { useQuery } from '@tanstack/react-query'
import { holdEndpoints } from '@solstice/contract/hold.endpoints'
import { useTranslation } from '#/lib/i18n.ts'
import { memberHoldsQuery } from '#/shell/holds/hold-queries.ts'
import { HoldRows } from '#/shell/holds/hold-rows.tsx'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Pager } from '#/shell/pager.tsx'
import { Panel } from '#/ui/panel.tsx'
import type { ListTabProps } from './list-tab.ts'

/** Lists the fair-play holds of the member, also those that have ended. */
export function HoldsTab({ userId, page, onPage }: Omit<ListTabProps, 'why'>) {
  const { t } = useTranslation('holds')
  const query = useQuery(memberHoldsQuery(userId, page))
  return (
    <Panel isFlush>
      <Loaded query={query} endpoint={holdEndpoints['hold.queue']} failed={t('failed')}>
        {({ list, size, totalCount }) =>
          list.length === 0 ? (
            <Empty message={t('noneOfMember')} />
          ) : (
            <>
              <HoldRows list={list} isOfOneMember />
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
  )
}
