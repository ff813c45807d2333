import type { CallData } from '@solstice/contract/wire'
import { useTranslation } from '#/lib/i18n.ts'
import { formatDay } from '#/lib/times.ts'
import styles from './availability-screen.module.css'

type Status = CallData<'status.show'>

const STEP = 4
const WIDTH = 3
const HEIGHT = 28

type ServiceDaysProps = { days: Status['days']; service: Status['services'][number]['service'] }

/** Draws one bar per day; a half-height mark is an outage of a part of the day. */
export function ServiceDays({ days, service }: ServiceDaysProps) {
  const { t } = useTranslation('availability')
  const bars = days.map(({ day, services }) => ({
    day,
    mark: services.find((each) => each.service === service)?.mark ?? 'UNKNOWN',
  }))
  const trouble = bars.flatMap(({ day, mark }) =>
    mark === 'PART' || mark === 'DOWN' ? [formatDay(`${day}T08:00:00.000Z`)] : [],
  )
  const name = t(`services.${service}`)
  return (
    <svg
      className={styles.days}
      viewBox={`0 0 ${STEP * days.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={
        trouble.length === 0
          ? t('noTrouble', { service: name })
          : t('trouble', { service: name, days: trouble.join(', ') })
      }
    >
      {bars.map(({ day, mark }, at) => (
        <g key={day} transform={`translate(${at * STEP})`}>
          <rect width={WIDTH} height={HEIGHT} className={styles[mark === 'PART' ? 'UP' : mark]} />
          {mark === 'PART' && (
            <rect y={HEIGHT / 2} width={WIDTH} height={HEIGHT / 2} className={styles['DOWN']} />
          )}
        </g>
      ))}
    </svg>
  )
}
