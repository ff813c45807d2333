import { withBonuses } from '@solstice/rules/tier'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { spanOf } from '@solstice/ui/programme-time.ts'
import { cardClass } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import text from '#/ui/text.module.css'
import type { ProofMission, Standing } from '#/features/mission/api.ts'
import { constellationOf } from '#/features/mission/constellation.ts'
import styles from './reward-strip.module.css'

type RewardStripProps = {
  mission: ProofMission
  standing: Standing | undefined
  /** The time until the season ends; undefined while it is not running. */
  leftMs: number | undefined
}

/**
 * Shows the reward with the member's bonuses, how often it can be earned, and the remaining time.
 */
export function RewardStrip({ mission, standing, leftMs }: RewardStripProps) {
  const { t } = useTranslation('proof')
  const cells = [useXp(mission, standing), useFrequency(mission)]
  if (leftMs !== undefined && leftMs > 0) {
    const { unit, values } = spanOf(leftMs)
    cells.push({ name: t('strip.left'), value: t(`strip.span.${unit}`, values) })
  }
  return (
    <dl className={classNames(cardClass, styles.strip)}>
      {cells.map(({ name, value, unit }) => (
        <div key={name} className={styles.cell}>
          <dt className={classNames(text.small, text.soft, text.number)}>{name}</dt>
          <dd className={classNames(text.title, text.number)}>
            {value}
            {unit && <span className={styles.unit}> {unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type Cell = { name: string; value: string; unit?: string }

function useXp({ rewardXp }: ProofMission, standing: Standing | undefined): Cell {
  const { t } = useTranslation('proof')
  const base = rewardXp ?? 0
  const cell = { value: formatNumber(base), unit: 'XP' }
  if (!standing) return { ...cell, name: t('strip.beforeBonuses') }
  const { levelBonusXp, tierBonusXp, totalXp } = withBonuses(base, {
    levelPercent: standing.levelBonusPercent,
    tierPercent: standing.tierBonusPercent,
  })
  if (totalXp === base) return { ...cell, name: t('strip.reward') }
  return {
    ...cell,
    value: formatNumber(totalXp),
    name: t(levelBonusXp > 0 ? 'strip.withBonuses' : 'strip.withTier', {
      base: formatNumber(base),
      bonus: formatNumber(levelBonusXp + tierBonusXp),
      tier: standing.tier,
    }),
  }
}

function useFrequency({ type, seasonId, repeat }: ProofMission): Cell {
  const { t } = useTranslation('proof')
  if (type === 'PARTNER') {
    const figure = t(`mission:starlight.names.${constellationOf(seasonId, 0).name}`)
    return { value: t('strip.star'), name: t('strip.inFigure', { figure }) }
  }
  return { value: t(`strip.repeat.${repeat}`), name: t(`strip.repeatNote.${repeat}`) }
}
