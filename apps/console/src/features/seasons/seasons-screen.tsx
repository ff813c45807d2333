import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { seasonPlanEndpoints } from '@solstice/contract/season-plan.endpoints'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { showToast } from '#/lib/toast.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Page } from '#/shell/page.tsx'
import { FileButton } from '#/shell/season/file-button.tsx'
import { parsePlan } from '#/shell/season/plan-file.ts'
import { seasonsQuery } from '#/shell/season/season-queries.ts'
import type { SeasonRow } from '#/shell/season/season-queries.ts'
import { Button } from '#/ui/button.tsx'
import { Panel } from '#/ui/panel.tsx'
import { useBegin } from './api.ts'
import { CopySeason } from './copy-season.tsx'
import { DiscardSeason } from './discard-season.tsx'
import { SeasonCalendar } from './season-calendar.tsx'
import { SeasonTable } from './season-table.tsx'

type Asking = { kind: 'copy' | 'discard'; season: SeasonRow }

/** Lists all seasons with their drafts, as a calendar and as a table. */
export function SeasonsScreen() {
  const { t } = useTranslation('seasons')
  const may = useMay()
  const navigate = useNavigate()
  const query = useQuery(seasonsQuery)
  const [asking, setAsking] = useState<Asking>()
  const open = ({ seasonId }: SeasonRow) =>
    void navigate({ to: '/seasons/$seasonId/edit', params: { seasonId: String(seasonId) } })
  const { isBusy, begin } = useBegin(open)

  async function beginFromFile(file: File): Promise<void> {
    const plan = parsePlan(await file.text())
    if (plan) begin(plan)
    else showToast(t('notJson', { name: file.name }))
  }

  const canBegin = may('seasonPlan.begin')
  return (
    <Page
      title={t('title')}
      aside={
        canBegin && (
          <>
            <FileButton
              label={t('fromFile')}
              accept="application/json,.json"
              isBusy={isBusy}
              onFile={(file) => void beginFromFile(file)}
            />
            <Button tone="primary" icon="plus" isBusy={isBusy} onClick={() => begin({})}>
              {t('new')}
            </Button>
          </>
        )
      }
    >
      <Loaded query={query} endpoint={seasonPlanEndpoints['seasonPlan.list']} failed={t('failed')}>
        {(seasons) =>
          seasons.length === 0 ? (
            <Panel>
              <Empty message={t('empty')} />
            </Panel>
          ) : (
            <>
              <SeasonCalendar seasons={seasons} />
              <Panel isFlush>
                <SeasonTable
                  seasons={seasons.toReversed()}
                  onCopy={(season) => setAsking({ kind: 'copy', season })}
                  onDiscard={(season) => setAsking({ kind: 'discard', season })}
                />
              </Panel>
              {asking?.kind === 'copy' && (
                <CopySeason
                  season={asking.season}
                  seasons={seasons}
                  onCopied={open}
                  onClose={() => setAsking(undefined)}
                />
              )}
            </>
          )
        }
      </Loaded>
      {asking?.kind === 'discard' && (
        <DiscardSeason season={asking.season} onClose={() => setAsking(undefined)} />
      )}
    </Page>
  )
}
