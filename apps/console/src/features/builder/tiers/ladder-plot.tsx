import { formatNumber } from '@solstice/ui/format.ts'
import { useBuilder } from '#/features/builder/builder-context.ts'
import styles from '#/features/builder/levels/level-plot.module.css'
import { useTranslation } from '#/lib/i18n.ts'
import { listAt, nameAt, numberAt } from '#/lib/season-draft.ts'
import { Panel } from '#/ui/panel.tsx'

const WIDTH = 520
const HEIGHT = 150
const BASE = HEIGHT - 8
/** Room above the highest step for its texts. */
const HEAD = 34

/** Draws the tiers as a ladder: how far the steps are apart, and what each one gives. */
export function LadderPlot() {
  const { t } = useTranslation('builder')
  const { draft } = useBuilder()
  const steps = listAt(draft, 'tiers').map((_, at) => ({
    name: nameAt(draft, `tiers.${at}.name`) || t('tier', { number: at + 1 }),
    minXp: numberAt(draft, `tiers.${at}.minXp`) ?? 0,
    bonus: numberAt(draft, `tiers.${at}.bonusPercent`) ?? 0,
  }))
  if (steps.length === 0) return null
  const most = Math.max(1, ...steps.map(({ minXp }) => minXp))
  const width = WIDTH / steps.length
  const heightOf = (minXp: number) => 6 + (minXp / most) * (BASE - HEAD - 6)
  const summary = steps
    .map(({ name, minXp, bonus }) => `${name} ${formatNumber(minXp)} XP, +${bonus} %`)
    .join('; ')
  return (
    <Panel title={t('tiers.ladder')}>
      <svg
        className={styles.plot}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={summary}
      >
        {steps.map(({ name, minXp, bonus }, at) => {
          const height = heightOf(minXp)
          return (
            <g key={`${name} ${at}`}>
              <rect
                className={styles.step}
                x={at * width + 2}
                y={BASE - height}
                width={Math.max(0, width - 4)}
                height={height}
                rx={4}
              />
              <text className={styles.text} x={at * width + 6} y={BASE - height - 18}>
                {name}
              </text>
              <text className={styles.text} x={at * width + 6} y={BASE - height - 5}>
                {`${formatNumber(minXp)} XP, +${bonus} %`}
              </text>
            </g>
          )
        })}
      </svg>
    </Panel>
  )
}
