import type { Notice } from './alarm.queries.ts'

export const CHECK_ALARMS = 'alarm.check'
export const MAIL_ALARM = 'alarm.mail'
export const POST_ALARM = 'alarm.webhook'

/** Names a notice; address and text are looked up when it is sent. */
export type AlarmNotice = Notice
