import type { MissionRules } from '#/missions/mission-rules.ts'
import { closedOnceDone, isDone } from '#/missions/repeated.ts'

export const ticketRules: MissionRules = {
  plan: { category: 'earn', fixedId: 3, isSingle: true, isDaily: true, allowedParts: [] },
  hasAlarm: true,
  traceRule: 'ticket',
  isCompleted: isDone,
  closed: closedOnceDone,
  simulate: ({ ticketsPerDay, completes }, [mission]) => ({
    tickets: ticketsPerDay * (mission ? completes(mission) : 1),
  }),
}
