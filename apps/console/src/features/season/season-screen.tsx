import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { statisticsEndpoints } from '@solstice/contract/statistics.endpoints'
import { formatNumber } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatMinute, formatWeekdayMinute } from '#/lib/times.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Page } from '#/shell/page.tsx'
import { Badge } from '#/ui/badge.tsx'
import type { Tone } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import type { IconName } from '#/ui/icon.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import { statisticsQuery } from './api.ts'
import { Dashboard } from './dashboard.tsx'
import { LiveChanges } from './live-changes.tsx'
import { PERIODS } from './period.ts'
import type { Period, Statistics } from './period.ts'
import styles from './season-screen.module.css'

const LOOKS: Record<Statistics['phase'], { tone: Tone; icon?: IconName }> = {
  UPCOMING: { tone: 'accent', icon: 'clock' },
  RUNNING: { tone: 'ok', icon: 'play' },
  ENDED: { tone: 'plain' },
}

/** Shows how a published season runs against its plan and the season before. */
export function SeasonScreen() {
  const { t } = useTranslation('dashboard')
  const { seasonId: given } = useParams({ from: '/app/seasons/$seasonId' })
  const seasonId = Number(given)
  const query = useQuery(statisticsQuery(seasonId))
  const [period, setPeriod] = useState<Period>('season')
  const season = query.data
  return (
    <Page
      title={season ? season.title[currentLanguage()] : t('unnamed', { id: given })}
      above={{ to: '/seasons', title: t('seasons'), name: t('unnamed', { id: given }) }}
      isDense
      beside={season && <Head season={season} />}
      aside={season && <Periods season={season} period={period} onPeriod={setPeriod} />}
    >
      <Loaded
        query={query}
        endpoint={statisticsEndpoints['statistics.season']}
        failed={t('failed')}
      >
        {(shown) =>
          shown.days.length === 0 ? (
            <Panel isFlush>
              <Empty message={t('empty')} />
            </Panel>
          ) : (
            <>
              <Dashboard season={shown} period={period} />
              <Footer season={shown} />
            </>
          )
        }
      </Loaded>
      {season?.phase !== 'ENDED' && <LiveChanges seasonId={seasonId} />}
    </Page>
  )
}

function Head({ season }: { season: Statistics }) {
  const { t } = useTranslation('dashboard')
  const { phase, today, totalDays, round } = season
  return (
    <>
      <Badge {...LOOKS[phase]}>{t(`phases.${phase}`)}</Badge>
      {today !== null && (
        <span className={text.soft}>
          {round === null
            ? t('day', { day: today, days: totalDays })
            : t('dayOfRound', {
                day: today,
                days: totalDays,
                round: round.number,
                end: formatWeekdayMinute(round.endsAt),
              })}
        </span>
      )}
    </>
  )
}

type PeriodsProps = { season: Statistics; period: Period; onPeriod: (period: Period) => void }

function Periods({ season: { round }, period, onPeriod }: PeriodsProps) {
  const { t } = useTranslation('dashboard')
  const shown = PERIODS.filter((each) => each !== 'round' || round !== null)
  return (
    <fieldset className={styles.periods}>
      <legend className={text.unseen}>{t('period')}</legend>
      {shown.map((each) => (
        <Button
          key={each}
          size="small"
          tone="plain"
          aria-pressed={each === period}
          onClick={() => onPeriod(each)}
        >
          {t(`periods.${each}`, { round: round?.number ?? 0 })}
        </Button>
      ))}
    </fieldset>
  )
}

function Footer({ season: { asOf, ledgerTransaction } }: { season: Statistics }) {
  const { t } = useTranslation('dashboard')
  return (
    <p className={`${text.small} ${text.faint}`}>
      {asOf === null
        ? t('notAggregated')
        : t('asOf', { time: formatMinute(asOf), id: formatNumber(ledgerTransaction) })}
    </p>
  )
}
