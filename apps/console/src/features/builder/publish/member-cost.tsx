import { classNames } from '@solstice/ui/class-names.ts'
import { formatAmount, formatNumber, formatPercent } from '@solstice/ui/format.ts'
import type { SeasonSimulation } from '@solstice/rules/season-simulation'
import { useTranslation } from '#/lib/i18n.ts'
import { PlotFrame } from '#/shell/plot.tsx'
import { BarList } from '#/ui/plot/bar-list.tsx'
import text from '#/ui/text.module.css'
import { useHabitName } from './use-habit-name.ts'

type MemberCostProps = { simulation: SeasonSimulation; symbol: string }

/**
 * Shows what one member of each habit costs. Pools are divided by XP, so the reward is estimated by
 * the share of XP.
 */
export function MemberCost({ simulation, symbol }: MemberCostProps) {
  const { t } = useTranslation('publish')
  const nameOf = useHabitName()
  const { habits, xp, reward, costPerMember } = simulation
  const rewardOf = (each: number) => (xp > 0 ? (Number(reward) * each) / xp : 0)
  const amount = (value: number) => `${formatAmount(value.toFixed(2))} ${symbol}`
  const [daily] = habits
  const share = daily && xp > 0 ? Math.round((daily.each.xp * daily.members * 100) / xp) : 0
  return (
    <PlotFrame
      title={t('plots.member')}
      file="cost-per-member"
      values={{
        columns: [t('plots.habit'), t('figures.xp'), t('figures.tickets'), symbol],
        rows: habits.map(({ name, each }) => [
          nameOf(name),
          each.xp,
          each.tickets,
          Number(rewardOf(each.xp).toFixed(2)),
        ]),
      }}
    >
      <BarList
        tone="violet"
        bars={habits.map(({ name, each }) => ({
          label: nameOf(name),
          value: each.xp,
          text: formatNumber(each.xp),
          more: amount(rewardOf(each.xp)),
        }))}
      />
      <p className={classNames(text.small, text.faint)}>
        {t('plots.memberNote', {
          xp: formatNumber(costPerMember.xp),
          reward: amount(Number(costPerMember.reward)),
          share: formatPercent(share),
        })}
      </p>
    </PlotFrame>
  )
}
