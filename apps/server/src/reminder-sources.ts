import type { ReminderSource } from './modules/alert/reminder.ts'
import { claimOccasions } from './modules/invite/claim-reminder.service.ts'
import { dailyOccasions, missionReminders } from './modules/mission/daily-reminder.service.ts'

/**
 * Reminds members with the mission's reminder switched on when the mission is available again, and
 * all other participants in the evening.
 */
const ofMissions = missionReminders.flatMap((reminder): ReminderSource[] => {
  const { code, remindsAllParticipants } = reminder
  const source = (when: ReminderSource['when'], audience: 'with-alarm' | 'participants') => ({
    code,
    when,
    occasions: (ctx: Parameters<ReminderSource['occasions']>[0]) =>
      dailyOccasions(ctx, reminder, audience),
  })
  const alarmSource = source('soon', 'with-alarm')
  return remindsAllParticipants ? [alarmSource, source('evening', 'participants')] : [alarmSource]
})

/** All reminder sources. Each slice adds its own here. */
export const reminderSources: readonly ReminderSource[] = [
  ...ofMissions,
  { code: 'INVITE_CLAIMABLE', when: 'soon', occasions: claimOccasions },
]
