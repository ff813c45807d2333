import { z } from 'zod'
import { effect, mission } from '#/missions/mission-parts.ts'
import type { MissionContract } from '#/missions/mission-contract.ts'
import { whole } from '#/missions/plan-parts.ts'
import { id, time } from '#/schema.ts'
import { count } from '#/season.schemas.ts'

const hex32 = z.string().regex(/^[0-9a-f]{64}$/)

export const spinPrize = z.object({ xp: count, weight: id, percent: z.number() })

/** Everything that shows a draw to be fair; docs/spin.md tells how to check it by hand. */
export const spinProof = z.object({
  serverSeed: hex32,
  clientSeed: z.string(),
  nonce: count,
  commitment: hex32,
  /** Null in a history, where it is long open to everybody. */
  nextCommitment: hex32.nullable(),
})

/** A commitment that is open no more: a spin revealed it, or a change of the odds made it void. */
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

/** Of the season, which has one spin. A spin costs one ticket: so the screens say it, and so it was promised. */
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
    /** The last twenty, newest first: a commitment once seen is open or here. */
    revealed: z.array(revealed).max(20),
  }),
  body: {
    /** Of a spin: chance of the member's own, mixed into the draw. */
    clientSeed: z
      .string()
      .regex(/^[\x21-\x7e]{1,128}$/)
      .optional(),
    /** Of a spin: the commitment that was seen; another open one is refused uncharged. */
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
