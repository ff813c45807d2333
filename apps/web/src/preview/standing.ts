import type { CallData } from '@solstice/contract/wire'
import { levelOf } from '@solstice/rules/level'
import { CHECK_IN_DAYS_FOR_REWARD, roundAt, shareOfPool, tokenText } from '@solstice/rules/round'
import { nextTierOf, tierOf } from '@solstice/rules/tier'
import type { PreviewState } from './preview-state.ts'
import { inLanguage } from './programme.ts'
import { rankOf, sampleXp } from './ranking-sample.ts'

type UserStatus = CallData<'season.show'>['me']

/** Returns the standing of the member; the counterpart of `statusFrom` on the server. */
export function standingOf(state: PreviewState): UserStatus {
  const { programme, member, language } = state
  const now = state.now()
  const { seasonXp, roundXp } = member
  const { decimals, symbol } = programme.reward
  const level = levelOf(programme.levels, seasonXp)
  const tier = tierOf(programme.tiers, seasonXp)
  const nextTier = nextTierOf(programme.tiers, seasonXp)
  const round = roundAt(programme.rounds, now)
  const allXp = roundXp === 0 ? 0 : roundXp + sampleXp(programme)
  const none = tokenText(0n, decimals)
  return {
    level: level.level,
    seasonXp,
    xpBalance: member.xpBalance,
    xpToNextLevel: level.nextMinXp === undefined ? 0 : level.nextMinXp - seasonXp,
    levelMinXp: level.minXp,
    nextLevelMinXp: level.nextMinXp ?? null,
    tickets: member.tickets,
    ticketRatePerDay: tier.ticketsPerDay,
    rank: rankOf(programme, seasonXp),
    tier: inLanguage(tier.name, language),
    tierId: tier.tierId,
    tierEmblem: tier.emblem,
    nextTier: nextTier
      ? {
          tierId: nextTier.tierId,
          name: inLanguage(nextTier.name, language),
          minXp: nextTier.minXp,
        }
      : null,
    levelBonusPercent: level.bonusPercent,
    tierBonusPercent: tier.bonusPercent,
    estimatedReward: tokenText(round ? shareOfPool(round.pool, roundXp, allXp) : 0n, decimals),
    receivedReward: none,
    pendingReward: none,
    waitingReward: none,
    rewardSymbol: symbol,
    estimate: round
      ? {
          roundId: round.roundId,
          pool: tokenText(round.pool, decimals),
          myXp: roundXp,
          allXp,
          checkInDays: member.roundCheckInDays,
          checkInDaysNeeded: CHECK_IN_DAYS_FOR_REWARD,
          hasWallet: false,
          asOf: now.toISOString(),
        }
      : null,
  }
}
