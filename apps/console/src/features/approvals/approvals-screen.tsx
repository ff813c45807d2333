import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { approvalEndpoints } from '@solstice/contract/approval.endpoints'
import { classNames } from '@solstice/ui/class-names.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatMinute } from '#/lib/times.ts'
import { approvalTitle } from '#/shell/approval-title.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Page } from '#/shell/page.tsx'
import { Pager } from '#/shell/pager.tsx'
import { useSpanText } from '#/shell/span-text.ts'
import { buttonClass } from '#/ui/button.tsx'
import { Panel } from '#/ui/panel.tsx'
import rows from '#/ui/rows.module.css'
import tabs from '#/ui/tabs.module.css'
import text from '#/ui/text.module.css'
import { approvalsQuery } from './api.ts'
import type { Approval } from './api.ts'
import { APPROVAL_FILTERS } from './filters.ts'
import { StateBadge } from './state-badge.tsx'

export function ApprovalsScreen() {
  const { t } = useTranslation('approvals')
  const { filter = 'waiting', page = 1 } = useSearch({ from: '/app/approvals' })
  const navigate = useNavigate({ from: '/approvals' })
  const query = useQuery(approvalsQuery({ filter, page }))
  return (
    <Page
      title={t('title')}
      aside={
        <Link to="/system/policy" className={buttonClass()}>
          {t('limits')}
        </Link>
      }
    >
      <nav className={tabs.tabs} aria-label={t('filter')}>
        {APPROVAL_FILTERS.map((each) => (
          <Link
            key={each}
            to="/approvals"
            search={{ filter: each }}
            className={tabs.tab}
            aria-current={each === filter ? 'page' : undefined}
            activeOptions={{ exact: true }}
          >
            {t(`filters.${each}`)}
          </Link>
        ))}
      </nav>
      <Panel isFlush>
        <Loaded
          query={query}
          endpoint={approvalEndpoints['approval.list']}
          failed={t('listFailed')}
        >
          {({ list, size, totalCount }) =>
            list.length === 0 ? (
              <Empty message={t(`empty.${filter}`)} />
            ) : (
              <>
                <ul className={classNames(rows.rows, rows.stacked)}>
                  {list.map((approval) => (
                    <ApprovalRow key={approval.approvalId} approval={approval} />
                  ))}
                </ul>
                <Pager
                  page={page}
                  size={size}
                  shown={list.length}
                  totalCount={totalCount}
                  onPage={(next) => void navigate({ search: { filter, page: next } })}
                />
              </>
            )
          }
        </Loaded>
      </Panel>
    </Page>
  )
}

function ApprovalRow({ approval }: { approval: Approval }) {
  const { t } = useTranslation('approvals')
  const now = useNow()
  const spanText = useSpanText()
  const { approvalId, state, requestedBy, requestedAt, expiresAt } = approval
  const leftMs = Date.parse(expiresAt) - now
  return (
    <li>
      <span className={rows.grow}>
        <Link
          to="/approvals/$approvalId"
          params={{ approvalId: String(approvalId) }}
          className={text.strong}
        >
          {approvalTitle(approval)}
        </Link>
        <br />
        <span className={classNames(text.small, text.soft)}>
          {t('rowNote', {
            id: approvalId,
            name: requestedBy.name,
            time: formatMinute(requestedAt),
          })}
        </span>
      </span>
      {state === 'WAITING' && (
        <span className={classNames(text.small, leftMs < 6 * 3_600_000 ? text.warn : text.faint)}>
          {t('left', { span: spanText(leftMs) })}
        </span>
      )}
      <StateBadge state={state} />
    </li>
  )
}
