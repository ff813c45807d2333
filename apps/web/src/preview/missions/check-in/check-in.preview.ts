import { Code } from '@solstice/contract/codes'
import { decideCheckIn, nextCheckInAt } from '@solstice/rules/missions/check-in/check-in'
import { checkInWindow, programmeDayOf } from '@solstice/rules/programme-day'
import {
  award,
  timeOf,
  withMemberBonuses,
  type MissionPreview,
} from '#/preview/missions/mission-preview.ts'
import { changeMission, missionStateOf } from '#/preview/preview-member.ts'
import { PreviewRefusal } from '#/preview/preview-refusal.ts'

export const checkInPreview: MissionPreview<'CHECK_IN'> = {
  detail: ({ state: { programme, member }, mission, now }) => {
    const window = checkInWindow(now)
    const { lastDay } = missionStateOf(member, mission.missionId)
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
  execute: (shown) => {
    const { state, mission, now } = shown
    const { programme, member } = state
    const { lastDay } = missionStateOf(member, mission.missionId)
    const decision = decideCheckIn(programme.checkIn, { count: member.checkIns, lastDay }, now)
    const next = (day: typeof lastDay) => ({
      nextCheckInAt: timeOf(nextCheckInAt(day, programme, now)),
    })
    if (decision.kind === 'closed') throw new PreviewRefusal(Code.CHECK_IN_CLOSED, next(lastDay))
    if (decision.kind === 'already-done') {
      throw new PreviewRefusal(Code.CHECK_IN_ALREADY_DONE, next(lastDay))
    }
    const { baseXp, fifthBonusXp, day, number } = decision
    const { totalXp, levelBonusXp, tierBonusXp } = withMemberBonuses(state, baseXp + fifthBonusXp)
    changeMission(member, mission.missionId, { lastDay: day })
    member.checkIns = number
    member.checkInXp += totalXp
    member.roundCheckInDays += 1
    return {
      type: 'CHECK_IN',
      ...award(shown, { xp: totalXp }),
      baseXp,
      fifthBonusXp,
      levelBonusXp,
      tierBonusXp,
      ...next(day),
      daysParticipated: number,
    }
  },
  reward: ({ state }) => ({ rewardXp: state.programme.checkIn.baseXp }),
}
