import { currentLanguage } from '#/lib/i18n.ts'

/** Formats an instant in the phone's own time. */
export function formatInstant(atMs: number): string {
  return new Intl.DateTimeFormat(currentLanguage(), {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(atMs)
}
