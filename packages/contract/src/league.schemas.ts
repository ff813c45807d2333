import { z } from 'zod'
import { LEAGUE_OUTCOMES, LEAGUE_RUNGS, LEAGUE_SIZE } from '@solstice/rules/league'
import { digits, pathId } from './paging.ts'
import { id, time } from './schema.ts'
import { count, seasonParams } from './season.schemas.ts'

const rung = z.enum(LEAGUE_RUNGS)
const outcome = z.enum(LEAGUE_OUTCOMES)
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const blindedId = z.string().regex(/^[0-9a-f]{32}$/)

/** The reason why the member has no league, or that there is one. */
const LEAGUE_STATES = [
  'BEFORE_SEASON',
  'FIRST_WEEK',
  'DRAWING',
  'PLAYING',
  'RANKED',
  'OPTED_OUT',
  'NEXT_WEEK',
  'ENDED',
] as const

const own = z.object({ place: id, userId: id, nickname: z.string(), xp: count })

/** The others of a separate league have no name, because it would tell who is held. */
const row = own.extend({ userId: id.nullable(), nickname: z.string().nullable() })

const league = z.object({
  /** The rung that is played. */
  rung,
  /** The member's own rung; it differs while the own one has too few members to be played. */
  ownRung: rung,
  /** The number of the league in its week. */
  number: id,
  /** The member is held, and nobody of this league moves. */
  isApart: z.boolean(),
  /** The places from which this member moves up or down, seen from the own rung. */
  promotes: count,
  relegates: count,
  /** Null where the member cannot move up or down. */
  rungAbove: rung.nullable(),
  rungBelow: rung.nullable(),
  list: z.array(row).max(LEAGUE_SIZE),
  me: own,
  /** The XP of the week before, by which members of a similar pace were found. */
  pace: count,
})

const mine = z.object({
  state: z.enum(LEAGUE_STATES),
  takesPart: z.boolean(),
  /** The current week; null before and after the season. */
  week: z.object({ number: id, startAt: time, endAt: time }).nullable(),
  /** The next turn at which leagues are drawn; null if there is none in this season. */
  nextDrawAt: time.nullable(),
  league: league.nullable(),
  /** The newest closed week in which the member played. */
  last: z
    .object({
      week: id,
      rung,
      toRung: rung,
      /** The league of a held member, in which nobody moves. */
      isApart: z.boolean(),
      place: id,
      members: id,
      outcome,
      xp: count,
    })
    .nullable(),
  /** The member's own name in the public draw; null without a league. */
  draw: z
    .object({ blindedId, commitment: hash, committedAt: time, band: id, seed: hash.nullable() })
    .nullable(),
})

const draw = z.object({
  seasonId: id,
  week: id,
  startAt: time,
  endAt: time,
  commitment: hash,
  committedAt: time,
  /** The entry of the points log that has the commitment; null for some seconds after it was made. */
  logIndex: count.nullable(),
  /** Null until the week is closed. */
  seed: hash.nullable(),
  members: count,
  leagues: count,
  /** The members of the next leagues. Members of one band were shuffled together. */
  list: z.array(z.object({ blindedId, rung, isApart: z.boolean(), band: id, league: id })),
  /** The `after` of the next page; null on the last one. */
  nextAfter: id.nullable(),
})

const season = z.object({
  weeks: z.array(
    z.object({
      week: id,
      startAt: time,
      endAt: time,
      step: z.enum(['WAITING', 'DRAWING', 'RUNNING', 'CLOSING', 'CLOSED']),
      members: count,
      leagues: count,
      commitment: hash,
      committedAt: time,
      drawnAt: time.nullable(),
      closedAt: time.nullable(),
      /** Members who would have been placed, but do not take part. */
      optedOut: count,
      apart: count,
      /** Members with XP in the week; null until it is closed. */
      active: count.nullable(),
      promoted: count,
      relegated: count,
      /** Lowest first; rungs without a league are left out. */
      rungs: z.array(z.object({ rung, members: count, leagues: count, smallest: count })),
    }),
  ),
})

export const leagueSchemas = {
  'league.mine': { params: seasonParams, data: mine },
  'league.takePart': {
    body: z.strictObject({ takesPart: z.boolean() }),
    data: z.object({ takesPart: z.boolean() }),
  },
  'league.draw': {
    params: z.strictObject({ seasonId: pathId, week: pathId }),
    query: z.strictObject({
      after: digits(z.coerce.number().int().min(0).max(1_000_000_000)).default(0),
    }),
    data: draw,
  },
  'league.season': { params: seasonParams, data: season },
} as const
