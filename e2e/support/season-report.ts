import { XP_SOURCES, type XpSource } from '@solstice/rules/missions/mission-rules'
import { meanPrize } from '@solstice/rules/missions/spin/spin'
import { tokenText } from '@solstice/rules/round'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import { type SeasonSimulation, simulateSeason } from '@solstice/rules/season-simulation'
import type { SeasonTally } from './season-days.ts'

/** One figure beside its simulation, with the parts of its deviation that have a known cause. */
export type ReportLine = {
  name: string
  simulated: number
  actual: number
  causes: { text: string; amount: number }[]
}

/** Facts of the lived season that its simulation could not know. */
export type SeasonFacts = {
  /** The mission that was switched off, and the first day without it, from 0. */
  switchedOff: { missionId: number; day: number }
  /** Missions that no member could complete. */
  impossible: readonly number[]
  /** The rewards of all rounds in the smallest unit. */
  rewarded: bigint
  /** The shares of members with too few check-ins in a round, in the smallest unit. */
  forfeited: bigint
}

/** The stored simulation has the same fields, with dates as plain text. */
type Compared = Pick<SeasonSimulation, 'xp' | 'tickets' | 'spins' | 'checkIns' | 'reward'> & {
  daily: readonly Pick<SeasonSimulation['daily'][number], 'bySource'>[]
}

/** Compares the lived season with its simulation, source by source. */
export function reportOf(
  plan: SeasonPlan,
  simulated: Compared,
  { tally, facts }: { tally: SeasonTally; facts: SeasonFacts },
): ReportLine[] {
  const without = simulateSeason(withoutMissions(plan, facts.impossible), plan.budget.members)
  const off = [...facts.impossible, facts.switchedOff.missionId]
  const corrected = simulateSeason(withoutMissions(plan, off), plan.budget.members)
  const missionXp = (days: Compared['daily'], from = 0) =>
    days.slice(from).reduce((sum, { bySource }) => sum + bySource.mission, 0)
  const { day } = facts.switchedOff
  const mean = meanPrize(plan.spin.prizes)
  const extraSpins = tally.spins - simulated.spins
  const causes: Partial<Record<XpSource, ReportLine['causes']>> = {
    spin: [
      {
        text: `${signed(extraSpins)} spins, because members reached tiers on other days`,
        amount: extraSpins * mean,
      },
      {
        text: `chance: ${tally.spins} spins gave ${(tally.xp.spin / tally.spins).toFixed(1)} XP on average, ${mean.toFixed(1)} are declared`,
        amount: tally.xp.spin - tally.spins * mean,
      },
    ],
    mission: [
      {
        text: `no wallet had the balance that mission ${facts.impossible.join(', ')} asks for`,
        amount: missionXp(without.daily) - missionXp(simulated.daily),
      },
      {
        text: `mission ${facts.switchedOff.missionId} was switched off from day ${day + 1}`,
        amount: missionXp(corrected.daily, day) - missionXp(without.daily, day),
      },
    ],
  }
  const { decimals } = plan.reward
  return [
    ...XP_SOURCES.map((source) => ({
      name: `XP, ${source}`,
      simulated: simulated.daily.reduce((sum, each) => sum + each.bySource[source], 0),
      actual: tally.xp[source],
      causes: causes[source] ?? [],
    })),
    {
      name: 'XP',
      simulated: simulated.xp,
      actual: XP_SOURCES.reduce((sum, source) => sum + tally.xp[source], 0),
      causes: Object.values(causes).flat(),
    },
    {
      name: 'Check-ins',
      simulated: simulated.checkIns,
      actual: tally.checkIns,
      causes: [],
    },
    {
      name: 'Tickets',
      simulated: simulated.tickets,
      actual: tally.tickets,
      causes: [],
    },
    {
      name: `Rewards in ${plan.reward.symbol}`,
      simulated: Number(simulated.reward),
      actual: Number(tokenText(facts.rewarded, decimals)),
      causes: [
        {
          text: 'members with fewer than three check-ins in a round get no share of its pool',
          amount: -Number(tokenText(facts.forfeited, decimals)),
        },
      ],
    },
  ]
}

/** Returns the part of the deviation that no cause explains, as a share of the simulated figure. */
export function unexplained({ simulated, actual, causes }: ReportLine): number {
  const rest = actual - simulated - causes.reduce((sum, { amount }) => sum + amount, 0)
  return simulated === 0 ? Math.abs(rest) : Math.abs(rest) / simulated
}

/** Returns the standard deviation of the XP of so many spins. */
export function spinDeviation({ spin: { prizes } }: SeasonPlan, spins: number): number {
  const total = prizes.reduce((sum, { weight }) => sum + weight, 0)
  const mean = meanPrize(prizes)
  const variance = prizes.reduce((sum, { xp, weight }) => sum + weight * (xp - mean) ** 2, 0)
  return Math.sqrt((variance / total) * spins)
}

/** Returns the report as text for the output of the journey. */
export function reportText(lines: readonly ReportLine[]): string {
  return lines
    .flatMap((line) => {
      const deviation = line.actual - line.simulated
      const rest = deviation - line.causes.reduce((sum, { amount }) => sum + amount, 0)
      return [
        `${line.name}: ${number(line.actual)}, simulated ${number(line.simulated)}, ${signed(deviation)} (${percent(deviation, line.simulated)})`,
        ...line.causes.map(({ text, amount }) => `  ${signed(amount)}: ${text}`),
        ...(Math.abs(rest) < 0.5
          ? []
          : [`  ${signed(rest)}: levels and tiers, and with them bonuses, came on other days`]),
      ]
    })
    .join('\n')
}

function withoutMissions(plan: SeasonPlan, ids: readonly number[]): SeasonPlan {
  return {
    ...plan,
    missions: plan.missions.map((mission) =>
      ids.includes(mission.missionId) ? { ...mission, enabled: false } : mission,
    ),
  }
}

const number = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 1 })
const signed = (value: number) => `${value < 0 ? '−' : '+'}${number(Math.abs(value))}`
const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${signed((part / whole) * 100)} %`
