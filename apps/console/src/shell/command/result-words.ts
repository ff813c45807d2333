import { formatNumber } from '@solstice/ui/format.ts'
import { findTextOf } from '#/lib/i18n.ts'
import { kindText } from '#/lib/job-kind-text.ts'
import type { Result } from './use-search.ts'

/** Returns the words for a state that the server sends; an unknown one stays as it is. */
export const stateText = (state: string): string =>
  findTextOf('command', `states.${state}`) ?? state

/** Returns the title in words if it is a name of the contract, such as the purpose of a payout. */
export function titleText({ kind, title }: Result): string {
  if (kind === 'JOB') return kindText(title)
  // A package of credit has no name.
  if (kind === 'ORDER') return inUnit(title)
  const isNamed = kind === 'REFUND' || kind === 'PAYOUT' || kind === 'TRANSACTION'
  return (isNamed && findTextOf('command', `titles.${title}`)) || title
}

/** Returns prices in words, and the member of an entry of the audit. */
export function detailText({ kind, detail }: Result): string | null {
  if (detail === null) return null
  const [, id] = (kind === 'AUDIT' && /^member:(\d+)$/.exec(detail)) || []
  return id === undefined ? inUnit(detail) : (findTextOf('audit', 'memberId', { id }) ?? detail)
}

/** Writes `20 TICKET` as `20 tickets`; the symbol of a token stays. */
function inUnit(words: string): string {
  const [, amount, unit] = /^(\d+) ([A-Z]+)$/.exec(words) ?? []
  if (amount === undefined) return words
  const count = Number(amount)
  return findTextOf('member', `units.${unit}`, { count, amount: formatNumber(count) }) ?? words
}
