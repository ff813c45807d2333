import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import type { SimulationOptions } from '@solstice/rules/season-simulation'
import { membersWithinBudget, simulateSizes } from '@solstice/rules/season-spread'
import { useMemo } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { PlotFrame } from '#/shell/plot.tsx'
import { BarList } from '#/ui/plot/bar-list.tsx'
import text from '#/ui/text.module.css'
import { formatRough } from './season-span.ts'

type MoreMembersProps = { plan: SeasonPlan; options: SimulationOptions }

/** Shows what fewer and more members would cost, and from how many on the budget is exceeded. */
export function MoreMembers({ plan, options }: MoreMembersProps) {
  const { t } = useTranslation('publish')
  const { xp: budget } = plan.budget
  const { sizes, most } = useMemo(
    () => ({ sizes: simulateSizes(plan, options), most: membersWithinBudget(plan, options) }),
    [plan, options],
  )
  return (
    <PlotFrame
      title={t('plots.sizes')}
      file="more-members"
      values={{
        columns: [t('sliders.members'), t('figures.xp'), t('figures.tickets')],
        rows: sizes.map(({ members, xp, tickets }) => [members, xp, tickets]),
      }}
    >
      <BarList
        bars={sizes.map(({ factor, members, xp }) => ({
          label: formatNumber(members),
          value: xp,
          reference: budget,
          tone: xp > budget ? 'wine' : factor === 1 ? 'violet' : 'slate',
          text: formatRough(xp),
        }))}
      />
      <p className={classNames(text.small, text.faint)}>
        {most === null
          ? t('plots.sizesNever')
          : t('plots.sizesFrom', { members: formatNumber(most + 1) })}
      </p>
    </PlotFrame>
  )
}
