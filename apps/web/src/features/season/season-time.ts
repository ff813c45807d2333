import { useTranslation } from '#/lib/i18n.ts'
import { formatProgrammeDay, spanOf } from '@solstice/ui/programme-time.ts'

type SpanKind = 'left' | 'opensIn' | 'endsIn'

/** Returns formatters for remaining times and periods. */
export function useSeasonTime() {
  const { t } = useTranslation('season')
  return {
    span: (kind: SpanKind, remainingMs: number) => {
      const { unit, values } = spanOf(remainingMs)
      return t(`time.${kind}.${unit}`, values)
    },
    period: ({ startAt, endAt }: { startAt: string; endAt: string }) =>
      t('period', {
        from: formatProgrammeDay(startAt),
        // The end of a season is exclusive.
        to: formatProgrammeDay(Date.parse(endAt) - 1),
      }),
  }
}
