import type { CallData } from '@solstice/contract/wire'
import { formatNumber } from '@solstice/ui/format.ts'
import { findTextOf } from '#/lib/i18n.ts'
import { formatMinute } from '#/lib/times.ts'

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/

type Approval = CallData<'approval.show'>
type Part = Approval['changes'][number]['before']

/** Call ids contain a dot, which separates the parts of a text's path. */
const pathOf = (call: string) => call.replace('.', '_')

/** Returns the short name of a proposal, such as "Unfreeze the treasury". */
export function approvalTitle({ call }: Pick<Approval, 'call'>): string {
  return findTextOf('approvalTexts', `titles.${pathOf(call)}`) ?? call
}

/**
 * Returns the sentence of a proposal, filled with the facts to which it is bound. A call without a
 * sentence of its own lists its facts.
 */
export function approvalSentence(
  approval: Pick<Approval, 'call' | 'sentence' | 'subject'>,
): string {
  const entries = Object.entries(approval.sentence.values)
  const values = Object.fromEntries(entries.map(([name, part]) => [name, partText(part)]))
  const written = findTextOf('approvalTexts', `sentences.${pathOf(approval.sentence.key)}`, values)
  if (written !== undefined && !written.includes('{{')) return written
  const facts = entries.map(([name, part]) => `${fieldName(name)} ${partText(part)}`)
  return [approvalTitle(approval), ...facts].join(' · ')
}

/** Returns the words for a field of the contract; its own name if there are none. */
export function fieldName(field: string): string {
  return findTextOf('approvalTexts', `fields.${field.replaceAll('.', '_')}`) ?? field
}

export function partText(part: Part): string {
  if (part === null) return '–'
  if (typeof part === 'number') return formatNumber(part)
  if (typeof part === 'boolean') return findTextOf('common', part ? 'yes' : 'no') ?? String(part)
  if (INSTANT.test(part)) return formatMinute(part)
  // Roles are the only values with names of their own.
  return findTextOf('roles', part) ?? part
}
