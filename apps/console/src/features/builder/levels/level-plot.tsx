import { formatNumber } from '@solstice/ui/format.ts'
import { useBuilder } from '#/features/builder/builder-context.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { listAt, numberAt } from '#/lib/season-draft.ts'
import styles from './level-plot.module.css'

const WIDTH = 480
const HEIGHT = 140
const EDGE = { left: 8, right: 8, top: 16, bottom: 22 }

/** Draws the XP that each level needs, and the levels from which bonuses count. */
export function LevelPlot() {
  const { t } = useTranslation('builder')
  const { draft } = useBuilder()
  const xpPerLevel = numberAt(draft, 'levels.xpPerLevel')
  const topLevel = numberAt(draft, 'levels.topLevel')
  if (!xpPerLevel || !topLevel || topLevel < 2) return null
  const most = (topLevel - 1) * xpPerLevel
  const x = (level: number) =>
    EDGE.left + ((level - 1) / (topLevel - 1)) * (WIDTH - EDGE.left - EDGE.right)
  const y = (xp: number) => HEIGHT - EDGE.bottom - (xp / most) * (HEIGHT - EDGE.top - EDGE.bottom)
  const bonuses = listAt(draft, 'levels.bonuses').flatMap((_, at) => {
    const fromLevel = numberAt(draft, `levels.bonuses.${at}.fromLevel`)
    const percent = numberAt(draft, `levels.bonuses.${at}.percent`)
    return fromLevel !== undefined && percent !== undefined && fromLevel <= topLevel
      ? [{ fromLevel, percent }]
      : []
  })
  const label = t('levels.curve', { top: formatNumber(topLevel), xp: formatNumber(most) })
  return (
    <figure>
      <svg className={styles.plot} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        <path
          className={styles.axis}
          d={`M${EDGE.left} ${HEIGHT - EDGE.bottom}H${WIDTH - EDGE.right}`}
        />
        {bonuses.map(({ fromLevel, percent }) => (
          <g key={`${fromLevel} ${percent}`}>
            <path
              className={styles.bonus}
              d={`M${x(fromLevel)} ${HEIGHT - EDGE.bottom}V${EDGE.top}`}
            />
            <text className={styles.text} x={x(fromLevel) + 4} y={EDGE.top + 8}>
              {`${fromLevel}: +${percent} %`}
            </text>
          </g>
        ))}
        <path className={styles.line} d={`M${x(1)} ${y(0)}L${x(topLevel)} ${y(most)}`} />
        <text className={styles.text} x={EDGE.left} y={HEIGHT - 6}>
          1
        </text>
        <text className={styles.text} x={WIDTH - EDGE.right} y={HEIGHT - 6} textAnchor="end">
          {formatNumber(topLevel)}
        </text>
      </svg>
      <figcaption className={styles.caption}>{label}</figcaption>
    </figure>
  )
}
