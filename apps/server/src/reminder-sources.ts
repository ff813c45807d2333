import type { ReminderSource } from './modules/alert/reminder.ts'
import { claimOccasions } from './modules/invite/claim-reminder.service.ts'
import { dailyOccasions, missionReminders } from './modules/mission/daily-reminder.service.ts'

/** Who had the bell of a mission on hears when it can be done again, and everybody else in the evening. */
const ofMissions = missionReminders.flatMap((reminder): ReminderSource[] => {
  const { code, remindsAllParticipants } = reminder
  const source = (when: ReminderSource['when'], audience: 'asked' | 'participants') => ({
    code,
    when,
    occasions: (ctx: Parameters<ReminderSource['occasions']>[0]) =>
      dailyOccasions(ctx, reminder, audience),
  })
  const bell = source('soon', 'asked')
  return remindsAllParticipants ? [bell, source('evening', 'participants')] : [bell]
})

/** Everything members are reminded of. A slice adds its own here. */
export const reminderSources: readonly ReminderSource[] = [
  ...ofMissions,
  { code: 'INVITE_CLAIMABLE', when: 'soon', occasions: claimOccasions },
]
