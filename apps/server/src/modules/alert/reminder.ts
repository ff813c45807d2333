import type { AlertCode, AlertData } from '#/platform/alerts.ts'
import type { AppContext } from '#/platform/context.ts'

/** Something one member can do, and has not done. */
export type Reminder = {
  memberId: number
  /** Says of what: the same name is never told twice to the same member. */
  name: string
  data: AlertData
  /** From when on it can be done, and until when. */
  from: Date
  until: Date | undefined
}

/**
 * What a slice reminds of. It answers with who could still do it at this moment, in the order of
 * their ids and after one of them, so that many members are gone through in bounded steps.
 */
export type ReminderSource = {
  code: AlertCode
  when: 'soon' | 'evening'
  open: (
    ctx: Pick<AppContext, 'db' | 'now'>,
    stretch: { afterMemberId: number; size: number },
  ) => Promise<Reminder[]>
}
