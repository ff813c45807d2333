import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#/lib/i18n.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import picture from '#/ui/picture-card.module.css'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import text from '#/ui/text.module.css'
import { publicSeasonsQuery, seasonQuery } from './api.ts'
import type { SeasonSummary, Standing } from './api.ts'
import { BetweenSeasons } from './between-seasons.tsx'
import styles from './live-seasons.module.css'
import { isRecapNews, RecapBanner } from './recap-banner.tsx'
import { SeasonPicture } from './season-picture.tsx'
import { useSeasonTime } from './season-time.ts'

/** Lists the running seasons, each with the member's standing. */
export function LiveSeasons() {
  const { t } = useTranslation('season')
  const query = useQuery(publicSeasonsQuery())
  return (
    <Loaded
      query={query}
      skeleton={<Skeleton isCard width="100%" height="104px" />}
      failed={t('loadFailed')}
    >
      {(seasons) => <LiveSeasonList seasons={seasons} />}
    </Loaded>
  )
}

function LiveSeasonList({ seasons }: { seasons: readonly SeasonSummary[] }) {
  const nowMs = useNow()
  const live = seasons.filter(({ status }) => status === 'ONGOING')
  const details = useQueries({ queries: live.map(({ seasonId }) => seasonQuery(seasonId)) })
  if (live.length === 0) return <BetweenSeasons seasons={seasons} />
  // The next season may follow at once; the recap of the last one is news for a week.
  const isNews = seasons.some(({ endAt }) => isRecapNews(endAt, nowMs))
  return (
    <div className={styles.live}>
      {isNews && <RecapBanner />}
      <ul className={picture.carousel}>
        {live.map((season, at) => (
          <li key={season.seasonId} className={styles.item}>
            <LiveSeason season={season} standing={details[at]?.data?.me} nowMs={nowMs} />
          </li>
        ))}
      </ul>
    </div>
  )
}

type LiveSeasonProps = {
  season: SeasonSummary
  standing: Standing | undefined
  nowMs: number
}

function LiveSeason({ season, standing, nowMs }: LiveSeasonProps) {
  const { t } = useTranslation('season')
  const { span } = useSeasonTime()
  return (
    <Link
      to="/rewards/dashboard/$seasonId/"
      params={{ seasonId: season.seasonId }}
      className={classNames(picture.picture, styles.card)}
    >
      <SeasonPicture url={season.imageUrl} />
      <span>
        <span className={classNames(text.strong, text.twoLines)}>{season.title}</span>
        <span className={classNames(text.small, text.number, styles.line)}>
          {standing ? t('standing', { tier: standing.tier, level: standing.level }) : '\u00a0'}
        </span>
      </span>
      <span className={classNames(text.small, text.strong, text.number, styles.left)}>
        <ScreenIcon name="clock" size={16} />
        {span('left', Date.parse(season.endAt) - nowMs)}
      </span>
    </Link>
  )
}
