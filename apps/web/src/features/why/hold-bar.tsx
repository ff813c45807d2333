import { HOUR_MS } from '@solstice/rules/duration'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnMinute } from '@solstice/ui/programme-time.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import text from '#/ui/text.module.css'
import type { Explanation } from './api.ts'
import { elapsedShare, holdOf } from './hold.ts'
import styles from './why-sheet.module.css'

/** Shows the time of a hold to scale; nothing if its end is not known. */
export function HoldBar({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation('why')
  const hold = holdOf(explanation)
  const nowMs = useNow()
  if (!hold) return null
  const share = `${elapsedShare(hold, nowMs) * 100}%`
  return (
    <div className={classNames(text.small, text.number, styles.hold)}>
      {/* The label stays within the bar: it moves back by the same share of its own width. */}
      <p className={classNames(text.strong, styles.now)}>
        <span style={{ left: share, translate: `-${share}` }}>{t('hold.now')}</span>
      </p>
      <div className={styles.span} aria-hidden="true">
        <i style={{ width: share }} />
      </div>
      <dl className={styles.ends}>
        <div>
          <dt className={text.soft}>{t('hold.from')}</dt>
          <dd className={text.strong}>{formatOwnMinute(hold.startMs)}</dd>
        </div>
        <div>
          <dt className={text.soft}>{t('hold.until')}</dt>
          <dd className={text.strong}>{formatOwnMinute(hold.endMs)}</dd>
        </div>
      </dl>
    </div>
  )
}

/** Says how long a hold takes at most. */
export function AtMost({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation('why')
  const hold = holdOf(explanation)
  if (!hold) return null
  const count = Math.ceil((hold.endMs - hold.startMs) / HOUR_MS)
  return (
    <p className={classNames(text.small, text.strong, styles.atMost)}>
      <ScreenIcon name="clock" size={16} />
      {t('hold.atMost', { count })}
    </p>
  )
}
