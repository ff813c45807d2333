import type { ReminderSource } from './modules/alert/reminder.ts'
import { dailyOccasions, type DailyMission } from './modules/mission/daily-reminder.service.ts'
import type { AlertCode } from './platform/alerts.ts'

/** Who had the bell of a mission on hears when it can be done again. */
const bell = (code: AlertCode, mission: DailyMission): ReminderSource => ({
  code,
  when: 'soon',
  occasions: (ctx) => dailyOccasions(ctx, mission, 'asked'),
})

/** And everybody else in the evening. */
const daily = (code: AlertCode, mission: DailyMission): ReminderSource[] => [
  bell(code, mission),
  { code, when: 'evening', occasions: (ctx) => dailyOccasions(ctx, mission, 'participants') },
]

/** Everything members are reminded of. A slice adds its own here. */
export const reminderSources: readonly ReminderSource[] = [
  ...daily('CHECK_IN', 'CHECK_IN'),
  ...daily('RANDOM_XP', 'SPIN'),
  ...daily('TICKET', 'TICKET'),
  // Nobody is told to buy something who did not ask for it.
  bell('PURCHASE', 'PURCHASE'),
]
