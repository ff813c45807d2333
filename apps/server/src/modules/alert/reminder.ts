import type { AlertCode, AlertData } from '#/platform/books/alerts.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { ExaminedMembers, MemberStretch } from '#/platform/process/member-stretch.ts'

/** Something that members can do from an instant on and that some of them have not done. */
export type Occasion = {
  /** Identifies the occasion: a member is never notified twice under the same name. */
  name: string
  data: AlertData
  from: Date
  until: Date | undefined
  /**
   * Returns the members of a stretch who can still do it. Each stretch costs the same, regardless of
   * how many members there are and how many have done it.
   */
  open: (stretch: MemberStretch) => Promise<ExaminedMembers>
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
