import { MINUTE_MS } from '@solstice/rules/duration'
import { currentLanguage } from './i18n.ts'

/** Formats a duration as `1 hour 30 minutes`, in whole minutes and at least one. */
export function formatDuration(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS))
  const parts = [
    [Math.floor(minutes / 60), 'hour'],
    [minutes % 60, 'minute'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => formatUnit(count, unit))
    .join(' ')
}

function formatUnit(count: number, unit: 'hour' | 'minute'): string {
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(currentLanguage(), options).format(count)
}
