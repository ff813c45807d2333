import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { seasonDraftEndpoints } from '@solstice/contract/season-draft.endpoints'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatMinute } from '#/lib/times.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Page } from '#/shell/page.tsx'
import { PhaseBadge } from '#/shell/season/phase-badge.tsx'
import { seasonQuery } from '#/shell/season/season-queries.ts'
import { SelectField } from '#/ui/field.tsx'
import { Panel } from '#/ui/panel.tsx'
import { revisionQuery, revisionsQuery } from './api.ts'
import type { ListedRevision } from './api.ts'
import { comparedRevisions } from './compare-search.ts'
import styles from './compare.module.css'
import { Differences } from './differences.tsx'

/** Compares two revisions of a season. Both stand in the address, so that it can be sent. */
export function CompareScreen() {
  const { t } = useTranslation('compare')
  const { seasonId: given } = useParams({ from: '/app/seasons/$seasonId/compare' })
  const seasonId = Number(given)
  const search = useSearch({ from: '/app/seasons/$seasonId/compare' })
  const navigate = useNavigate({ from: '/seasons/$seasonId/compare' })
  const season = useQuery(seasonQuery(seasonId)).data?.season
  const revisions = useQuery(revisionsQuery(seasonId))
  const name = season?.title[currentLanguage()] || t('seasons:untitled', { id: seasonId })
  return (
    <Page
      title={t('title', { name })}
      beside={season && <PhaseBadge season={season} />}
      above={{ to: '/seasons', title: t('seasons:title'), name }}
    >
      <Loaded
        query={revisions}
        endpoint={seasonDraftEndpoints['seasonPlan.revisions']}
        failed={t('failed')}
      >
        {(list) => {
          const compared = comparedRevisions(search, list)
          if (!compared) return <Empty message={t('single')} />
          return (
            <>
              <Panel>
                <div className={styles.choices}>
                  <RevisionChoice
                    label={t('from')}
                    revisions={list}
                    value={compared.from}
                    onValue={(from) => void navigate({ search: { ...compared, from } })}
                  />
                  <RevisionChoice
                    label={t('to')}
                    revisions={list}
                    value={compared.to}
                    onValue={(to) => void navigate({ search: { ...compared, to } })}
                  />
                </div>
              </Panel>
              <Compared seasonId={seasonId} {...compared} />
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

type RevisionChoiceProps = {
  label: string
  revisions: readonly ListedRevision[]
  value: number
  onValue: (revision: number) => void
}

function RevisionChoice({ label, revisions, value, onValue }: RevisionChoiceProps) {
  const { t } = useTranslation('compare')
  const isListed = revisions.some(({ revision }) => revision === value)
  const options = revisions.map((each): [string, string] => [
    String(each.revision),
    t(`revision.${each.kind}`, {
      number: each.revision,
      time: formatMinute(each.savedAt),
      name: each.savedBy ?? t('programme'),
    }),
  ])
  const older: [string, string][] = isListed ? [] : [[String(value), t('older', { number: value })]]
  return (
    <SelectField
      label={label}
      value={String(value)}
      options={[...options, ...older]}
      onValue={(chosen) => onValue(Number(chosen))}
    />
  )
}

function Compared({ seasonId, from, to }: { seasonId: number; from: number; to: number }) {
  const { t } = useTranslation('compare')
  const before = useQuery(revisionQuery(seasonId, from))
  const after = useQuery(revisionQuery(seasonId, to))
  const endpoint = seasonDraftEndpoints['seasonPlan.revision']
  return (
    <Loaded query={before} endpoint={endpoint} failed={t('revisionFailed', { number: from })}>
      {(first) => (
        <Loaded query={after} endpoint={endpoint} failed={t('revisionFailed', { number: to })}>
          {(second) => <Differences before={first} after={second} />}
        </Loaded>
      )}
    </Loaded>
  )
}
