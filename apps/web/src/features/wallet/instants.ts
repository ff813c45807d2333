import { currentLanguage } from '#/lib/i18n.ts'

export function formatDate(instant: string): string {
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium' }).format(
    new Date(instant),
  )
}
