import { useState } from 'react'
import { DAY_MS } from '@solstice/rules/duration'
import { useTranslation } from '#/lib/i18n.ts'
import { rangeOfDay } from '#/lib/times.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { hasDates, noteSeasons } from '#/shell/season/season-queries.ts'
import type { SeasonRow } from '#/shell/season/season-queries.ts'
import { Field } from '#/ui/field.tsx'
import { copySeason } from './api.ts'
import { freeDayAfter, overlapsOf } from './season-spans.ts'
import { nameOf } from './season-table.tsx'

type CopySeasonProps = {
  season: SeasonRow
  seasons: readonly SeasonRow[]
  onCopied: (season: SeasonRow) => void
  onClose: () => void
}

/** Asks for the first day of a copy, and proposes the first day after all seasons. */
export function CopySeason({ season, seasons, onCopied, onClose }: CopySeasonProps) {
  const { t } = useTranslation('seasons')
  const [day, setDay] = useState(() => freeDayAfter(seasons))
  const startAt = rangeOfDay(day)?.from
  const days = hasDates(season)
    ? Math.round((Date.parse(season.endAt) - Date.parse(season.startAt)) / DAY_MS)
    : undefined
  const overlapping =
    startAt !== undefined && days !== undefined
      ? overlapsOf(
          { start: Date.parse(startAt), end: Date.parse(startAt) + days * DAY_MS },
          seasons,
        )
      : []
  const name = nameOf(season)
  return (
    <Confirm
      level="C1"
      title={t('copyTitle', { name })}
      action={t('copy')}
      icon="copy"
      effect={days === undefined ? [] : [[t('length'), t('days', { count: days })]]}
      note={t('copyNote')}
      isReady={startAt !== undefined}
      fields={(isChecked) => (
        <Field
          label={t('firstDay')}
          type="date"
          value={day}
          onValue={setDay}
          help={
            overlapping.length > 0
              ? t('overlaps', { names: overlapping.map(nameOf).join(', ') })
              : t('isFree')
          }
          problem={isChecked && startAt === undefined ? t('dayMissing') : undefined}
        />
      )}
      run={({ idempotencyKey }) => copySeason(season.seasonId, startAt ?? '', idempotencyKey)}
      onDone={(copy) => {
        noteSeasons()
        onClose()
        onCopied(copy)
      }}
      onClose={onClose}
    />
  )
}
