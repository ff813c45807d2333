import { useTranslation } from '#/lib/i18n.ts'
import { removeKept } from '#/lib/kept-draft.ts'
import { useMe } from '#/lib/me.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { noteSeasons } from '#/shell/season/season-queries.ts'
import type { SeasonRow } from '#/shell/season/season-queries.ts'
import { discardSeason } from './api.ts'
import { nameOf } from './season-table.tsx'

/** Asks before a draft and all of its revisions are deleted. */
export function DiscardSeason({ season, onClose }: { season: SeasonRow; onClose: () => void }) {
  const { t } = useTranslation('seasons')
  const { operatorId } = useMe()
  const name = nameOf(season) || t('untitled', { id: season.seasonId })
  return (
    <Confirm
      level="C2"
      title={t('discardTitle', { name })}
      action={t('discardDraft')}
      isDanger
      effect={[[t('revisions'), String(season.revision)]]}
      note={t('discardNote')}
      typed={{ label: t('discardTyped', { name }), expected: name }}
      run={({ reason, idempotencyKey }) => discardSeason(season.seasonId, reason, idempotencyKey)}
      onDone={() => {
        removeKept({ operatorId, seasonId: season.seasonId })
        noteSeasons()
        showToast(t('discarded', { name }))
        onClose()
      }}
      onClose={onClose}
    />
  )
}
