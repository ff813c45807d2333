import { useDeferredValue, useMemo } from 'react'
import { checkDraft } from '@solstice/contract/season-draft'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import { isSimulable, simulateSeason } from '@solstice/rules/season-simulation'
import { formatNumber, formatPercent } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useBuilder } from '#/features/builder/builder-context.ts'
import { useHabitName } from '#/features/builder/publish/use-habit-name.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'

/** Shows who reaches which tier when, from the simulation that publishing uses. */
export function TierForecast() {
  const { t } = useTranslation('builder')
  const { draft } = useBuilder()
  // The table follows the typing when there is time.
  const settled = useDeferredValue(draft)
  const plan = useMemo(() => checkDraft(settled).plan, [settled])
  return (
    <Panel title={t('tiers.forecast')} isFlush={plan !== null && isSimulable(plan)}>
      {plan && isSimulable(plan) ? (
        <Forecast plan={plan} />
      ) : (
        <p className={text.soft}>{t('tiers.notSimulable')}</p>
      )}
    </Panel>
  )
}

function Forecast({ plan }: { plan: SeasonPlan }) {
  const { t } = useTranslation('builder')
  const nameOf = useHabitName()
  const { habits, tiers: reached } = useMemo(
    () => simulateSeason(plan, plan.budget.members),
    [plan],
  )
  const dayOf = (habit: string, tier: number) =>
    reached.find((each) => each.habit === habit)?.reachedOn[tier] ?? null
  return (
    <Table
      label={t('tiers.forecast')}
      columns={[
        t('tiers.forecastTier'),
        ...habits.map(({ name, share }) => ({
          right: t('tiers.forecastHabit', {
            habit: nameOf(name),
            share: formatPercent(Math.round(share * 100)),
          }),
        })),
        { right: t('tiers.forecastMembers') },
      ]}
    >
      {plan.tiers.map((tier, at) => {
        const members = habits
          .filter(({ name }) => dayOf(name, at) !== null)
          .reduce((sum, habit) => sum + habit.members, 0)
        return (
          // The position of a tier is its rank.
          <tr key={at}>
            <th scope="row">{tier.name[currentLanguage()]}</th>
            {habits.map(({ name }) => {
              const day = dayOf(name, at)
              return (
                <td key={name} className={table.right}>
                  {day === null ? t('tiers.never') : t('tiers.onDay', { day })}
                </td>
              )
            })}
            <td className={table.right}>
              {t('tiers.reachedBy', {
                members: formatNumber(Math.round(members)),
                share: formatPercent(Math.round((100 * members) / plan.budget.members)),
              })}
            </td>
          </tr>
        )
      })}
    </Table>
  )
}
