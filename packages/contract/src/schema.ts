import { z } from 'zod'

/** ISO 8601 in UTC. */
export const time = z.iso.datetime()

export const id = z.int().positive()

export const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)

/** A call that succeeds and has nothing to tell. */
export const nothing = z.null()

export type CallSchemas = {
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  data: z.ZodType
}
