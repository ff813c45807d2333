import type { z } from 'zod'

/** The wire of one mission type. The registry has one of these per type. */
export type MissionContract = {
  /** The terms of a mission of this type in a season plan. */
  terms?: z.ZodType<Readonly<Record<string, unknown>>>
  /** `mission` with the literal of the type and its own fields, for mission.show. */
  detail: z.ZodObject
  /** Fields of the body of mission.execute; all are optional, because types share one body. */
  body: Readonly<Record<string, z.ZodOptional>>
  /** `effect` with the literal of the type and its own fields. Left out if it cannot be executed. */
  reply?: z.ZodObject
}
