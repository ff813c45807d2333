import { Code } from '@solstice/contract/codes'
import { nextCheckInAt, traceCheckIn } from '@solstice/rules/missions/check-in/check-in'
import { checkInWindow, programmeDayOf } from '@solstice/rules/programme-day'
import { award, bonusOf, timeOf } from '#/modules/mission/award.service.ts'
import type { MissionService } from '#/modules/mission/mission-type.ts'
import { refuse } from '#/platform/process/refusal.ts'

export const checkInMission: MissionService<'CHECK_IN'> = {
  detail: (_ctx, { programme, mission, states, now }) => {
    const { member } = states
    const window = checkInWindow(now)
    const lastDay = states.missions.get(mission.missionId)?.lastDay
    return {
      daysParticipated: member.checkIns,
      totalXpEarned: member.checkInXp,
      checkedInToday: lastDay === programmeDayOf(now),
      open: window.open,
      nextCheckInAt: timeOf(nextCheckInAt(lastDay, programme, now)),
      closesAt: window.closesAt.toISOString(),
      ...programme.checkIn,
    }
  },
  execute: async (tx, ctx, running) => {
    const { programme, member, state, now } = running
    const { decision, xp, trace } = traceCheckIn(
      programme.checkIn,
      { count: member.checkIns, lastDay: state.lastDay },
      bonusOf(running),
      now,
    )
    const lastDay = decision.kind === 'granted' ? decision.day : state.lastDay
    const data = { nextCheckInAt: timeOf(nextCheckInAt(lastDay, programme, now)) }
    if (decision.kind === 'closed') throw refuse(Code.CHECK_IN_CLOSED, { data })
    if (decision.kind === 'already-done') throw refuse(Code.CHECK_IN_ALREADY_DONE, { data })

    const { baseXp, fifthBonusXp } = decision
    const { levelBonusXp, tierBonusXp, totalXp } = xp
    const parts = { baseXp, fifthBonusXp, levelBonusXp, tierBonusXp }
    const done = await award(tx, ctx, running, {
      kind: 'CHECK_IN',
      xp: totalXp,
      slot: decision.day,
      historyData: parts,
      trace,
      checkInDay: true,
      member: { checkInXp: totalXp },
    })
    return { type: 'CHECK_IN', ...done, ...parts, ...data, daysParticipated: decision.number }
  },
  reward: ({ programme }) => ({ rewardXp: programme.checkIn.baseXp }),
  reminder: {
    code: 'CHECK_IN',
    remindsAllParticipants: true,
    today: (_programme, now) => {
      const window = checkInWindow(now)
      return window.open ? { opensAt: window.opensAt } : undefined
    },
  },
}
