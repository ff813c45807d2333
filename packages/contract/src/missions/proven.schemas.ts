import { MAX_ACTION_TEXT } from '@solstice/rules/signing/contract-action'
import { z } from 'zod'
import { address, id, time } from '#/schema.ts'
import { count } from '#/season.schemas.ts'
import { bonuses } from './mission-parts.ts'
import { code, texts, whole } from './plan-parts.ts'

const integer = z.string().regex(/^-?\d{1,78}$/)
const maxLength = whole(1, MAX_ACTION_TEXT)

/** The call that the app offers to make for a CALLED proof. */
const plannedAction = z.strictObject({
  name: texts(40),
  effect: texts(80),
  function: z.string().trim().min(3).max(400),
  arguments: z
    .array(
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('FIXED'), value: z.string().max(MAX_ACTION_TEXT) }),
        z.strictObject({ kind: z.literal('WALLET') }),
        z.strictObject({ kind: z.literal('TEXT'), label: texts(40), maxLength }),
        z.strictObject({ kind: z.literal('NUMBER'), label: texts(40), min: integer, max: integer }),
      ]),
    )
    .max(6),
  value: z
    .string()
    .regex(/^\d{1,30}$/)
    .default('0'),
})

export const onChainCheck = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('HOLDS'),
    /** Null for the native coin of the chain. */
    contract: address.nullable(),
    minUnits: z.string().regex(/^[1-9]\d{0,77}$/),
  }),
  z.strictObject({
    kind: z.literal('CALLED'),
    contract: address,
    selector: z.string().regex(/^0x[0-9a-f]{8}$/),
    action: plannedAction.optional(),
  }),
])

/** Shared by the types whose completion the member proves. */
export const plannedProof = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('LINK') }),
  z.strictObject({ kind: z.literal('CODE'), code }),
  z.strictObject({
    kind: z.literal('ONCHAIN'),
    chainId: whole(1),
    requirement: texts(300),
    check: onChainCheck,
  }),
])

/** An action in the member's language. */
const action = z.object({
  contract: address,
  name: z.string(),
  effect: z.string(),
  function: z.string(),
  arguments: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('FIXED'), value: z.string() }),
      z.object({ kind: z.literal('WALLET') }),
      z.object({ kind: z.literal('TEXT'), label: z.string(), maxLength: count }),
      z.object({ kind: z.literal('NUMBER'), label: z.string(), min: integer, max: integer }),
    ]),
  ),
  /** In the smallest unit of the coin. */
  value: z.string(),
})

const proof = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('LINK'), waitSeconds: count, openedAt: time.nullable() }),
  z.object({
    kind: z.literal('ONCHAIN'),
    chainId: id,
    /** Describes what the registered wallet must hold or have done. */
    requirement: z.string(),
    /** HOLDS requires a balance, CALLED requires a call to a contract. */
    check: z.enum(['HOLDS', 'CALLED']),
    hasWallet: z.boolean(),
    /** The call that the app offers to make; absent if the member makes it elsewhere. */
    action: action.optional(),
  }),
  z.object({ kind: z.literal('CODE') }),
])

export const provenDetail = { proof }
export const provenBody = { partnerCode: z.string().max(100).optional() }
export const provenReply = { ...bonuses, nextAvailableAt: time.nullable() }
