import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { useBack } from '#/shell/use-back.ts'
import { buttonClass } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import text from '#/ui/text.module.css'
import { roundsQuery, seasonQuery, seasonsQuery } from './api.ts'
import type { SeasonCard } from './api.ts'
import { chooseSeason } from './choose-season.ts'
import styles from './rules-screen.module.css'
import { useSeasonTime } from './season-time.ts'

const DAY_MS = 24 * 60 * 60_000

type RulesScreenProps = {
  requestedId: number | undefined
  /** The rules of check-in and spin, from the missions themselves. */
  missionRules: (seasonId: number) => ReactNode
}

export function RulesScreen({ requestedId, missionRules }: RulesScreenProps) {
  const { t } = useTranslation('season')
  const back = useBack()
  const query = useQuery(seasonsQuery())
  return (
    <Screen header={<ScreenHeader back={back} title={t('rules.title')} />}>
      <Loaded
        query={query}
        skeleton={<Skeleton isCard width="100%" height="420px" />}
        failed={t('rules.failed')}
      >
        {(seasons) => {
          const season = chooseSeason(seasons, requestedId)
          return <Rules season={season} missionRules={season && missionRules(season.seasonId)} />
        }}
      </Loaded>
    </Screen>
  )
}

function Rules({
  season,
  missionRules,
}: {
  season: SeasonCard | undefined
  missionRules: ReactNode
}) {
  const { t } = useTranslation('season')
  const { period } = useSeasonTime()
  return (
    <div className={styles.rules}>
      {season && (
        <p className={classNames(text.soft, text.number)}>
          {t('rules.of', { title: season.title, period: period(season) })}
        </p>
      )}
      {missionRules}
      <Rule title={t('rules.tickets')}>
        <p>{t('rules.ticketsText')}</p>
      </Rule>
      <Rule title={t('rules.levels')}>
        <p>{t('rules.levelsText')}</p>
        {season && (
          <Link
            to="/rewards/tier/$seasonId/"
            params={{ seasonId: season.seasonId }}
            className={buttonClass('quiet', true)}
          >
            {t('rules.tierTable')}
          </Link>
        )}
      </Rule>
      {season && <RoundRule seasonId={season.seasonId} />}
      <Rule title={t('rules.day')}>
        <p>{t('rules.dayText')}</p>
      </Rule>
    </div>
  )
}

function RoundRule({ seasonId }: { seasonId: number }) {
  const { t } = useTranslation('season')
  const { data: rounds } = useQuery(roundsQuery(seasonId))
  const { data: season } = useQuery(seasonQuery(seasonId))
  const [first] = rounds ?? []
  if (!first) return null
  const days = Math.round((Date.parse(first.endAt) - Date.parse(first.startAt)) / DAY_MS)
  return (
    <Rule title={t('rules.rounds')}>
      <p>{t('rules.roundsText', { days })}</p>
      <p>{t('rules.roundsNeed', { days: season?.me.estimate?.checkInDaysNeeded ?? 3 })}</p>
    </Rule>
  )
}

function Rule({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.rule}>
      <h2 className={text.title}>{title}</h2>
      <div className={classNames(text.soft, styles.text)}>{children}</div>
    </section>
  )
}
