import { needsApproval } from '@solstice/rules/approval'
import { DEFAULT_APPROVAL_POLICY } from '@solstice/rules/approval-policy'
import { referralUnits, validateInviteTerms } from '@solstice/rules/invite'
import type { InviteProblem, InviteTerms } from '@solstice/rules/invite'
import { ApiError } from '@solstice/ui/api-error.ts'
import type { Terms } from './api.ts'

export type Field = keyof Terms
/** The typed terms: every field as text. */
export type Draft = Record<Field, string>

export const AMOUNTS = [
  'referralReward',
  'maxPerReferrer',
  'seasonBudget',
  'minWithdraw',
  'maxWithdrawPerDay',
] as const
export const COUNTS = [
  'checkInDays',
  'claimDelayDays',
  'firstInviteXp',
  'totalInviteCount',
  'totalInviteXp',
] as const

export function draftOf(terms: Terms): Draft {
  const entries = Object.entries(terms).map(([name, value]) => [name, String(value)])
  return Object.fromEntries(entries) as Draft // The terms have exactly these fields.
}

/** `INVALID` is a field that is no amount or number; the others are problems of the rules. */
export type Problem = { path: Field; code: InviteProblem['code'] | 'INVALID' }

/** Reads the typed terms; the fields that are no number or amount are returned as problems. */
export function readDraft(draft: Draft): { terms: InviteTerms } | { problems: Problem[] } {
  const problems: Problem[] = []
  const amount = (path: (typeof AMOUNTS)[number]) => {
    const units = referralUnits(draft[path].trim())
    if (units === undefined || units <= 0n) problems.push({ path, code: 'INVALID' })
    return units ?? 0n
  }
  const count = (path: (typeof COUNTS)[number], least = 1) => {
    const value = Number(draft[path].trim() || Number.NaN)
    if (!Number.isSafeInteger(value) || value < least) problems.push({ path, code: 'INVALID' })
    return value
  }
  if (!/^[A-Za-z0-9]{2,10}$/.test(draft.symbol.trim())) {
    problems.push({ path: 'symbol', code: 'INVALID' })
  }
  const terms: InviteTerms = {
    symbol: draft.symbol.trim(),
    referralReward: amount('referralReward'),
    maxPerReferrer: amount('maxPerReferrer'),
    seasonBudget: amount('seasonBudget'),
    minWithdraw: amount('minWithdraw'),
    maxWithdrawPerDay: amount('maxWithdrawPerDay'),
    checkInDays: count('checkInDays'),
    claimDelayDays: count('claimDelayDays', 0),
    firstInviteXp: count('firstInviteXp'),
    totalInviteCount: count('totalInviteCount'),
    totalInviteXp: count('totalInviteXp'),
  }
  return problems.length > 0 ? { problems } : { terms }
}

/** Returns the problems that the server would find, except those that need its data. */
export function problemsOf(draft: Draft): Problem[] {
  const read = readDraft(draft)
  return 'problems' in read ? read.problems : validateInviteTerms(read.terms)
}

/** Returns the changed fields in the terms of the call. */
export function changeOf(draft: Draft, terms: Terms): Partial<Terms> {
  const before = draftOf(terms)
  const changed = Object.entries(draft)
    .map(([name, value]) => [name as Field, value.trim()] as const) // A draft has only these fields.
    .filter(([name, value]) => value !== before[name])
    .map(([name, value]) => [name, COUNTS.some((each) => each === name) ? Number(value) : value])
  return Object.fromEntries(changed) as Partial<Terms> // The same fields with the same types.
}

/** Returns whether a second person has to approve: any term that gives members more. */
export function isRaise(draft: Draft, terms: Terms): boolean {
  const after = readDraft(draft)
  const before = readDraft(draftOf(terms))
  if ('problems' in after || 'problems' in before) return false
  const facts = { before: before.terms, after: after.terms }
  // The policy has no limit for terms.
  return needsApproval('INVITE_TERMS', facts, DEFAULT_APPROVAL_POLICY).length > 0
}

/** Reads the problems with which the server refused; undefined if it refused for another reason. */
export function refusedProblems(error: unknown): Problem[] | undefined {
  if (!(error instanceof ApiError) || typeof error.data !== 'object' || error.data === null) {
    return undefined
  }
  const problems: unknown = Reflect.get(error.data, 'problems')
  if (!Array.isArray(problems)) return undefined
  return problems.filter(
    (each: unknown): each is Problem =>
      typeof each === 'object' && each !== null && 'path' in each && 'code' in each,
  )
}
