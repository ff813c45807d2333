import type { Trace, TraceInputs } from '@solstice/rules/trace'
import {
  NO_OPERATOR_PART,
  type Explanation,
  type OperatorPart,
  type PublicPart,
} from './explainer.ts'

type Decided = Pick<Trace, 'rule' | 'outcome'> & { version?: number }

/** Builds an explanation without sums, days or a posting; `more` sets them and the rest. */
export function explained(
  { rule, outcome, version = 1 }: Decided,
  at: Date,
  more: Partial<Omit<PublicPart, 'rule' | 'ruleVersion' | 'outcome' | 'at'>>,
  operator: Partial<OperatorPart> = {},
): Explanation {
  return {
    public: {
      rule,
      ruleVersion: version,
      outcome,
      seasonVersion: null,
      seasonId: null,
      name: null,
      at: at.toISOString(),
      inputs: {},
      sums: [],
      steps: [],
      days: [],
      next: null,
      ledgerTransactionId: null,
      ...more,
    },
    operator: { ...NO_OPERATOR_PART, ...operator },
  }
}

/** Returns the inputs that are known. */
export function known(
  inputs: Readonly<Record<string, TraceInputs[string] | undefined>>,
): TraceInputs {
  return Object.fromEntries(
    Object.entries(inputs).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, value]],
    ),
  )
}

export function isoOf(at: Date | null | undefined): string | undefined {
  return at?.toISOString()
}

type Next = NonNullable<PublicPart['next']>

export function nextStep(kind: Next['kind'], at?: Date, inputs: Next['inputs'] = {}): Next {
  return { kind, at: at?.toISOString() ?? null, inputs }
}
