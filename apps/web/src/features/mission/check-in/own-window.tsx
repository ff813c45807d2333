import { useTranslation } from '#/lib/i18n.ts'
import {
  formatOwnClock,
  formatOwnMinute,
  ownDaysBetween,
  ownOffset,
} from '@solstice/ui/programme-time.ts'
import { serverNow } from '@solstice/ui/time.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import text from '#/ui/text.module.css'

/** Shows the same window in the member's local time, with relative days. */
export function OwnWindow({ opensAtMs, lastMs }: { opensAtMs: number; lastMs: number }) {
  const { t } = useTranslation('mission')
  const nowMs = serverNow()

  function formatTime(instantMs: number): string {
    const time = formatOwnClock(instantMs)
    const days = ownDaysBetween(nowMs, instantMs)
    if (Math.abs(days) > 1) return formatOwnMinute(instantMs)
    return t(`checkIn.${days < 0 ? 'yesterday' : days > 0 ? 'tomorrow' : 'today'}`, { time })
  }

  const isSameDay = ownDaysBetween(opensAtMs, lastMs) === 0
  return (
    <div>
      <dt className={classNames(text.small, text.soft)}>
        {t('checkIn.ownTime', { zone: ownOffset(nowMs) })}
      </dt>
      <dd className={classNames(text.strong, text.number)}>
        {t('checkIn.ownWindow', {
          from: formatTime(opensAtMs),
          to: isSameDay ? formatOwnClock(lastMs) : formatTime(lastMs),
        })}
      </dd>
    </div>
  )
}
