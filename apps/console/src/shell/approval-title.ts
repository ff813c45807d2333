import type { CallData } from '@solstice/contract/wire'
import { formatNumber } from '@solstice/ui/format.ts'
import { findTextOf } from '#/lib/i18n.ts'
import { formatYearMinute } from '#/lib/times.ts'

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/
/** Prizes and planned products have no ids, so that a change names them by their position. */
const NUMBERED = /^(prize|product)(\d+)$/

type Approval = CallData<'approval.show'>
export type Part = Approval['changes'][number]['before']

/** Call ids contain a dot, which separates the parts of a text's path. */
export const pathOf = (call: string) => call.replace('.', '_')

/** Returns the short name of a proposal, such as "Unfreeze the treasury". */
export function approvalTitle({ call }: Pick<Approval, 'call'>): string {
  return findTextOf('approvalTexts', `titles.${pathOf(call)}`) ?? call
}

/** Returns the words for a field of the contract; its own name if there are none. */
export function fieldName(field: string): string {
  const [, part, number] = NUMBERED.exec(field) ?? []
  const words =
    number === undefined
      ? findTextOf('approvalTexts', `fields.${field.replaceAll('.', '_')}`)
      : findTextOf('approvalTexts', `fields.${part}`, { number })
  return words ?? field
}

/** Writes the value of a field, whose name tells what a missing value or a constant means. */
export function valueText(field: string, part: Part): string {
  if (part === null || part === '') return findTextOf('approvalTexts', `none.${field}`) ?? '–'
  // Ids are names, not amounts, so that their digits are not grouped.
  if (typeof part === 'number' && field.endsWith('Id')) return String(part)
  const words =
    typeof part === 'string' ? findTextOf('approvalTexts', `values.${field}.${part}`) : undefined
  return words ?? partText(part)
}

export function partText(part: Part): string {
  if (part === null) return '–'
  if (typeof part === 'number') return formatNumber(part)
  if (typeof part === 'boolean') return findTextOf('common', part ? 'yes' : 'no') ?? String(part)
  if (INSTANT.test(part)) return formatYearMinute(part)
  // Roles have names in every field.
  return findTextOf('roles', part) ?? part
}
