import type { SeasonPlan } from '@solstice/rules/season-plan'
import type { SeasonSimulation } from '@solstice/rules/season-simulation'
import { meanPrize } from '@solstice/rules/missions/spin/spin'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatAmount, formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import text from '#/ui/text.module.css'
import styles from './publish.module.css'

type FiguresProps = { plan: SeasonPlan; simulation: SeasonSimulation }

/** Shows what the season gives to all members, beside its budget. */
export function Figures({ plan, simulation }: FiguresProps) {
  const { t } = useTranslation('publish')
  const { budget, spin, reward } = plan
  const { members, xp, tickets, spins, checkIns, costPerMember } = simulation
  const perMember = members > 0 ? Math.round((checkIns / members) * 10) / 10 : 0
  const figures = [
    {
      label: t('figures.xp'),
      value: formatNumber(xp),
      note: t('figures.of', { budget: formatNumber(budget.xp) }),
      isOver: xp > budget.xp,
    },
    {
      label: t('figures.tickets'),
      value: formatNumber(tickets),
      note: t('figures.of', { budget: formatNumber(budget.tickets) }),
      isOver: tickets > budget.tickets,
    },
    {
      label: t('figures.spins'),
      value: formatNumber(spins),
      note: t('figures.mean', { xp: formatNumber(Math.round(meanPrize(spin.prizes) * 10) / 10) }),
    },
    {
      label: t('figures.checkIns'),
      value: formatNumber(checkIns),
      note: t('figures.perMember', { value: formatNumber(perMember) }),
    },
    {
      label: t('figures.reward'),
      value: `${formatNumber(Number(simulation.reward))} ${reward.symbol}`,
      note: t('figures.perMember', { value: formatAmount(costPerMember.reward) }),
    },
  ]
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, value, note, isOver = false }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={styles.value}>{value}</dd>
          <dd className={classNames(text.small, isOver ? text.bad : text.faint)}>{note}</dd>
        </div>
      ))}
    </dl>
  )
}
