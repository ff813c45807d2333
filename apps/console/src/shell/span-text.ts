import { useTranslation } from '#/lib/i18n.ts'
import { spanOf } from '#/lib/times.ts'

/** Returns a function that writes a duration in its largest useful unit, such as `26 h`. */
export function useSpanText(): (durationMs: number) => string {
  const { t } = useTranslation()
  return (durationMs) => {
    const { unit, count } = spanOf(durationMs)
    return t(`span.${unit}`, { count })
  }
}
