import { RECAP_NEWS_MS } from '@solstice/rules/recap'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { classNames } from '@solstice/ui/class-names.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { buttonClass } from '#/ui/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import picture from '#/ui/picture-card.module.css'
import text from '#/ui/text.module.css'
import { seasonsQuery } from './api.ts'
import styles from './recap-banner.module.css'
import { SeasonPicture } from './season-picture.tsx'

/** Returns whether a season ended recently enough for its recap to be news. */
export function isRecapNews(endAt: string, nowMs: number): boolean {
  const sinceMs = nowMs - Date.parse(endAt)
  return sinceMs >= 0 && sinceMs < RECAP_NEWS_MS
}

/** Announces the recap of the season that ended last, if the member took part in it. */
export function RecapBanner() {
  const { t } = useTranslation('season')
  const { data: seasons = [] } = useQuery(seasonsQuery())
  // Ended seasons are listed newest first.
  const last = seasons.find(({ status }) => status === 'ENDED')
  if (!last?.hasRecap) return null
  return (
    <Link
      to="/rewards/dashboard/$seasonId/recap"
      params={{ seasonId: last.seasonId }}
      className={classNames(picture.picture, styles.banner)}
    >
      <SeasonPicture url={last.imageUrl} />
      <span>
        <span className={classNames(text.strong, styles.line)}>{t('recap.ready')}</span>
        <span className={classNames(text.small, styles.line)}>
          {t('recap.look', { title: last.title })}
        </span>
      </span>
      <span className={styles.next}>
        <Icon name="next" size={20} />
      </span>
    </Link>
  )
}

/** Links to the recap of an ended season. */
export function RecapLink({ seasonId }: { seasonId: number }) {
  const { t } = useTranslation('season')
  return (
    <Link
      to="/rewards/dashboard/$seasonId/recap"
      params={{ seasonId }}
      className={classNames(buttonClass('quiet'), styles.link)}
    >
      {t('recap.open')}
    </Link>
  )
}
