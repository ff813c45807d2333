import { useTranslation } from '#/lib/i18n.ts'
import { formatProgrammeDay, spanOf } from '#/lib/programme-time.ts'

type SpanKind = 'left' | 'opensIn' | 'endsIn'

/** How long something still takes, and from when to when it goes, in words. */
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
        // A season ends at the first instant that is no longer in it.
        to: formatProgrammeDay(Date.parse(endAt) - 1),
      }),
  }
}
