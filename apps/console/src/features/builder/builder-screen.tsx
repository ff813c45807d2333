import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { seasonDraftEndpoints } from '@solstice/contract/season-draft.endpoints'
import { useTranslation } from '#/lib/i18n.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { Page } from '#/shell/page.tsx'
import { seasonQuery } from '#/shell/season/season-queries.ts'
import { BuilderFrame } from './frame/builder-frame.tsx'

/** Edits the plan of a season. The step stands in the address. */
export function BuilderScreen() {
  const { t } = useTranslation('builder')
  const { seasonId: id } = useParams({ from: '/app/seasons/$seasonId/edit' })
  const { step = 'start' } = useSearch({ from: '/app/seasons/$seasonId/edit' })
  const seasonId = Number(id)
  const query = useQuery({ ...seasonQuery(seasonId), refetchOnMount: 'always' })
  // An earlier visit left its revision behind, on which nothing may be edited.
  const fresh = query.isFetchedAfterMount ? query.data : undefined
  if (fresh) return <BuilderFrame key={seasonId} shown={fresh} step={step} />
  return (
    <Page title={t(`steps.${step}`)} above={{ to: '/seasons', title: t('above'), name: id }}>
      <Loaded
        query={{ ...query, data: undefined, error: query.isFetching ? null : query.error }}
        endpoint={seasonDraftEndpoints['seasonPlan.show']}
        failed={t('failed')}
      >
        {() => null}
      </Loaded>
    </Page>
  )
}
