import type { z } from 'zod'
import type { CallId, schemas } from '@solstice/contract/catalogue'
import type { CallSchemas } from '@solstice/contract/schema'
import type { ApprovalFacts } from '@solstice/rules/approval'
import type { ApprovalRuleName } from '@solstice/rules/approval-policy'
import type { Operator } from '#/modules/operator/operator.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'

type Part = string | number | boolean | null
export type SentenceValues = Record<string, Part>
export type Change = { field: string; before: Part; after: Part }
export type Figure = { name: string; value: string; unit: string | null; limit: string | null }

/** Describes the effect of a call, read from the database before the call runs. */
export type Reading<Rule extends ApprovalRuleName = ApprovalRuleName> = {
  /** The subject as in the audit: `member:12`. */
  subject: string
  /**
   * The facts of the sentence, to which a proposal is bound. They contain no running balances, which
   * would make every proposal outdated.
   */
  values: SentenceValues
  changes?: Change[]
  figures?: Figure[]
  /** The amount that counts towards the operator's sum of the day. */
  counted?: { kind: string; amount: bigint; unit: string; decimals: number }
  /** True if a proposal would be outdated at once, so that nobody could approve it. */
  isOutdated?: boolean
  /** Returns the facts for the rule, given the sum of the day without this call. */
  facts: (today: bigint) => ApprovalFacts[Rule]
}

type Parsed<Id extends CallId, Name extends keyof CallSchemas> =
  (typeof schemas)[Id] extends Record<Name, infer Schema extends z.ZodType>
    ? z.output<Schema>
    : undefined

type Requester = Pick<Operator, 'operatorId' | 'name' | 'role' | 'kind' | 'steppedUpUntil'>

/** A gated call, parsed and validated against the contract. */
export type GatedInput = {
  operator: Requester
  params: unknown
  body: unknown
  /** The result of the call's external requests. */
  prepared?: unknown
  /** True if a proposal of this call is being approved. */
  isProposed?: boolean
}

/**
 * Reads what a gated call would do, inside its transaction. It throws the refusal of the call for a
 * subject that does not exist.
 */
export type SubjectReader<Id extends CallId, Prepared = unknown> = (
  tx: Db,
  ctx: AppContext,
  input: {
    operator: Requester
    params: Parsed<Id, 'params'>
    body: Parsed<Id, 'body'>
    prepared?: Prepared
    isProposed?: boolean
  },
) => Promise<Reading>

/**
 * A reader whose call the compiler does not know: the gate passes the input that was parsed for the
 * same id. Written as a method, because only these accept a reader of a narrower input.
 */
type AnyReader = { read(tx: Db, ctx: AppContext, input: GatedInput): Promise<Reading> }['read']

/** The readers of all gated calls. */
export type SubjectReaders = Partial<Record<CallId, AnyReader>>

/** Returns the fields that differ, for a proposal's list of changes. */
export function changesBetween(
  before: Readonly<Record<string, Part>>,
  after: Readonly<Record<string, Part>>,
): Change[] {
  return Object.keys({ ...before, ...after })
    .filter((field) => (before[field] ?? null) !== (after[field] ?? null))
    .map((field) => ({
      field,
      before: before[field] ?? null,
      after: after[field] ?? null,
    }))
}
