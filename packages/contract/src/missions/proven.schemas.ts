import { z } from 'zod'
import { address, id, time } from '#/schema.ts'
import { count } from '#/season.schemas.ts'
import { bonuses } from './mission-parts.ts'
import { code, texts, whole } from './plan-parts.ts'

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
  }),
  z.object({ kind: z.literal('CODE') }),
])

export const provenDetail = { proof }
export const provenBody = { partnerCode: z.string().max(100).optional() }
export const provenReply = { ...bonuses, nextAvailableAt: time.nullable() }
