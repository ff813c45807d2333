import type { TRACE_OUTCOMES, TraceOutcome } from '@solstice/rules/trace'
import type { CallData } from '#/wire.ts'
import type { Alternatives } from './fill.ts'

export type Explanation = CallData<'explanation.mine'>
type Part = Explanation['sums'][number]['parts'][number]['part']
type NextKind = NonNullable<Explanation['next']>['kind']

/** The texts of an outcome. The last alternative of a title needs no value. */
export type OutcomeText = {
  title: Alternatives
  /** Joined by a space; a sentence whose values are missing is left out. */
  sentences: readonly Alternatives[]
  /** Label and value; a row whose values are missing is left out. */
  rows?: readonly (readonly [label: string, value: Alternatives])[]
  /** Each says what still works, or what happens without the member. */
  assurances?: readonly Alternatives[]
}

export type RuleTexts<Rule extends keyof typeof TRACE_OUTCOMES> = {
  [R in Rule]: { [Outcome in TraceOutcome<R>]: OutcomeText }
}

export type MissionRule = 'check-in' | 'spin' | 'ticket' | 'mission'
export type RewardRule = 'round' | 'friend' | 'invite'
export type AccountRule = Exclude<keyof typeof TRACE_OUTCOMES, MissionRule | RewardRule>

/** The texts that all rules share. */
export type SharedTexts = {
  /** The subject of the explanation, such as `Check-in`. */
  subjects: { [Rule in keyof typeof TRACE_OUTCOMES]: Alternatives }
  /** `{amount}` with its unit; the token's symbol is the unit of all others. */
  units: Readonly<Record<'XP' | 'TICKET' | 'CREDIT', string>>
  and: string
  parts: { [P in Part]: Alternatives }
  next: { [Kind in NextKind]: Alternatives }
  /** A passed and a failed condition. */
  steps: Readonly<Record<string, readonly [passed: Alternatives, failed: Alternatives]>>
  /** A condition that this build does not know. */
  unknownStep: readonly [passed: string, failed: string]
  /** An outcome that this build does not know. */
  unknown: OutcomeText
  /** Reasons of refusals that are no outcome of a rule. */
  reasons: Readonly<Record<string, string>>
  /** A refusal with a code and a reason that this build does not know. */
  refused: string
  /** Replaces the messages that need values which are not stored with a refusal. */
  refusals: Readonly<Record<number, string>>
}
