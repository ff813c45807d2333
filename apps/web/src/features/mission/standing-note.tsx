import { Link } from '@tanstack/react-router'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { cardClass } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Emblem } from '#/ui/emblem.tsx'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import type { Standing } from './api.ts'
import styles from './standing-note.module.css'

type StandingNoteProps = { seasonId: number; standing: Standing; isLevelUp: boolean }

/** Shows how a mission changed the member's rank in the season. */
export function StandingNote({ seasonId, standing, isLevelUp }: StandingNoteProps) {
  const { t } = useTranslation('mission')
  const { level, seasonXp, rank, tierEmblem } = standing
  const xp = formatNumber(seasonXp)
  return (
    <Link
      to="/rewards/dashboard/$seasonId/"
      params={{ seasonId }}
      className={classNames(cardClass, styles.note)}
    >
      <span className={classNames(isLevelUp && styles.turn)}>
        <Emblem name={tierEmblem} size={48} />
      </span>
      <span className={styles.text}>
        <span className={text.strong}>
          {t(isLevelUp ? 'standing.levelUp' : 'standing.level', { level })}
        </span>
        <span className={classNames(text.small, text.soft, text.number)}>
          {rank === null
            ? t('standing.noRank', { xp })
            : t('standing.rank', { xp, rank: formatNumber(rank) })}
        </span>
      </span>
      <Icon name="next" size={20} />
    </Link>
  )
}
