import { z } from 'zod'
import { ASSETS } from '@solstice/rules/asset'
import { OPERATOR_ROLES } from './endpoint.ts'
import { cursorPageOf, idCursorQuery, pageOf, pageQuery, pathId } from './paging.ts'
import {
  address,
  auditReason as reason,
  auditText,
  id,
  nothing,
  plainText,
  time,
} from './schema.ts'

const role = z.enum(OPERATOR_ROLES)
export const memberStatus = z.enum(['ACTIVE', 'SUSPENDED', 'DISABLED'])
export const asset = z.enum(ASSETS)
const integerText = z.string().regex(/^-?\d+$/)

/** A person signs in with factors and may approve; a machine has a token and never approves. */
const operatorKind = z.enum(['PERSON', 'MACHINE'])
const email = z.string().max(254)
const operatorName = z
  .string()
  .max(40)
  .regex(/^[a-z0-9][a-z0-9._-]+$/)

const operator = z.object({
  operatorId: id,
  name: z.string(),
  role,
  kind: operatorKind,
  /** Null for a machine. */
  email: z.string().nullable(),
  /** The token of a machine is rejected from this time on; null for a person. */
  expiresAt: time.nullable(),
})

/** The response of a call that issues a token, which no other response contains. */
export const operatorWithToken = operator.extend({ token: z.string() })

const factor = z.object({
  factorId: id,
  /** TOTP stands for the password together with the authenticator app. */
  kind: z.enum(['PASSKEY', 'TOTP']),
  label: z.string(),
  createdAt: time,
  /** From then on the factor approves proposals; a new one may have to wait for a day. */
  approvesFrom: time,
  lastUsedAt: time.nullable(),
})

/** The signed-in operator. The times of the session are null for a token. */
export const operatorMe = operator.extend({
  /** The ids of all calls that the role may make. */
  calls: z.array(z.string()),
  factors: z.array(factor),
  recoveryCodesLeft: z.int().min(0),
  idleUntil: time.nullable(),
  endsAt: time.nullable(),
  steppedUpUntil: time.nullable(),
})

const member = z.object({
  userId: id,
  /** Masked, such as `m••••r@naver.com`. */
  email: z.string(),
  nickname: z.string(),
  walletAddress: address.nullable(),
  status: memberStatus,
  createdAt: time,
  /** From then on, no personal data is left and nothing can be changed. */
  deletedAt: time.nullable(),
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

/** The member reads `note` when the login is rejected; the audit keeps it and `reason`. */
const closeAccount = {
  ...changeStatus,
  body: z.strictObject({ reason, note: auditText(200).optional() }),
}

export const operatorSchemas = {
  'operator.me': {
    /** The number of proposals that this operator can approve or confirm now. */
    data: operatorMe.extend({ approvalsWaiting: z.int().min(0) }),
  },
  'operator.listOperators': {
    query: z.strictObject(pageQuery),
    data: pageOf(
      operator.extend({
        createdAt: time,
        disabledAt: time.nullable(),
        lastSeenAt: time.nullable(),
        /** Null for a person who has not enrolled yet, and for a machine. */
        enrolledAt: time.nullable(),
        factors: z.array(factor.pick({ kind: true, label: true })),
        openSessions: z.int().min(0),
      }),
    ),
  },
  'operator.addOperator': {
    body: z
      .strictObject({
        name: operatorName,
        role,
        kind: operatorKind.default('MACHINE'),
        /** Required for a person, who receives the enrolment link there. */
        email: email.optional(),
        reason,
      })
      .refine(({ kind, email }) => (kind === 'PERSON') === (email !== undefined), {
        path: ['email'],
        error: 'A person needs an email address; a machine has none',
      }),
    /** `token` is null for a person, and when the call is repeated with its Idempotency-Key. */
    data: operator.extend({ token: z.string().nullable() }),
  },
  'operator.change': {
    params: z.strictObject({ operatorId: pathId }),
    body: z
      .strictObject({ role: role.optional(), email: email.optional(), reason })
      .refine((body) => body.role !== undefined || body.email !== undefined),
    data: operator,
  },
  'operator.sendEnrolment': {
    params: z.strictObject({ operatorId: pathId }),
    body: z.strictObject({ reason }),
    data: z.object({ expiresAt: time }),
  },
  'operator.rotateToken': {
    params: z.strictObject({ operatorId: pathId }),
    body: z.strictObject({ reason }),
    data: operatorWithToken,
  },
  'operator.disableOperator': {
    params: z.strictObject({ operatorId: pathId }),
    body: z.strictObject({ reason }),
    data: nothing,
  },
  'operator.findMembers': {
    query: z.strictObject({
      ...idCursorQuery,
      search: plainText(254).optional(),
      status: memberStatus.optional(),
      language: z.enum(['en', 'ko']).optional(),
      hasWallet: z.enum(['yes', 'no']).optional(),
      joinedFrom: time.optional(),
      /** Exclusive. */
      joinedTo: time.optional(),
      /** Only members who took part in the season. */
      seasonId: pathId.optional(),
    }),
    /**
     * A reply reads a limited number of members, so it may have fewer entries than `size`, or none,
     * and a `nextCursor`.
     */
    data: cursorPageOf(
      member.extend({
        language: z.string(),
        /** In the season that runs now; null without one, or without XP. */
        seasonXp: z.int().min(0).nullable(),
        tier: z.string().nullable(),
        /** When a session was last opened or extended. */
        lastSeenAt: time.nullable(),
      }),
    ).extend({
      /** True if `totalCount` is a lower bound, because counting all would take too long. */
      isCountPartial: z.boolean(),
    }),
  },
  'operator.showMember': {
    params: z.strictObject({ userId: pathId }),
    data: member.extend({
      language: z.string(),
      /** The time since which the member's own report has blocked all payouts. */
      payoutsFrozenAt: time.nullable(),
      withdrawalsPausedUntil: time.nullable(),
      openSessions: z.int().min(0),
      /** The last use of a session; null if none is left. */
      lastSeenAt: time.nullable(),
      /** The running season, or else the last one that ran. */
      currentSeasonId: id.nullable(),
      /** How many entries the tabs of the member's page list. */
      counts: z.object({
        orders: z.int().min(0),
        payouts: z.int().min(0),
        friends: z.int().min(0),
        notes: z.int().min(0),
      }),
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
  'operator.verifyLedger': {
    data: z.object({
      ok: z.boolean(),
      problemCount: z.int().min(0),
      /** Contains at most the first hundred problems. */
      problems: z.array(z.object({ rule: z.string(), where: z.string() })),
    }),
  },
} as const
