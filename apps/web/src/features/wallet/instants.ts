import { currentLanguage } from '#/lib/i18n.ts'

/** Formats the time of an instant that is minutes away, in the phone's own time. */
export function formatTime(atMs: number): string {
  return new Intl.DateTimeFormat(currentLanguage(), { timeStyle: 'short' }).format(atMs)
}

export function formatDate(instant: string): string {
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium' }).format(
    new Date(instant),
  )
}
