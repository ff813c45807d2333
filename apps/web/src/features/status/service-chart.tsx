import { classNames } from '@solstice/ui/class-names.ts'
import { formatProgrammeDay } from '@solstice/ui/programme-time.ts'
import { noonOf } from '#/lib/programme-noon.ts'
import { useTranslation } from '#/lib/i18n.ts'
import text from '#/ui/text.module.css'
import type { Service, Status } from './api.ts'
import styles from './service-chart.module.css'

const STEP = 3.53
const WIDTH = 2.3
const HEIGHT = 28

type Days = Status['days']
type Mark = Days[number]['services'][number]['mark']

/** Draws one bar per day. A half-height mark is an outage of a part of the day. */
export function ServiceChart({ days, service }: { days: Days; service: Service }) {
  const { t } = useTranslation('status')
  const bars = days.map(({ day, services }) => ({
    day,
    mark: services.find((each) => each.service === service)?.mark ?? 'UNKNOWN',
  }))
  const trouble = bars.filter(({ mark }) => mark === 'PART' || mark === 'DOWN')
  const name = t(`service.${service}`)
  const label =
    trouble.length === 0
      ? t('noTrouble', { service: name })
      : t('trouble', {
          service: name,
          days: trouble.map(({ day }) => formatProgrammeDay(noonOf(day))).join(', '),
        })
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${STEP * days.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {bars.map(({ day, mark }, at) => (
        <Bar key={day} x={at * STEP} mark={mark} />
      ))}
    </svg>
  )
}

function Bar({ x, mark }: { x: number; mark: Mark }) {
  const base = { x, width: WIDTH, rx: WIDTH / 2 }
  return (
    <>
      <rect {...base} y={0} height={HEIGHT} className={styles[mark === 'PART' ? 'UP' : mark]} />
      {mark === 'PART' && (
        <rect {...base} y={HEIGHT / 2} height={HEIGHT / 2} className={styles['DOWN']} />
      )}
    </>
  )
}

export function Legend({ days }: { days: Days }) {
  const { t } = useTranslation('status')
  const [first] = days
  return (
    <div className={classNames(text.small, text.faint, styles.legend)}>
      <span>{first && formatProgrammeDay(noonOf(first.day))}</span>
      <ul>
        {(['UP', 'PART', 'DOWN'] as const).map((mark) => (
          <li key={mark}>
            <i className={styles.key} data-mark={mark} aria-hidden="true" />
            {t(`legend.${mark}`)}
          </li>
        ))}
      </ul>
      <span>{t('legend.today')}</span>
    </div>
  )
}
