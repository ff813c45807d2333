import type { ReminderSource } from './modules/alert/reminder.ts'

/** Everything members are reminded of. A slice adds its own here. */
export const reminderSources: readonly ReminderSource[] = []
