import { z } from 'zod'
import { TRACE_OUTCOMES, type TraceRule } from '@solstice/rules/trace'
import { pathId } from './paging.ts'
import { id, time } from './schema.ts'

/**
 * Names what is explained. `mission` and `round` name the season's mission (`mission:3.13`) and the
 * round (`round:7`); a friend is named by the instant and position of the list, as its cursor is.
 */
const entryId = z
  .string()
  .max(80)
  .regex(
    /^((history|ledger|refusal|round|payout|withdrawal|alert|order|refund):\d{1,15}|mission:\d{1,9}\.\d{1,9}|friend:\d{1,13}\.\d{1,6})$/,
  )

// TypeScript does not infer the keys of the object.
const RULES = Object.keys(TRACE_OUTCOMES) as [TraceRule, ...TraceRule[]]
const OUTCOMES: Readonly<Record<string, readonly string[]>> = TRACE_OUTCOMES

const value = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** Amounts are decimal texts with a sign, because they may be XP, tickets or tokens. */
const signedAmount = z.string().regex(/^-?\d{1,60}(\.\d{1,36})?$/)

/** A sum to scale: the parts add up to the total. */
const part = z.object({
  part: z.enum([
    'BASE',
    'FIFTH_BONUS',
    'LEVEL_BONUS',
    'TIER_BONUS',
    'PRIZE',
    'PRICE',
    'GIVEN',
    'SHARE',
    'FEE',
    'ADJUSTMENT',
  ]),
  amount: signedAmount,
})

const sum = z.object({
  /** XP, TICKET, CREDIT or the symbol of a token. */
  unit: z.string(),
  parts: z.array(part),
  total: signedAmount,
})

/** A condition that the rule checked, in the order in which it checked them. */
const step = z.object({
  check: z.string(),
  passed: z.boolean(),
})

export const explanation = z
  .object({
    entryId: z.string(),
    rule: z.enum(RULES),
    ruleVersion: z.int().min(1),
    outcome: z.string(),
    /** The revision of the season by which it was decided; null outside a season. */
    seasonVersion: z.int().min(0).nullable(),
    seasonId: id.nullable(),
    /** The name of the mission, product or friend; null if the rule names none. */
    name: z.string().nullable(),
    /** The time of the decision; now for a state that is computed now. */
    at: time,
    /** The member's own numbers, the thresholds and the times that the rule read. */
    inputs: z.record(z.string(), value),
    sums: z.array(sum),
    steps: z.array(step),
    /** The days of a round, with a mark for those that counted. */
    days: z.array(z.object({ day: z.iso.date(), counted: z.boolean() })),
    /** When and where the member can try again. */
    next: z
      .object({
        kind: z.enum(['TIME', 'ROUND', 'WALLET', 'MISSION', 'SETTINGS', 'FRIEND', 'SUPPORT']),
        at: time.nullable(),
        inputs: z.record(z.string(), value),
      })
      .nullable(),
    /** The ledger transaction that recorded it. */
    ledgerTransactionId: id.nullable(),
  })
  .refine(({ rule, outcome }) => OUTCOMES[rule]?.includes(outcome), { path: ['outcome'] })

export const explanationSchemas = {
  'explanation.mine': { params: z.strictObject({ entryId }), data: explanation },
  'explanation.ofMember': {
    params: z.strictObject({ userId: pathId, entryId }),
    data: explanation.safeExtend({
      /**
       * Whether replaying the stored inputs gave the stored outcome and the ledger has the same
       * amounts; null if nothing was stored or posted.
       */
      replayed: z.boolean().nullable(),
      equalsLedger: z.boolean().nullable(),
      /** Inputs that members do not see, such as which sign tells that a friend is the same person. */
      hiddenInputs: z.record(z.string(), value),
      /** The code and the reason of a refusal as the member's app received them. */
      refusal: z
        .object({
          code: z.int(),
          reason: z.string().nullable(),
          call: z.string(),
          count: z.int().min(1),
          lastAt: time,
        })
        .nullable(),
      links: z.array(
        z.object({
          kind: z.enum(['LEDGER', 'PAYOUT', 'ORDER', 'REFUND', 'SEASON', 'MEMBER', 'TRANSACTION']),
          id: z.string(),
        }),
      ),
    }),
  },
} as const
