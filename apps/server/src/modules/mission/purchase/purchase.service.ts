import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import type { MissionService } from '#/modules/mission/mission-type.ts'
import { memberStanding } from '#/modules/season/season.service.ts'

/** Orders complete it; the shop has calls of its own. */
export const purchaseMission: MissionService<'PURCHASE'> = {
  detail: async (ctx, { programme, memberId, states, now }) => {
    const { xpBalance } = await memberStanding(ctx.db, programme, memberId, now)
    return { xpBalance, tickets: states.tickets }
  },
  reminder: {
    code: 'PURCHASE',
    // Nobody is told to buy something who did not ask for it.
    remindsAllParticipants: false,
    today: (_programme, now) => ({ opensAt: startOfDay(programmeDayOf(now)) }),
  },
}
