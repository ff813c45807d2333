import { formatNumber } from '@solstice/ui/format.ts'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import { isSimulable, simulateSeason } from '@solstice/rules/season-simulation'
import { useTranslation } from '#/lib/i18n.ts'
import { timesOf } from '#/lib/times.ts'
import { formatEnd, formatRough, formatStart, percentUnder } from './season-span.ts'

type PublishSentence = { programme: string; utc: string }

/** Returns a function that says in one sentence what publishing this plan promises. */
export function usePublishSentence(): (plan: SeasonPlan) => PublishSentence | undefined {
  const { t } = useTranslation('publish')
  return (plan) => {
    if (!isSimulable(plan)) return undefined
    const { startAt, endAt, budget, reward } = plan
    const simulation = simulateSeason(plan, budget.members)
    const percent = percentUnder(simulation.xp, budget.xp)
    const values = {
      from: formatStart(startAt),
      to: formatEnd(endAt),
      reward: `${formatNumber(Number(simulation.reward))} ${reward.symbol}`,
      xp: formatRough(simulation.xp),
      members: formatNumber(budget.members),
      percent: formatNumber(Math.abs(percent)),
    }
    return {
      programme: t(percent < 0 ? 'what.over' : 'what.under', values),
      utc: t('what.utc', { from: utcOf(startAt), to: utcOf(endAt) }),
    }
  }
}

const utcOf = (instant: string) => timesOf(instant, 'minute').utc
