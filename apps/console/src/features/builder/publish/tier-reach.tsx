import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import type { SeasonSimulation } from '@solstice/rules/season-simulation'
import { useTranslation } from '#/lib/i18n.ts'
import { PlotFrame } from '#/shell/plot.tsx'
import text from '#/ui/text.module.css'
import { useHabitName } from './use-habit-name.ts'
import styles from './publish.module.css'

type TierReachProps = { tiers: SeasonPlan['tiers']; simulation: SeasonSimulation }

/** Shows on which day the members of each habit reach each tier, as bars over the season. */
export function TierReach({ tiers, simulation: { tiers: reached, days } }: TierReachProps) {
  const { t } = useTranslation('publish')
  const nameOf = useHabitName()
  const names = tiers.map(({ name }) => name[currentLanguage()])
  return (
    <PlotFrame
      title={t('plots.tiers')}
      file="tier-reach"
      values={{
        columns: [t('plots.habit'), ...names],
        rows: reached.map(({ habit, reachedOn }) => [nameOf(habit), ...reachedOn]),
      }}
    >
      <ul className={styles.reach}>
        {reached.map(({ habit, reachedOn }) => {
          // Everybody has the lowest tier from the first day.
          const steps = reachedOn.flatMap((day, at) =>
            day === null || at === 0 ? [] : [{ day, name: names[at] ?? '' }],
          )
          return (
            <li key={habit}>
              <span className={text.soft}>{nameOf(habit)}</span>
              <span className={styles.reachTrack} aria-hidden="true">
                {steps.map(({ day, name }) => (
                  <i key={name} style={{ left: `${((day - 1) / days) * 100}%` }} />
                ))}
              </span>
              <span className={classNames(text.small, text.faint)}>
                {steps.length === 0
                  ? t('plots.noTier')
                  : steps
                      .map(({ day, name }) => t('plots.reached', { name, day: formatNumber(day) }))
                      .join(', ')}
              </span>
            </li>
          )
        })}
      </ul>
    </PlotFrame>
  )
}
