import { currentLanguage } from '#/lib/i18n.ts'

export function formatTime(atMs: number): string {
  return new Intl.DateTimeFormat(currentLanguage(), { timeStyle: 'short' }).format(atMs)
}

export function formatInstant(atMs: number): string {
  const format = new Intl.DateTimeFormat(currentLanguage(), {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
  return format.format(atMs)
}

export function formatDate(instant: string): string {
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium' }).format(
    new Date(instant),
  )
}
