import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { award } from '#/modules/mission/award.service.ts'
import type { MissionService } from '#/modules/mission/mission-type.ts'
import { drawPrize, freeSpinsDay, freeSpinsUsedToday, spinDetail } from './spin.service.ts'

export const spinMission: MissionService<'SPIN'> = {
  detail: (ctx, { programme, memberId, states }) => spinDetail(ctx, programme, memberId, states),
  execute: async (tx, ctx, running) => {
    const { now, member, body } = running
    const drawn = await drawPrize(tx, ctx, {
      ...running,
      clientSeed: body.clientSeed ?? '',
      seenCommitment: body.commitment,
    })
    const { prizeIndex, prize, ticketsPaid, freeSpinsLeft, proof, next, trace } = drawn
    const usedTicket = ticketsPaid > 0
    const freeUsed = freeSpinsUsedToday(member, now) + (usedTicket ? 0 : 1)
    const done = await award(tx, ctx, running, {
      kind: 'SPIN',
      xp: prize.xp,
      tickets: -ticketsPaid,
      historyData: { prizeIndex, usedTicket },
      trace,
      member: { freeSpinsDay: freeSpinsDay(member, now), freeSpinsUsed: freeUsed },
      spin: { ...proof, prizeIndex, usedTicket, at: now, next },
    })
    return {
      type: 'SPIN',
      ...done,
      prizeIndex,
      usedTicket,
      freeSpinsLeft,
      proof: { ...proof, nextCommitment: next.commitment },
    }
  },
  reminder: {
    code: 'RANDOM_XP',
    remindsAllParticipants: true,
    today: ({ spin }, now) =>
      spin.freePerDay === 0
        ? undefined
        : { opensAt: startOfDay(programmeDayOf(now)), freeSpins: spin.freePerDay },
  },
}
