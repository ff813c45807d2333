import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { keepPreference } from '#/lib/preferences.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import text from '#/ui/text.module.css'
import type { SeasonCard } from './api.ts'
import { SeasonPicture } from './season-picture.tsx'
import styles from './season-sheet.module.css'
import { useSeasonTime } from './season-time.ts'

type SeasonSheetProps = {
  isOpen: boolean
  onClose: () => void
  seasons: readonly SeasonCard[]
  current: number | undefined
  onChoose: (season: SeasonCard) => void
}

/** Shows the season selector: every season with its state and the earned points. */
export function SeasonSheet({ isOpen, onClose, seasons, current, onChoose }: SeasonSheetProps) {
  const { t } = useTranslation('season')
  const { span } = useSeasonTime()
  const nowMs = useNow()

  function detailOf(season: SeasonCard): string {
    switch (season.status) {
      case 'ONGOING':
        return span('left', Date.parse(season.endAt) - nowMs)
      case 'UPCOMING':
        return span('opensIn', Date.parse(season.startAt) - nowMs)
      case 'ENDED':
        return t(`status.${season.cardStatus}`).toLowerCase()
    }
  }

  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('selector.title')}>
      <ul>
        {seasons.map((season) => {
          const isCurrent = season.seasonId === current
          return (
            <li key={season.seasonId} className={styles.item}>
              <button
                type="button"
                className={styles.row}
                aria-current={isCurrent || undefined}
                onClick={() => {
                  keepPreference('season', season.seasonId)
                  onChoose(season)
                }}
              >
                <span className={styles.picture}>
                  <SeasonPicture url={season.imageUrl} />
                </span>
                <span className={styles.text}>
                  <span className={text.strong}>{season.title}</span>
                  <span className={classNames(text.small, text.soft, text.number)}>
                    {t('selector.row', {
                      status: t(`status.${season.status}`),
                      detail: detailOf(season),
                    })}
                  </span>
                </span>
                <span className={classNames(text.strong, text.number, styles.xp)}>
                  {t('xpAmount', { xp: formatNumber(season.pointsEarned) })}
                </span>
                <span className={styles.mark}>{isCurrent && <Icon name="check" size={20} />}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </Sheet>
  )
}
