import type { AlertCode, AlertData } from '#/platform/books/alerts.ts'
import type { AppContext } from '#/platform/process/context.ts'

/** Something that members can do from an instant on and that some of them have not done. */
export type Occasion = {
  /** Identifies the occasion: a member is never notified twice under the same name. */
  name: string
  data: AlertData
  from: Date
  until: Date | undefined
  /**
   * Returns the members who can still do it, ordered by id and starting after `afterMemberId`, so
   * that many members are processed in batches.
   */
  open: (batch: { afterMemberId: number; size: number }) => Promise<number[]>
}

/**
 * The reminders of a slice: `soon` is sent as soon as the action is possible and the member's quiet
 * hours are over, `evening` when its last evening begins.
 */
export type ReminderSource = {
  code: AlertCode
  when: 'soon' | 'evening'
  occasions: (ctx: Pick<AppContext, 'db' | 'now' | 'shared'>) => Promise<Occasion[]>
}
