import type { z } from 'zod'

/** The wire contract of one mission type. The registry has one per type. */
export type MissionContract = {
  /** The terms of a mission of this type in a season plan. */
  terms?: z.ZodType<Readonly<Record<string, unknown>>>
  /** `mission` with the type literal and type-specific fields, for mission.show. */
  detail: z.ZodObject
  /** Fields of the mission.execute body; all are optional because the types share one body. */
  body: Readonly<Record<string, z.ZodOptional>>
  /**
   * `effect` with the type literal and type-specific fields. Left out if the mission cannot be
   * executed.
   */
  reply?: z.ZodObject
}
