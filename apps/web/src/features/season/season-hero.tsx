import { useTranslation } from '#/lib/i18n.ts'
import { formatProgrammeDay, formatProgrammeMinute } from '@solstice/ui/programme-time.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import picture from '#/ui/picture-card.module.css'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import text from '#/ui/text.module.css'
import type { Season } from './api.ts'
import styles from './season-hero.module.css'
import { SeasonPicture } from './season-picture.tsx'
import { useSeasonTime } from './season-time.ts'

/** Shows the picture and the opening time of a season that has not started. */
export function SeasonHero({ season }: { season: Season }) {
  const { t } = useTranslation('season')
  const { span } = useSeasonTime()
  const nowMs = useNow()
  return (
    <div className={styles.hero}>
      <div className={classNames(picture.picture, styles.picture)}>
        <SeasonPicture url={season.imageUrl} />
        <p className={text.headline}>
          {t('dashboard.opens', { day: formatProgrammeDay(season.startAt) })}
        </p>
        <p className={classNames(text.small, text.strong, text.number, styles.when)}>
          <ScreenIcon name="clock" size={16} />
          {span('opensIn', Date.parse(season.startAt) - nowMs)}
        </p>
      </div>
      {season.description && <p>{season.description}</p>}
      <p className={classNames(text.soft, text.small, text.number)}>
        {t('dashboard.opensText', { time: formatProgrammeMinute(season.startAt) })}
      </p>
    </div>
  )
}
