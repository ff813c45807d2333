import { SERVICES } from '@solstice/rules/availability'
import { classNames } from '@solstice/ui/class-names.ts'
import {
  formatLongProgrammeDay,
  formatProgrammeClock,
  formatProgrammeDay,
  PROGRAMME_OFFSET,
} from '@solstice/ui/programme-time.ts'
import { serverNow } from '@solstice/ui/time.ts'
import { noonOf } from '#/lib/programme-noon.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Card } from '#/ui/card.tsx'
import text from '#/ui/text.module.css'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import type { Incident } from './api.ts'
import styles from './incidents.module.css'

export function Incidents({ incidents }: { incidents: readonly Incident[] }) {
  const { t } = useTranslation('status')
  if (incidents.length === 0) return <p className={text.soft}>{t('nothing')}</p>
  return (
    <ul className={styles.list}>
      {incidents.map((incident) => (
        <li key={`${incident.startAt}-${incident.services.join()}-${incident.cause}`}>
          <Card>
            <Content incident={incident} />
          </Card>
        </li>
      ))}
    </ul>
  )
}

function Content({ incident }: { incident: Incident }) {
  const { t } = useTranslation('status')
  const { services, cause, startAt, endAt, excusedDays } = incident
  const named =
    services.length === SERVICES.length
      ? t('incident.all')
      : services.map((service) => t(`service.${service}`)).join(', ')
  const lastedMs = (endAt === null ? serverNow() : Date.parse(endAt)) - Date.parse(startAt)
  const minutes = Math.max(1, Math.round(lastedMs / 60_000))
  const values = { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
  return (
    <>
      <p className={styles.head}>
        <span className={text.strong}>{t(`incident.${cause}`, { services: named })}</span>
        <span className={classNames(text.small, text.soft, text.number)}>
          {t(values.hours > 0 ? 'duration.hours' : 'duration.minutes', values)}
        </span>
      </p>
      <p className={classNames(text.small, text.soft, text.number)}>
        <Span incident={incident} />
      </p>
      {excusedDays.map((day) => (
        <p key={day} className={classNames(text.small, styles.excused)}>
          <ScreenIcon name="cloud" size={20} />
          <span>
            <b>{t('weatherDay')}</b> {t('counts', { day: formatProgrammeDay(noonOf(day)) })}
          </span>
        </p>
      ))}
    </>
  )
}

function Span({ incident: { startAt, endAt } }: { incident: Incident }) {
  const { t } = useTranslation('status')
  const day = formatLongProgrammeDay(startAt)
  const from = formatProgrammeClock(startAt)
  const zone = PROGRAMME_OFFSET
  if (endAt === null) return t('incident.since', { day, from, zone })
  const lastDay = formatLongProgrammeDay(Date.parse(endAt) - 1)
  const to = formatProgrammeClock(endAt)
  return day === lastDay
    ? t('incident.span', { day, from, to, zone })
    : t('incident.days', { from: day, fromTime: from, to: lastDay, toTime: to, zone })
}
