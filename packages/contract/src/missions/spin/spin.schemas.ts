import { z } from 'zod'
import { effect, mission } from '#/missions/mission-parts.ts'
import type { MissionContract } from '#/missions/mission-contract.ts'
import { whole } from '#/missions/plan-parts.ts'
import { id, time } from '#/schema.ts'
import { count } from '#/season.schemas.ts'

const hex32 = z.string().regex(/^[0-9a-f]{64}$/)

export const spinPrize = z.object({ xp: count, weight: id, percent: z.number() })

/** The data that proves a draw fair; docs/spin.md describes how to verify it by hand. */
export const spinProof = z.object({
  serverSeed: hex32,
  clientSeed: z.string(),
  nonce: count,
  commitment: hex32,
  /** Null in a history, where the next commitment has long been public. */
  nextCommitment: hex32.nullable(),
})

/** A closed commitment: a spin revealed it, or a change of the odds voided it. */
const revealed = z.object({
  commitment: hex32,
  serverSeed: hex32,
  nonce: count,
  historyId: id.nullable(),
  revealedAt: time,
})

export const plannedPrizes = z
  .array(z.strictObject({ xp: whole(1), weight: whole(1, 10_000) }))
  .min(1)
  .max(24)

/**
 * The season has one spin, so these terms apply to the season. The price of one ticket per spin is
 * fixed because the screens promise it.
 */
export const spinTerms = z.strictObject({
  freePerDay: whole(0, 100),
  ticketsPerSpin: z.literal(1),
  prizes: plannedPrizes,
})

export const spinContract = {
  detail: mission.extend({
    type: z.literal('SPIN'),
    freeSpinsLeft: count,
    freeSpinsPerDay: count,
    tickets: count,
    prizes: z.array(spinPrize),
    commitment: hex32,
    nonce: count,
    /**
     * Contains the last twenty, newest first. A commitment seen earlier is either still open or
     * listed here.
     */
    revealed: z.array(revealed).max(20),
  }),
  body: {
    /** For a spin: the member's own randomness, mixed into the draw. */
    clientSeed: z
      .string()
      .regex(/^[\x21-\x7e]{1,128}$/)
      .optional(),
    /**
     * For a spin: the commitment the member saw. If another one is open, the spin is rejected
     * without a charge.
     */
    commitment: z.string().max(64).optional(),
  },
  reply: effect.extend({
    type: z.literal('SPIN'),
    prizeIndex: count,
    usedTicket: z.boolean(),
    freeSpinsLeft: count,
    proof: spinProof.extend({ nextCommitment: hex32 }),
  }),
} as const satisfies MissionContract
