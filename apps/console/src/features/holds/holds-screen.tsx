import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { EVIDENCE_CLASSES } from '@solstice/rules/hold/evidence'
import { holdEndpoints } from '@solstice/contract/hold.endpoints'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { queueQuery } from '#/shell/holds/hold-queries.ts'
import type { Queue } from '#/shell/holds/hold-queries.ts'
import { HoldRows } from '#/shell/holds/hold-rows.tsx'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Page } from '#/shell/page.tsx'
import { Pager } from '#/shell/pager.tsx'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { SelectField } from '#/ui/field.tsx'
import { Panel } from '#/ui/panel.tsx'
import tabs from '#/ui/tabs.module.css'
import text from '#/ui/text.module.css'
import { AGES, HOLD_FILTERS, isFiltered, parseHoldsFilter, toHoldsQuery } from './filter.ts'
import type { HoldFilter, HoldsFilter } from './filter.ts'
import styles from './holds.module.css'
import { PublishedPanel } from './published-panel.tsx'

/** Lists holds and appeals that wait for a decision; those of members who appealed come first. */
export function HoldsScreen() {
  const { t } = useTranslation('holds')
  const search = useSearch({ from: '/app/holds' })
  const navigate = useNavigate({ from: '/holds' })
  const query = useQuery(queueQuery(toHoldsQuery(search)))
  const { filter = 'waiting', page = 1 } = search
  const counts = query.data?.counts
  const change = (next: HoldsFilter) => void navigate({ search: next, resetScroll: false })
  return (
    <Page
      title={t('title')}
      beside={
        counts &&
        counts.lapsingSoon > 0 && (
          <Badge tone="warn" icon="clock">
            {t('lapsingSoon', { count: counts.lapsingSoon })}
          </Badge>
        )
      }
    >
      <nav className={tabs.tabs} aria-label={t('filter')}>
        {HOLD_FILTERS.map((each) => (
          <Link
            key={each}
            to="/holds"
            // The other filters stay, and the new list begins at its first page.
            search={parseHoldsFilter({ ...search, filter: each, page: undefined })}
            className={tabs.tab}
            aria-current={each === filter ? 'page' : undefined}
            activeOptions={{ exact: true }}
          >
            {t(`filters.${each}`)}
            <Count filter={each} counts={counts} />
          </Link>
        ))}
      </nav>
      <Panel isFlush>
        <Filters filter={search} onChange={change} />
        <Loaded query={query} endpoint={holdEndpoints['hold.queue']} failed={t('failed')}>
          {({ list, size, totalCount }) =>
            list.length === 0 ? (
              <Empty message={t(isFiltered(search) ? 'noMatch' : `empty.${filter}`)} />
            ) : (
              <>
                <HoldRows list={list} />
                <Pager
                  page={page}
                  size={size}
                  shown={list.length}
                  totalCount={totalCount}
                  onPage={(next) => change(parseHoldsFilter({ ...search, page: next }))}
                />
              </>
            )
          }
        </Loaded>
      </Panel>
      <PublishedPanel />
    </Page>
  )
}

type CountProps = { filter: HoldFilter; counts: Queue['counts'] | undefined }

function Count({ filter, counts }: CountProps) {
  if (!counts || filter === 'ended' || filter === 'all') return null
  return <span className={classNames(text.small, text.faint)}>{formatNumber(counts[filter])}</span>
}

type FiltersProps = { filter: HoldsFilter; onChange: (filter: HoldsFilter) => void }

/** Edits the filters in the address. */
function Filters({ filter, onChange }: FiltersProps) {
  const { t } = useTranslation('holds')
  // Another filter begins at its first page.
  const set = (name: keyof HoldsFilter) => (value: string) =>
    onChange(parseHoldsFilter({ ...filter, page: undefined, [name]: value }))
  const any = ['', t('any')] as const
  return (
    <div className={styles.filters} role="search" aria-label={t('filters.label')}>
      <SelectField
        label={t('evidenceFilter')}
        value={filter.evidence ?? ''}
        options={[any, ...EVIDENCE_CLASSES.map((each) => [each, t(`evidence.${each}`)] as const)]}
        onValue={set('evidence')}
      />
      <SelectField
        label={t('ageFilter')}
        value={filter.hours ?? ''}
        options={[any, ...AGES.map((each) => [each, t('atLeastHours', { hours: each })] as const)]}
        onValue={set('hours')}
      />
      {filter.group !== undefined && (
        <Badge tone="accent" icon="people">
          {t('ofGroup', { group: filter.group })}
        </Badge>
      )}
      {isFiltered(filter) && (
        <Button
          tone="plain"
          size="small"
          icon="close"
          onClick={() => onChange(filter.filter ? { filter: filter.filter } : {})}
        >
          {t('clear')}
        </Button>
      )}
    </div>
  )
}
