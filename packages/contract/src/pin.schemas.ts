import { z } from 'zod'
import { PIN_PURPOSES } from './pin-purpose.ts'
import { password, time } from './schema.ts'

/** Salt, proof and group elements are 32 bytes each, encoded as base64url without padding. */
const bytes32 = z.string().regex(/^[A-Za-z0-9_-]{43}$/)
const attempts = z.int().min(0)
/** PBKDF2 iterations; the bounds only reject values that no client would have used. */
const iterations = z.int().min(100_000).max(10_000_000)

export const pinSchemas = {
  'pin.state': {
    data: z.object({
      hasPin: z.boolean(),
      locked: z.boolean(),
      attempts,
      maxAttempts: z.literal(5),
      pinKeyId: z.string().nullable(),
      salt: z.string().nullable(),
      /** The PBKDF2 iterations for the PIN of this key. */
      iterations: iterations.nullable(),
    }),
  },
  'pin.enrol': {
    body: z.strictObject({
      salt: bytes32,
      iterations: iterations.optional(),
      blinded: bytes32,
      password: password.optional(),
    }),
    data: z.object({ enrolmentId: z.string(), pinKeyId: z.string(), evaluated: bytes32 }),
  },
  'pin.set': {
    body: z.strictObject({ enrolmentId: z.uuid(), proof: bytes32 }),
    data: z.object({ hasPin: z.literal(true), pinKeyId: z.string() }),
  },
  'pin.tries': {
    query: z.strictObject({ pinKeyId: z.uuid() }),
    data: z.object({
      triesUsed: attempts,
      triesLeft: z.int().min(0).max(5),
      retryAt: time.nullable(),
      /** True for the key of an earlier PIN, which has no attempt limit. */
      retired: z.boolean(),
    }),
  },
  'pin.evaluate': {
    body: z.strictObject({ blinded: bytes32, pinKeyId: z.uuid().optional() }),
    data: z.object({ evaluationId: z.string(), evaluated: bytes32, attempts }),
  },
  'pin.verify': {
    body: z.strictObject({
      evaluationId: z.uuid(),
      proof: bytes32,
      purpose: z.enum(PIN_PURPOSES),
    }),
    data: z.object({
      verified: z.literal(true),
      /** Both fields are missing for a retired key, which only re-seals a wallet. */
      pinToken: z.string().optional(),
      expiresAt: time.optional(),
      failedSince: z.int().min(0),
    }),
  },
} as const
