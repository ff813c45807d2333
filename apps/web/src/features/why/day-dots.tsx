import { currentLanguage, useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import type { Explanation } from './api.ts'
import styles from './why-sheet.module.css'

/** Shows the days of a round, with a mark on those that counted. */
export function DayDots({ days }: { days: Explanation['days'] }) {
  const { t } = useTranslation('why')
  return (
    <ol className={styles.days}>
      {days.map(({ day, counted }) => (
        <li key={day}>
          <span className={classNames(styles.day, counted && styles.counted)} aria-hidden="true">
            {counted && <Icon name="check" size={16} />}
          </span>
          <span className={classNames(text.small, text.soft)} aria-hidden="true">
            {weekday(day, 'short')}
          </span>
          <span className={text.unseen}>
            {t(counted ? 'dayCounted' : 'dayMissed', { day: weekday(day, 'long') })}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** A programme day is a calendar date, whatever the time zone of the device. */
function weekday(day: string, style: 'short' | 'long'): string {
  return new Intl.DateTimeFormat(currentLanguage(), { weekday: style, timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
}
