import { z } from 'zod'
import { SERVICES } from '@solstice/rules/availability'
import { pageOf, pageQuery } from './paging.ts'
import { id, time } from './schema.ts'
import { count } from './season.schemas.ts'

/** A programme day such as 2026-06-23. */
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/)

const service = z.enum(SERVICES)
const mark = z.enum(['UP', 'PART', 'DOWN', 'UNKNOWN'])
/** Two decimals, rounded down; null while nothing is known. */
const percent = z.number().min(0).max(100).nullable()

const status = z.object({
  updatedAt: time,
  state: z.enum(['UP', 'MAINTENANCE', 'DOWN']),
  /** The mean of all services over the days below. */
  availability: percent,
  services: z.array(z.object({ service, isUp: z.boolean(), availability: percent })),
  /** The last 90 programme days, oldest first; the last one is today. */
  days: z.array(
    z.object({
      day,
      excused: z.boolean(),
      services: z.array(z.object({ service, mark, unavailableMinutes: count })),
    }),
  ),
  /** Newest first. */
  incidents: z.array(
    z.object({
      services: z.array(service),
      cause: z.enum(['OUTAGE', 'MAINTENANCE']),
      startAt: time,
      /** Null while it lasts. */
      endAt: time.nullable(),
      excusedDays: z.array(day),
    }),
  ),
})

const decision = z.object({
  seasonId: id,
  seasonTitle: z.string(),
  roundId: id,
  round: id,
  day,
  windowMinutes: count,
  unavailableMinutes: count,
  excused: z.boolean(),
  decidedAt: time,
  /** The members who were notified; null while they are notified and for days without an excuse. */
  notifiedMembers: count.nullable(),
})

export const statusSchemas = {
  'status.show': { data: status },
  'status.listDecisions': { query: z.strictObject(pageQuery), data: pageOf(decision) },
} as const
