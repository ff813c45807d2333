import { Link } from '@tanstack/react-router'
import { useTranslation } from '#/lib/i18n.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import picture from '#/ui/picture-card.module.css'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import text from '#/ui/text.module.css'
import type { SeasonSummary } from './api.ts'
import styles from './between-seasons.module.css'
import { nextSeason } from './choose-season.ts'
import { RecapBanner } from './recap-banner.tsx'
import { SeasonPicture } from './season-picture.tsx'
import { useSeasonTime } from './season-time.ts'

/** Shows between seasons how the last one went, and what comes next and when. */
export function BetweenSeasons({ seasons }: { seasons: readonly SeasonSummary[] }) {
  return (
    <div className={styles.between}>
      <RecapBanner />
      <NextSeason seasons={seasons} />
    </div>
  )
}

/** Shows the next season, or that it will be shown here. */
function NextSeason({ seasons }: { seasons: readonly SeasonSummary[] }) {
  const { t } = useTranslation('season')
  const { span } = useSeasonTime()
  const nowMs = useNow()
  const next = nextSeason(seasons)
  if (!next) {
    return (
      <div className={classNames(picture.picture, styles.card)}>
        <SeasonPicture url={null} />
        <p className={text.strong}>{t('between.title')}</p>
        <p className={classNames(text.small, styles.text)}>{t('between.text')}</p>
      </div>
    )
  }
  return (
    <Link
      to="/rewards/dashboard/$seasonId/"
      params={{ seasonId: next.seasonId }}
      className={classNames(picture.picture, styles.card)}
    >
      <SeasonPicture url={next.imageUrl} />
      <span>
        <span className={classNames(text.small, styles.line)}>{t('between.title')}</span>
        <span className={classNames(text.strong, styles.line)}>
          {t('between.next', { title: next.title })}
        </span>
      </span>
      <span className={classNames(text.small, text.strong, text.number, styles.when)}>
        <ScreenIcon name="clock" size={16} />
        {span('opensIn', Date.parse(next.startAt) - nowMs)}
      </span>
    </Link>
  )
}
