import { checkInWindow } from '#/programme-day.ts'
import type { MissionRules } from '#/missions/mission-rules.ts'
import { explainXp, isDone } from '#/missions/repeated.ts'
import { CHECK_IN_ID, decideCheckIn } from './check-in.ts'

export const checkInRules: MissionRules = {
  plan: {
    category: 'earn',
    fixedId: CHECK_IN_ID,
    isSingle: true,
    isDaily: true,
    isUnlimited: true,
    allowedParts: [],
  },
  hasAlarm: true,
  traceRule: 'check-in',
  isCompleted: isDone,
  closed: (moment, now) => {
    const window = checkInWindow(now)
    if (!window.open) return { reason: 'CHECK_IN_CLOSED', nextAvailableAt: window.opensAt }
    return isDone(moment, now)
      ? { reason: 'DONE_TODAY', nextAvailableAt: window.opensNextDayAt }
      : undefined
  },
  simulate: ({ season, checkIns, now, withBonuses }) => {
    const decision = decideCheckIn(season.checkIn, { count: checkIns, lastDay: undefined }, now)
    return decision.kind === 'granted'
      ? { checkIns: 1, xp: withBonuses(decision.baseXp + decision.fifthBonusXp) }
      : {}
  },
  xpSource: 'checkIn',
  explain: explainXp,
}
