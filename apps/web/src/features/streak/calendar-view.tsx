import { DAY_MS } from '@solstice/rules/duration'
import { classNames } from '@solstice/ui/class-names.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { formatLongProgrammeDay } from '@solstice/ui/programme-time.ts'
import { noonOf } from '#/lib/programme-noon.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import text from '#/ui/text.module.css'
import type { Streak } from './api.ts'
import { weeksOf, type CalendarDay } from './calendar.ts'
import styles from './calendar.module.css'

/** A Monday; only its weekday is shown. */
const MONDAY = Date.UTC(2026, 5, 1, 12)

export function Calendar({ streak }: { streak: Streak }) {
  const { t } = useTranslation('status')
  const weeks = weeksOf(streak)
  const weekday = new Intl.DateTimeFormat(currentLanguage() === 'ko' ? 'ko' : 'en-GB', {
    weekday: 'short',
    timeZone: 'UTC',
  })
  return (
    <div className={styles.calendar}>
      <div className={classNames(text.small, text.faint, styles.weekdays)} aria-hidden="true">
        {Array.from({ length: 7 }, (_, at) => (
          <span key={at}>{weekday.format(MONDAY + at * DAY_MS)}</span>
        ))}
      </div>
      <ol aria-label={t('streak.calendar')}>
        {weeks.flat().map((day) => (
          <Day key={day.day} day={day} />
        ))}
      </ol>
    </div>
  )
}

function Day({ day: { day, mark, isInChain, isLinked } }: { day: CalendarDay }) {
  const { t } = useTranslation('status')
  if (mark === null) return <li aria-hidden="true" />
  return (
    <li data-linked={isLinked}>
      <span className={styles.day} data-mark={mark} data-chain={isInChain} aria-hidden="true">
        {mark === 'EXCUSED' ? (
          <ScreenIcon name="cloud" size={20} />
        ) : mark === 'FROZEN' ? (
          <ScreenIcon name="snow" size={20} />
        ) : (
          new Date(noonOf(day)).getUTCDate()
        )}
      </span>
      <span className={text.unseen}>
        {t(`streak.mark.${mark}`, { day: formatLongProgrammeDay(noonOf(day)) })}
      </span>
    </li>
  )
}
