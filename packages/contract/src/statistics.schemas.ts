import { z } from 'zod'
import { pathId } from './paging.ts'
import { amountText, id, time } from './schema.ts'

const texts = z.object({ en: z.string(), ko: z.string() })
const count = z.int().min(0)

const xpBySource = z.object({
  checkIn: z.int(),
  spin: z.int(),
  mission: z.int(),
  product: z.int(),
  invite: z.int(),
  /** Adjustments, and purchases that were returned. */
  other: z.int(),
})

/** Payments of members per token, and the part that was refunded or that their chain reversed. */
const payments = z.array(z.object({ symbol: z.string(), income: amountText, returned: amountText }))

const day = z.object({
  /** The number of the programme day in the season, from 1. */
  day: z.int().positive(),
  date: z.iso.date(),
  /** Members who did something, and those who did so for the first time. */
  participants: count,
  newParticipants: count,
  xp: xpBySource,
  /** XP that members got and spent on this day, and have at its end. */
  xpMade: z.int(),
  xpSpent: z.int(),
  xpHeld: z.int(),
  ticketsMade: z.int(),
  ticketsUsed: z.int(),
  checkIns: count,
  spins: count,
  purchases: count,
  payments,
  /** In the token of the rewards. */
  rewarded: amountText,
  paid: amountText,
  refusals: count,
  pushesSent: count,
  pushesDropped: count,
})

const plannedDay = z.object({
  day: z.int().positive(),
  date: z.iso.date(),
  participants: z.number(),
  xp: z.number(),
  tickets: z.number(),
  ticketsUsed: z.number(),
  spins: z.number(),
  checkIns: z.number(),
})

const previousDay = day.pick({
  day: true,
  participants: true,
  xpMade: true,
  ticketsMade: true,
  ticketsUsed: true,
})

const wheel = z.object({
  spins: count,
  /** The mean prize before bonuses, and the declared one. */
  mean: z.number(),
  declaredMean: z.number(),
  prizes: z.array(
    z.object({ xp: count, observed: count, expected: z.number(), declaredPercent: z.number() }),
  ),
  /** Null while a prize is expected fewer than five times. */
  test: z
    .object({ statistic: z.number(), degrees: z.int(), p: z.number().min(0).max(1) })
    .nullable(),
})

const statistics = z.object({
  seasonId: id,
  title: texts,
  phase: z.enum(['UPCOMING', 'RUNNING', 'ENDED']),
  startAt: time,
  endAt: time,
  /** The present day, from 1; null outside the season. */
  today: z.int().positive().nullable(),
  totalDays: z.int().positive(),
  round: z.object({ number: z.int().positive(), endsAt: time }).nullable(),
  rounds: z.array(z.object({ number: z.int().positive(), firstDay: z.int(), lastDay: z.int() })),
  symbol: z.string(),
  /** When the statistics were aggregated, and the last ledger transaction in them. */
  asOf: time.nullable(),
  ledgerTransaction: count,
  plannedMembers: count,
  pool: amountText,
  totals: z.object({
    participants: count,
    xpMade: z.int(),
    xpSpent: z.int(),
    spins: count,
    payments,
    rewarded: amountText,
    paid: amountText,
    owed: amountText,
  }),
  days: z.array(day),
  plan: z.array(plannedDay),
  /** The season before, by the number of its days. */
  previous: z.object({ seasonId: id, title: texts, days: z.array(previousDay) }).nullable(),
  missions: z.array(
    z.object({
      missionId: id,
      title: texts,
      completions: count,
      xp: z.int(),
      limit: z.int().nullable(),
      left: z.int().nullable(),
    }),
  ),
  wheel,
  tiers: z.array(z.object({ name: texts, minXp: count, members: count, planned: count })),
  /** The text is the one that members read. */
  refusals: z.array(z.object({ code: z.int(), text: z.string(), count, today: count })),
})

const funnel = z.object({
  seasonId: id,
  asOf: time.nullable(),
  steps: z.array(
    z.object({
      step: z.enum(['REGISTERED', 'JOINED', 'CHECK_INS', 'COMPLETED', 'BOUGHT', 'REWARDED']),
      members: count,
    }),
  ),
})

const compared = z.object({ actual: z.number(), planned: z.number() })

const today = z.object({
  asOf: time.nullable(),
  alarms: z.object({ open: count, critical: count }),
  season: z
    .object({
      seasonId: id,
      title: texts,
      day: z.int().positive(),
      days: z.int().positive(),
      /** Since the start of the season. */
      xp: compared,
      /** On the present day. */
      participants: compared,
      spins: compared,
    })
    .nullable(),
})

const params = z.strictObject({ seasonId: pathId })

export const statisticsSchemas = {
  'statistics.season': { params, data: statistics },
  'statistics.funnel': { params, data: funnel },
  'statistics.today': { data: today },
} as const
