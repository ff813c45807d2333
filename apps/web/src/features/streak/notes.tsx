import { classNames } from '@solstice/ui/class-names.ts'
import {
  formatLongProgrammeDay,
  formatProgrammeClock,
  PROGRAMME_OFFSET,
} from '@solstice/ui/programme-time.ts'
import type { ReactNode } from 'react'
import { noonOf } from '#/lib/programme-noon.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Card } from '#/ui/card.tsx'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import text from '#/ui/text.module.css'
import type { Streak } from './api.ts'
import styles from './notes.module.css'

/** Explains the days of the chain that had no check-in. */
export function Notes({ streak }: { streak: Streak }) {
  const { t } = useTranslation('status')
  const { excused, freezes, days } = streak
  const saved = days.filter(({ mark }) => mark === 'FROZEN')
  const { checkInsToNext } = freezes
  return (
    <Card variant="flush">
      <ul className={styles.notes}>
        {excused.map((each) => (
          <Note
            key={each.day}
            icon={<ScreenIcon name="cloud" size={20} />}
            title={t('streak.counts', { day: formatLongProgrammeDay(noonOf(each.day)) })}
          >
            <Outages outages={each.outages} />
          </Note>
        ))}
        <Note
          icon={<ScreenIcon name="snow" size={20} />}
          isFreeze
          title={t('streak.freezes', { count: freezes.left })}
        >
          {saved.length > 0 &&
            `${t('streak.saved', {
              days: saved.map(({ day }) => formatLongProgrammeDay(noonOf(day))).join(', '),
            })} `}
          {checkInsToNext === null
            ? t('streak.earned')
            : t('streak.next', { count: checkInsToNext })}
        </Note>
      </ul>
    </Card>
  )
}

function Note({
  icon,
  title,
  isFreeze = false,
  children,
}: {
  icon: ReactNode
  title: string
  isFreeze?: boolean
  children: ReactNode
}) {
  return (
    <li>
      <span className={styles.tile} data-freeze={isFreeze}>
        {icon}
      </span>
      <div>
        <p className={text.strong}>{title}</p>
        <p className={classNames(text.small, text.soft, text.number)}>{children}</p>
      </div>
    </li>
  )
}

function Outages({ outages }: { outages: Streak['excused'][number]['outages'] }) {
  const { t } = useTranslation('status')
  if (outages.length === 0) return t('streak.downThen')
  const spans = outages
    .map(({ startAt, endAt }) => `${formatProgrammeClock(startAt)}–${formatProgrammeClock(endAt)}`)
    .join(', ')
  return t('streak.down', { spans, zone: PROGRAMME_OFFSET })
}
