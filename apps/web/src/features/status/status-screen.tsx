import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatPercent } from '@solstice/ui/format.ts'
import { formatOwnClock } from '@solstice/ui/programme-time.ts'
import { chooseLanguage, LANGUAGE_NAMES, useTranslation } from '#/lib/i18n.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { buttonClass } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Screen } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import text from '#/ui/text.module.css'
import { currentLanguage } from '@solstice/ui/language.ts'
import { statusQuery, type Status } from './api.ts'
import { Incidents } from './incidents.tsx'
import { ServiceChart, Legend } from './service-chart.tsx'
import styles from './status-screen.module.css'

/** Shows everybody, without a session, whether the product works and what happened lately. */
export function StatusScreen() {
  const { t } = useTranslation('status')
  const query = useQuery(statusQuery())
  const other = currentLanguage() === 'ko' ? 'en' : 'ko'
  return (
    <Screen>
      <div className={styles.head}>
        <img src="/logo-white.svg" alt="Solstice" width={112} height={24} />
        {query.data && (
          <span className={classNames(text.small, text.faint, text.number)}>
            {t('updated', { time: formatOwnClock(query.data.updatedAt) })}
          </span>
        )}
      </div>
      {!query.data && <h1 className={text.unseen}>{t('title')}</h1>}
      <Loaded
        query={query}
        skeleton={<Skeleton isCard width="100%" height="420px" />}
        failed={t('failed')}
      >
        {(status) => <Content status={status} />}
      </Loaded>
      <Link to="/" className={classNames(buttonClass('text'), styles.toApp)}>
        {t('toApp')}
      </Link>
      <button
        type="button"
        lang={other}
        className={classNames(buttonClass('text'), styles.language)}
        onClick={() => void chooseLanguage(other)}
      >
        {LANGUAGE_NAMES[other]}
      </button>
    </Screen>
  )
}

function Content({ status }: { status: Status }) {
  const { t } = useTranslation('status')
  const { availability, state } = status
  return (
    <>
      <div className={styles.summary}>
        <Sun isUp={state === 'UP'} />
        <div>
          <h1 className={text.title}>{t(`state.${state}`)}</h1>
          <p className={classNames(text.small, text.soft, text.number)}>
            {availability === null
              ? t('unknown')
              : t('overall', { percent: formatPercent(availability) })}
          </p>
        </div>
      </div>
      <Card>
        <ul className={styles.services}>
          {status.services.map((service) => (
            <li key={service.service}>
              <p className={styles.service}>
                <span className={text.strong}>{t(`service.${service.service}`)}</span>
                <span className={classNames(text.small, text.soft, text.number)}>
                  {!service.isUp && <b className={styles.down}>{t('now')} </b>}
                  {service.availability !== null && formatPercent(service.availability)}
                </span>
              </p>
              <ServiceChart days={status.days} service={service.service} />
            </li>
          ))}
        </ul>
        <Legend days={status.days} />
      </Card>
      <h2 className={classNames(text.title, styles.heading)}>{t('happened')}</h2>
      <Incidents incidents={status.incidents} />
    </>
  )
}

function Sun({ isUp }: { isUp: boolean }) {
  return (
    <svg
      className={styles.sun}
      data-up={isUp}
      width={64}
      height={60}
      viewBox="0 0 64 60"
      fill="none"
      aria-hidden="true"
    >
      <path d="M16 40a16 16 0 0 1 32 0z" fill="currentColor" />
      <path
        d="M32 14v5M13.5 21.5l3.5 3.5M50.5 21.5 47 25M4 40h56M18 48h28M25 55h14"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  )
}
