import { HOUR_MS } from '@solstice/rules/duration'
import { elapsedShare } from '#/lib/elapsed-share.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnMinute } from '@solstice/ui/programme-time.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import text from '#/ui/text.module.css'
import { TimeSpan } from '#/ui/time-span.tsx'
import type { Explanation } from './api.ts'
import { holdOf } from './hold.ts'
import styles from './why-sheet.module.css'

/** A pause takes two days at most; longer holds are counted in days. */
const LONG_HOURS = 72

/** Shows the time of a hold to scale; nothing if its end is not known. */
export function HoldBar({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation('why')
  const hold = holdOf(explanation)
  const nowMs = useNow()
  if (!hold) return null
  return (
    <TimeSpan
      share={elapsedShare(hold, nowMs)}
      now={t('hold.now')}
      start={{ label: t('hold.from'), time: formatOwnMinute(hold.startMs) }}
      end={{ label: t('hold.until'), time: formatOwnMinute(hold.endMs) }}
    />
  )
}

/** Says how long a hold takes at most. */
export function AtMost({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation('why')
  const hold = holdOf(explanation)
  if (!hold) return null
  const hours = Math.ceil((hold.endMs - hold.startMs) / HOUR_MS)
  const isLong = hours > LONG_HOURS
  return (
    <p className={classNames(text.small, text.strong, styles.atMost)}>
      <ScreenIcon name="clock" size={16} />
      {t(isLong ? 'hold.days' : 'hold.atMost', { count: isLong ? Math.ceil(hours / 24) : hours })}
    </p>
  )
}
