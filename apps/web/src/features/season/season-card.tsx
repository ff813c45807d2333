import { Link } from '@tanstack/react-router'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import picture from '#/ui/picture-card.module.css'
import { ProgressBar } from '#/ui/progress-bar.tsx'
import text from '#/ui/text.module.css'
import type { SeasonCard as Card } from './api.ts'
import { SeasonPicture } from './season-picture.tsx'
import styles from './season-card.module.css'
import { useSeasonTime } from './season-time.ts'

/** Shows a season as a reward card: points earned, period, progress and status. */
export function SeasonCard({ season, nowMs }: { season: Card; nowMs: number }) {
  const { t } = useTranslation('season')
  const { span, period } = useSeasonTime()
  const { status } = season
  const when =
    status === 'ONGOING'
      ? span('left', Date.parse(season.endAt) - nowMs)
      : status === 'UPCOMING'
        ? span('opensIn', Date.parse(season.startAt) - nowMs)
        : undefined
  return (
    <Link
      to="/rewards/dashboard/$seasonId/"
      params={{ seasonId: season.seasonId }}
      className={classNames(picture.picture, styles.card)}
    >
      <SeasonPicture url={season.imageUrl} />
      <span>
        <span className={styles.head}>
          <span className={classNames(text.title, text.twoLines, styles.grow)}>{season.title}</span>
          <span className={classNames(text.small, styles.status)}>
            {t(`status.${status === 'UPCOMING' ? 'UPCOMING' : season.cardStatus}`)}
          </span>
        </span>
        <span className={classNames(text.small, text.number, styles.line)}>
          {when ? `${period(season)} · ${when}` : period(season)}
        </span>
      </span>
      <span>
        <span className={styles.points}>
          <span className={text.display}>{formatNumber(season.pointsEarned)}</span>{' '}
          <span className={text.strong}>{t('xp')}</span>
        </span>
        <ProgressBar value={season.progress / 100} />
      </span>
    </Link>
  )
}
