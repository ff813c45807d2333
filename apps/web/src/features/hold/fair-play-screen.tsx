import { APPEAL_ANSWER_MS, HOLD_TTL_MS } from '@solstice/rules/hold/hold'
import { DAY_MS } from '@solstice/rules/duration'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import art from '#/art/mission-hold.svg'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { currentLanguage, useTranslation } from '#/lib/i18n.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { useBack } from '#/shell/use-back.ts'
import { buttonClass } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import text from '#/ui/text.module.css'
import { fairPlayQuery } from './api.ts'
import type { FairPlay } from './api.ts'
import { sumOf } from './hold-view.ts'
import styles from './hold.module.css'

type Month = FairPlay['months'][number]

/** Explains holds to everybody and publishes how often they happened and were wrong. */
export function FairPlayScreen({ isMember }: { isMember: boolean }) {
  const { t } = useTranslation('hold')
  const back = useBack()
  const query = useQuery(fairPlayQuery)
  return (
    <Screen
      header={<ScreenHeader back={back} title={t('fairPlay.title')} isOverArt />}
      dock={
        isMember && (
          <Link to="/more/holds" className={buttonClass('quiet')}>
            {t('fairPlay.toHolds')}
          </Link>
        )
      }
    >
      <div className={styles.page}>
        <div className={styles.scene}>
          <img className={styles.art} src={art} alt="" width={390} height={320} />
        </div>
        <p className={styles.titled}>{t('fairPlay.lead')}</p>
        <Promises />
        <section className={styles.group}>
          <h2 className={text.title}>{t('fairPlay.numbers')}</h2>
          <Loaded query={query} skeleton={<NumbersSkeleton />} failed={t('fairPlay.failed')}>
            {(data) => <Numbers data={data} />}
          </Loaded>
        </section>
      </div>
    </Screen>
  )
}

function Promises() {
  const { t } = useTranslation('hold')
  const promises = [
    t('fairPlay.rules.family'),
    t('fairPlay.rules.payouts'),
    t('fairPlay.rules.end', { days: HOLD_TTL_MS / DAY_MS }),
    t('fairPlay.rules.appeal', { days: APPEAL_ANSWER_MS / DAY_MS }),
    t('fairPlay.rules.publish'),
  ]
  return (
    <section className={styles.group}>
      <h2 className={text.title}>{t('fairPlay.rules.heading')}</h2>
      <ul className={styles.promises}>
        {promises.map((promise) => (
          <li key={promise}>
            <Icon name="check" size={20} />
            <span className={text.soft}>{promise}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Numbers({ data }: { data: FairPlay }) {
  const { t } = useTranslation('hold')
  const { months, open, lastAppeals } = data
  const figures = [
    [t('fairPlay.open'), open],
    [t('fairPlay.held'), sumOf(months, 'held')],
    [t('fairPlay.ended'), sumOf(months, 'released') + sumOf(months, 'lapsed')],
    [t('fairPlay.reversed'), sumOf(months, 'reversed')],
  ] as const
  return (
    <>
      <dl className={styles.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className={classNames(text.small, text.soft)}>{label}</dt>
            <dd className={classNames(text.headline, text.number)}>{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
      {lastAppeals.answered > 0 && (
        <p>
          {t('fairPlay.appeals', { count: lastAppeals.answered, reversed: lastAppeals.reversed })}
        </p>
      )}
      <Months months={months.filter(({ held }) => held > 0)} />
      <p className={classNames(text.small, text.faint)}>{t('fairPlay.counted')}</p>
    </>
  )
}

/** Draws one bar a month: as long as its number of holds, and how many ended for the member. */
function Months({ months }: { months: readonly Month[] }) {
  const { t } = useTranslation('hold')
  if (months.length === 0) return <p className={text.soft}>{t('fairPlay.noMonths')}</p>
  const longest = Math.max(1, ...months.map(({ held }) => held))
  return (
    <>
      <h3 className={classNames(text.small, text.soft)}>{t('fairPlay.months')}</h3>
      <Card variant="flush">
        <ul>
          {months.map((month) => (
            <li key={month.month} className={styles.month}>
              <MonthBar month={month} longest={longest} />
            </li>
          ))}
        </ul>
      </Card>
      <ul className={classNames(text.small, text.soft, styles.legend)}>
        <li>
          <i className={styles.given} aria-hidden="true" />
          {t('fairPlay.legend.given')}
        </li>
        <li>
          <i aria-hidden="true" />
          {t('fairPlay.legend.kept')}
        </li>
      </ul>
    </>
  )
}

function MonthBar({ month, longest }: { month: Month; longest: number }) {
  const { t } = useTranslation('hold')
  const { held, released, lapsed, upheld, appealed } = month
  const given = released + lapsed
  return (
    <>
      <span className={classNames(text.small, text.soft, text.number)}>
        {monthName(month.month)}
      </span>
      <span className={text.unseen}>{t('fairPlay.month', { held, given, upheld, appealed })}</span>
      <span
        className={styles.bar}
        style={{ width: `${(100 * held) / longest}%` }}
        aria-hidden="true"
      >
        {given > 0 && <i className={styles.given} style={{ flexGrow: given }} />}
        {held > given && <i style={{ flexGrow: held - given }} />}
      </span>
      <span className={classNames(text.strong, text.number)} aria-hidden="true">
        {formatNumber(held)}
      </span>
    </>
  )
}

/** Writes `2027-06` as a month of UTC. */
function monthName(month: string): string {
  return new Intl.DateTimeFormat(currentLanguage(), {
    year: '2-digit',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`))
}

function NumbersSkeleton() {
  return (
    <>
      <Skeleton isCard width="100%" height="184px" />
      <Skeleton isCard width="100%" height="120px" />
    </>
  )
}
