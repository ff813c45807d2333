import type { ReminderSource } from './modules/alert/reminder.ts'
import { openReferralClaims } from './modules/invite/claim-reminder.service.ts'
import { openDailyMission, type DailyMission } from './modules/mission/daily-reminder.service.ts'
import type { AlertCode } from './platform/alerts.ts'

const daily = (code: AlertCode, mission: DailyMission): ReminderSource => ({
  code,
  when: 'evening',
  open: (ctx, stretch) => openDailyMission(ctx, mission, stretch),
})

/** Everything members are reminded of. A slice adds its own here. */
export const reminderSources: readonly ReminderSource[] = [
  daily('CHECK_IN', 'CHECK_IN'),
  daily('RANDOM_XP', 'SPIN'),
  daily('TICKET', 'TICKET'),
  { code: 'INVITE_CLAIMABLE', when: 'soon', open: openReferralClaims },
]
