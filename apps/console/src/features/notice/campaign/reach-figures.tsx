import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatSecond } from '#/lib/times.ts'
import { Note } from '#/ui/note.tsx'
import type { Reach } from '#/features/notice/api.ts'
import styles from './audience.module.css'

/** Shows whom a campaign would reach at its time, and warns of a second push within a day. */
export function ReachFigures({ reach }: { reach: Reach }) {
  const { t } = useTranslation('campaign')
  const { members, devices, switchedOff, asleep, secondPush, isEstimate, countedAt } = reach
  const number = (value: number) =>
    isEstimate ? t('about', { count: formatNumber(value) }) : formatNumber(value)
  const perMember = members === 0 ? '0' : (devices / members).toFixed(2)
  const figures = [
    ['membersReached', members, t('countedAt', { time: formatSecond(countedAt) })],
    ['devices', devices, t('perMember', { count: perMember })],
    ['switchedOff', switchedOff.members, t('noticeOnly')],
    ['asleep', asleep, t('waitForMorning')],
    ['secondPush', secondPush, secondPush === 0 ? t('noCollision') : t('withinADay')],
  ] as const
  return (
    <>
      <dl className={styles.figures} aria-label={t('reach')}>
        {figures.map(([name, value, detail]) => (
          <div key={name} className={styles.figure}>
            <dt>{t(`figures.${name}`)}</dt>
            <dd>
              <span className={styles.number}>{number(value)}</span>
              <span className={styles.detail}>{detail}</span>
            </dd>
          </div>
        ))}
      </dl>
      {secondPush > 0 && (
        <Note tone="warn" isLive>
          {t('collision', { count: number(secondPush) })}
        </Note>
      )}
      {isEstimate && <Note>{t('estimate')}</Note>}
    </>
  )
}
