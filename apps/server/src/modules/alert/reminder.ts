import type { AlertCode, AlertData } from '#/platform/books/alerts.ts'
import type { AppContext } from '#/platform/process/context.ts'

/** Something that can be done from an instant on, and that some have not done. */
export type Occasion = {
  /** Says of what: the same name is never told twice to the same member. */
  name: string
  data: AlertData
  from: Date
  until: Date | undefined
  /**
   * Who could still do it at this moment, in the order of their ids and after one of them, so that
   * many members are gone through in bounded steps.
   */
  open: (stretch: { afterMemberId: number; size: number }) => Promise<number[]>
}

/**
 * What a slice reminds of: `soon` as soon as it can be done and its member is awake, `evening` when
 * its last evening begins.
 */
export type ReminderSource = {
  code: AlertCode
  when: 'soon' | 'evening'
  occasions: (ctx: Pick<AppContext, 'db' | 'now' | 'shared'>) => Promise<Occasion[]>
}
