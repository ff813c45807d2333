import { endpoints, type CallId } from '../../../packages/contract/src/catalogue.ts'
import { ACCOUNT_CALLS } from './calls-account.ts'
import { APPROVAL_CALLS } from './calls-approval.ts'
import { BOOKS_CALLS } from './calls-books.ts'
import { CONSOLE_CALLS } from './calls-console.ts'
import { HOLD_CALLS } from './calls-hold.ts'
import { MEMBER_CALLS } from './calls-member.ts'
import { OPERATOR_CALLS } from './calls-operator.ts'
import { PROGRAMME_CALLS } from './calls-programme.ts'
import { SEASON_CALLS } from './calls-season.ts'
import type { Scenario, Scenarios } from './scenario.ts'

/** A scenario for every call of the contract; the compiler reports a call without one. */
const SCENARIOS: Readonly<Record<CallId, Scenarios>> = {
  ...ACCOUNT_CALLS,
  ...CONSOLE_CALLS,
  ...APPROVAL_CALLS,
  ...BOOKS_CALLS,
  ...HOLD_CALLS,
  ...MEMBER_CALLS,
  ...PROGRAMME_CALLS,
  ...OPERATOR_CALLS,
  ...SEASON_CALLS,
}

export type NamedCall = { name: string; scenario: Scenario }

/** Returns the scenarios of all calls in the order of the contract. */
export function callScenarios(): NamedCall[] {
  return Object.keys(endpoints).flatMap((id) => {
    // The keys of the catalogue are its ids.
    const given: Scenarios | undefined = SCENARIOS[id as CallId]
    if (given === undefined) throw new Error(`${id} has no scenario in the growth benchmark`)
    if (typeof given === 'function') return [{ name: id, scenario: given }]
    return Object.entries(given).map(([kind, scenario]) => ({ name: `${id}, ${kind}`, scenario }))
  })
}
