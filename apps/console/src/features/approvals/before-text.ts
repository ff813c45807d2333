import { partText, valueText } from '#/shell/approval-title.ts'
import type { Approval } from './api.ts'

/**
 * Writes the value before a change. A proposal leaves the present stock out, because it changes with
 * every purchase, so that its missing value does not stand for no limit.
 */
export const beforeText = ({ field, before }: Approval['changes'][number]): string =>
  field === 'stock' ? partText(before) : valueText(field, before)
