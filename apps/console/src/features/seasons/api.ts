import { useState } from 'react'
import { seasonDraftEndpoints } from '@solstice/contract/season-draft.endpoints'
import { messageOf } from '@solstice/ui/api-error.ts'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import type { Draft } from '#/lib/season-draft.ts'
import { showToast } from '#/lib/toast.ts'
import { noteSeasons } from '#/shell/season/season-queries.ts'
import type { SeasonRow } from '#/shell/season/season-queries.ts'

const begin = (plan: Draft) =>
  call(
    seasonDraftEndpoints['seasonPlan.begin'],
    { body: { plan } },
    { idempotencyKey: crypto.randomUUID() },
  )

export const copySeason = (seasonId: number, startAt: string, idempotencyKey: string) =>
  call(
    seasonDraftEndpoints['seasonPlan.copy'],
    { params: { seasonId }, body: { startAt } },
    { idempotencyKey },
  )

export const discardSeason = (seasonId: number, reason: string, idempotencyKey: string) =>
  call(
    seasonDraftEndpoints['seasonPlan.discard'],
    { params: { seasonId }, body: { reason } },
    { idempotencyKey },
  )

/** Returns a function that creates a draft and opens it; a refusal is shown as a toast. */
export function useBegin(open: (season: SeasonRow) => void) {
  const { t } = useTranslation('seasons')
  const [isBusy, setBusy] = useState(false)

  async function start(plan: Draft): Promise<void> {
    setBusy(true)
    try {
      const season = await begin(plan)
      noteSeasons()
      open(season)
    } catch (error) {
      showToast(messageOf(error, t('beginFailed')))
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, begin: (plan: Draft) => void start(plan) }
}
