import { z } from 'zod'
import { ASSETS } from '@solstice/rules/asset'
import { OPERATOR_ROLES } from './endpoint.ts'
import { pageOf, pageQuery, pathId } from './paging.ts'
import { address, id, nothing, time } from './schema.ts'

/** Allows no control characters and no unpaired surrogates, which databases cannot store. */
const plainText = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .regex(/^[^\p{Cc}\p{Cs}]+$/u)

const reason = plainText(500)
const role = z.enum(OPERATOR_ROLES)
export const memberStatus = z.enum(['ACTIVE', 'SUSPENDED', 'DISABLED'])
export const asset = z.enum(ASSETS)
const integerText = z.string().regex(/^-?\d+$/)

/** The token is rejected from `expiresAt` on. */
const operator = z.object({ operatorId: id, name: z.string(), role, expiresAt: time })

const member = z.object({
  userId: id,
  email: z.string(),
  nickname: z.string(),
  walletAddress: address.nullable(),
  status: memberStatus,
  createdAt: time,
  /** From then on, no personal data is left and nothing can be changed. */
  deletedAt: time.nullable(),
})

const job = z.object({
  jobId: id,
  kind: z.string(),
  state: z.enum(['dead', 'waiting']),
  attempts: z.int().min(0),
  dueAt: time,
  createdAt: time,
  deadAt: time.nullable(),
  lastError: z.string().nullable(),
})

const auditEntry = z.object({
  auditId: id,
  at: time,
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  data: z.record(z.string(), z.unknown()),
  previousHash: z.string(),
  hash: z.string(),
})

/**
 * The maximum that one call credits or debits: 1,000 of a token, counted in millionths (referral)
 * or in the smallest unit of up to 18 decimals (reward).
 */
const ADJUSTMENT_MAX: Record<z.output<typeof asset>, bigint> = {
  SEASON_XP: 1_000_000n,
  XP: 1_000_000n,
  TICKET: 10_000n,
  CREDIT: 100_000n,
  REFERRAL: 1_000n * 10n ** 6n,
  REWARD: 1_000n * 10n ** 18n,
}

const AMOUNT = /^[+-]?[1-9]\d{0,29}$/
const absolute = (amount: string) => BigInt(amount.replace(/^[+-]/, ''))

const adjustment = z
  .strictObject({
    asset,
    scope: z
      .string()
      .max(64)
      .regex(/^[a-z][a-z-]*:[1-9]\d*$/)
      .optional(),
    /** A positive amount credits, a negative amount debits. */
    amount: z.string().regex(AMOUNT),
    reason,
  })
  .refine(
    ({ asset, amount }) => !AMOUNT.test(amount) || absolute(amount) <= ADJUSTMENT_MAX[asset],
    {
      path: ['amount'],
    },
  )

const changeStatus = {
  params: z.strictObject({ userId: pathId }),
  body: z.strictObject({ reason }),
  data: z.object({ userId: id, status: memberStatus }),
}

/** The member reads `note` when the login is rejected; `reason` is for the audit only. */
const closeAccount = {
  ...changeStatus,
  body: z.strictObject({ reason, note: plainText(200).optional() }),
}

export const operatorSchemas = {
  'operator.me': { data: operator },
  'operator.listOperators': {
    query: z.strictObject(pageQuery),
    data: pageOf(operator.extend({ createdAt: time, disabledAt: time.nullable() })),
  },
  'operator.addOperator': {
    body: z.strictObject({
      name: z
        .string()
        .max(40)
        .regex(/^[a-z0-9][a-z0-9._-]+$/),
      role,
    }),
    data: operator.extend({ token: z.string() }),
  },
  'operator.rotateToken': {
    params: z.strictObject({ operatorId: pathId }),
    data: operator.extend({ token: z.string() }),
  },
  'operator.disableOperator': {
    params: z.strictObject({ operatorId: pathId }),
    data: nothing,
  },
  'operator.findMembers': {
    query: z.strictObject({
      ...pageQuery,
      search: plainText(254).optional(),
      status: memberStatus.optional(),
    }),
    data: pageOf(member),
  },
  'operator.showMember': {
    params: z.strictObject({ userId: pathId }),
    data: member.extend({
      language: z.string(),
      /** The time since which the member's own report has blocked all payouts. */
      payoutsFrozenAt: time.nullable(),
      openSessions: z.int().min(0),
      balances: z.array(z.object({ asset, scope: z.string(), balance: integerText })),
    }),
  },
  'operator.suspendMember': closeAccount,
  'operator.disableMember': closeAccount,
  'operator.restoreMember': changeStatus,
  'operator.adjustBalance': {
    params: z.strictObject({ userId: pathId }),
    body: adjustment,
    data: z.object({ transactionId: id, asset, scope: z.string(), balance: integerText }),
  },
  'operator.listAudit': {
    query: z.strictObject({
      ...pageQuery,
      actor: plainText(100).optional(),
      subject: plainText(100).optional(),
    }),
    data: pageOf(auditEntry),
  },
  'operator.verifyAudit': {
    data: z.object({
      ok: z.boolean(),
      count: z.int().min(0),
      firstBrokenId: z.int().nullable(),
      lastHash: z.string(),
      guarded: z.boolean(),
    }),
  },
  'operator.verifyLedger': {
    data: z.object({
      ok: z.boolean(),
      problemCount: z.int().min(0),
      /** Contains at most the first hundred problems. */
      problems: z.array(z.object({ rule: z.string(), where: z.string() })),
    }),
  },
  'operator.listJobs': {
    query: z.strictObject({ ...pageQuery, state: z.enum(['dead', 'waiting']).default('dead') }),
    data: pageOf(job),
  },
  'operator.retryJob': { params: z.strictObject({ jobId: pathId }), data: nothing },
} as const
