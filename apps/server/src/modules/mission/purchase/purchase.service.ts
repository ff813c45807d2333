import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import type { MissionService } from '#/modules/mission/mission-type.ts'
import { memberStanding } from '#/modules/season/season.service.ts'

/** Orders complete this mission; the shop has its own endpoints. */
export const purchaseMission: MissionService<'PURCHASE'> = {
  detail: async (ctx, { programme, memberId, states, now }) => {
    const { xpBalance } = await memberStanding(ctx.db, programme, memberId, now)
    return { xpBalance, tickets: states.tickets }
  },
  reminder: {
    code: 'PURCHASE',
    // Members without an alarm are not reminded to buy something.
    remindsAllParticipants: false,
    today: (_programme, now) => ({ opensAt: startOfDay(programmeDayOf(now)) }),
  },
}
