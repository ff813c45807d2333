import { z } from 'zod'
import { APPROVAL_RULES, APPROVAL_STATES } from '@solstice/rules/approval-policy'
import { OPERATOR_ROLES } from './endpoint.ts'
import { assertion } from './operator-auth.schemas.ts'
import { pageOf, pageQuery, pathId } from './paging.ts'
import { auditReason as reason, id, time } from './schema.ts'

const bodyHash = z.string().regex(/^[0-9a-f]{64}$/)

const person = z.object({
  operatorId: id,
  name: z.string(),
  role: z.enum(OPERATOR_ROLES),
  kind: z.enum(['PERSON', 'MACHINE']),
})

/** A part of a sentence or a value before and after a change. Amounts are texts of whole units. */
const part = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const approvalState = z.enum(APPROVAL_STATES)

/** The reason why a call needs a second person. */
const approvalCause = z.enum([
  /** One amount is above the policy. */
  'AMOUNT',
  /** The operator's sum of this programme day would be above the policy. */
  'DAY_SUM',
  /** The call always needs a second person. */
  'ALWAYS',
  /** The amount is in a unit for which the policy has no limit. */
  'NO_LIMIT',
  /** The change gives more than before: a cap, a reward, a limit, a right. */
  'RAISE',
  /** Another campaign went out within 24 hours. */
  'SECOND_CAMPAIGN',
  /** It lasts longer than one person may decide. */
  'DURATION',
])

const approval = z.object({
  approvalId: id,
  /** The id of the call that runs when the proposal is approved, such as `payout.unfreeze`. */
  call: z.string(),
  rule: z.enum(APPROVAL_RULES),
  causes: z.array(approvalCause),
  state: approvalState,
  /** The subject as in the audit: `member:12`, `season:3`. */
  subject: z.string(),
  /**
   * The sentence as data. Its key is the id of the call, and its values are the facts to which the
   * proposal is bound: 2913 if one of them changed.
   */
  sentence: z.object({ key: z.string(), values: z.record(z.string(), part) }),
  changes: z.array(z.object({ field: z.string(), before: part, after: part })),
  /** Values for the decision that may change while the proposal waits, such as a sum of the day. */
  figures: z.array(
    z.object({
      name: z.string(),
      value: z.string(),
      unit: z.string().nullable(),
      limit: z.string().nullable(),
    }),
  ),
  /** The requester's reason, if the call has one. */
  reason: z.string().nullable(),
  bodyHash,
  /** The challenge that the approver's passkey signs, as base64url. */
  challenge: z.string(),
  requestedBy: person,
  requestedAt: time,
  expiresAt: time,
  decidedBy: person.nullable(),
  decidedAt: time.nullable(),
  /** The reason for which it was declined or withdrawn. */
  decisionReason: z.string().nullable(),
  /** The action was confirmed by its requester under the solo rule. */
  isSolo: z.boolean(),
  /** The persons who can approve it now. Empty if nobody qualifies. */
  approvers: z.array(person),
  /** Disabled or demoted persons who still count, so that nobody becomes alone by removing them. */
  formerApprovers: z.array(person.extend({ until: time })),
  /** Set while a person confirms alone: the wait, and when `approve` is accepted. Everyone may decline. */
  solo: z.object({ waitSeconds: z.int().min(0), confirmableAt: time }).nullable(),
  /** True if approving needs a passkey: for money, and while a person confirms alone. */
  needsPasskey: z.boolean(),
  /** The actions that the caller may take now. */
  can: z.object({ approve: z.boolean(), decline: z.boolean(), withdraw: z.boolean() }),
})

const amount = z.int().min(0).max(1_000_000_000)

const policy = z.object({
  adjustXp: amount,
  adjustTickets: amount,
  adjustCredit: amount,
  adjustUsds: amount,
  /** The sum per operator and programme day, as a multiple of one adjustment. */
  adjustDayFactor: z.int().min(1).max(1_000),
  refundUsds: amount,
  refundDayUsds: amount,
  payoutUsds: amount,
  payoutDayUsds: amount,
  holdUsds: amount,
  holdDayUsds: amount,
  campaignMembers: amount,
  productXpPerUsd: amount,
  productTicketsPerUsd: amount,
  productTicketsPer1000Xp: amount,
  productXpPerTicket: amount,
  pricePercent: z.int().min(0).max(100),
})

const params = z.strictObject({ approvalId: pathId })

export const approvalSchemas = {
  'approval.list': {
    query: z.strictObject({
      ...pageQuery,
      state: approvalState.optional(),
      /** `mine`: made by the caller. `waiting`: the caller can approve or confirm them now. */
      filter: z.enum(['all', 'mine', 'waiting']).default('all'),
    }),
    data: pageOf(approval),
  },
  'approval.show': { params, data: approval },
  'approval.approve': {
    params,
    body: z.strictObject({
      /** The hash of the proposal that the approver has seen. */
      bodyHash,
      /**
       * A passkey assertion for the proposal's challenge, so that the signature covers what was
       * seen. Without a passkey, a person confirms with a factor first (step-up), which does not
       * suffice if `needsPasskey`.
       */
      assertion: assertion.optional(),
    }),
    data: approval,
  },
  'approval.decline': { params, body: z.strictObject({ reason }), data: approval },
  'approval.withdraw': {
    params,
    body: z.strictObject({ reason: reason.optional() }),
    data: approval,
  },
  'approval.policy': { data: policy },
  'approval.setPolicy': {
    body: z.strictObject({ ...policy.partial().shape, reason }),
    data: policy,
  },
} as const
