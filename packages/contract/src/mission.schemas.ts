import { z } from 'zod'
import { pathId } from './paging.ts'
import { id, time } from './schema.ts'
import { count, imageUrl, seasonParams, userStatus } from './season.schemas.ts'

const category = z.enum(['earn', 'purchase', 'starlight'])

/**
 * Why a mission cannot be taken up, and, in data.reason of 2304, why it was not completed. Screens
 * say each in their own words.
 */
const unavailableReason = z.enum([
  'SEASON_UPCOMING',
  'SEASON_ENDED',
  'CHECK_IN_CLOSED',
  'DONE_TODAY',
  'DONE',
  'NO_SPINS_LEFT',
  /** The mission has given away everything it had. */
  'BUDGET_SPENT',
  /** Invites and the shop have calls of their own. */
  'NOT_EXECUTABLE',
  'LINK_NOT_OPENED',
  'LINK_OPENED_TOO_RECENTLY',
  'CODE_WRONG',
  'WALLET_MISSING',
  'ONCHAIN_UNPROVEN',
  'ONCHAIN_ADDRESS_USED',
  'CHAIN_UNREACHABLE',
  /** Another device spun, or the odds changed: look at the new commitment first. */
  'COMMITMENT_CHANGED',
])

const mission = z.object({
  missionId: id,
  seasonId: id,
  category,
  title: z.string(),
  description: z.string(),
  imageUrl,
  /** Who offers a partner mission, with a square picture of the app as its mark. */
  partner: z.object({ name: z.string(), markUrl: imageUrl }).nullable(),
  /** A path of the app, or an https address. */
  linkUrl: z.string().nullable(),
  /** Before bonuses; null where it depends. */
  rewardXp: count.nullable(),
  rewardTickets: count.nullable(),
  repeat: z.enum(['DAILY', 'ONCE', 'UNLIMITED']),
  available: z.boolean(),
  unavailableReason: unavailableReason.nullable(),
  nextAvailableAt: time.nullable(),
  /** Done for good, or for today where it can be done daily. */
  completed: z.boolean(),
  alarmEnabled: z.boolean(),
})

const type = z.enum(['CHECK_IN', 'SPIN', 'TICKET', 'INVITE', 'PARTNER', 'PURCHASE', 'EARN'])
const anyMission = mission.extend({ type })

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

const proof = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('LINK'), waitSeconds: count, openedAt: time.nullable() }),
  z.object({
    kind: z.literal('ONCHAIN'),
    chainId: id,
    /** What the registered wallet must hold or have done, in words. */
    requirement: z.string(),
    /** Whether the wallet has to hold something, or to have called a contract. */
    check: z.enum(['HOLDS', 'CALLED']),
    hasWallet: z.boolean(),
  }),
  z.object({ kind: z.literal('CODE') }),
])

const details = z.discriminatedUnion('type', [
  mission.extend({
    type: z.literal('CHECK_IN'),
    daysParticipated: count,
    totalXpEarned: count,
    checkedInToday: z.boolean(),
    /** Whether the window is open now, whoever has checked in. */
    open: z.boolean(),
    /** Null when the season is over before. */
    nextCheckInAt: time.nullable(),
    /** When the window that runs closes, or the next one does. */
    closesAt: time,
    baseXp: count,
    bonusEvery: id,
    bonusXp: count,
  }),
  mission.extend({
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
  mission.extend({
    type: z.literal('TICKET'),
    tickets: count,
    ticketRatePerDay: count,
    claimedToday: z.boolean(),
  }),
  mission.extend({ type: z.literal('INVITE'), referralCode: z.string(), inviteCount: count }),
  mission.extend({ type: z.literal('PARTNER'), proof }),
  mission.extend({ type: z.literal('EARN'), proof }),
  mission.extend({ type: z.literal('PURCHASE'), xpBalance: count, tickets: count }),
])

const effect = z.object({
  historyId: id,
  /** What it changed. */
  xp: count,
  tickets: z.int(),
  me: userStatus,
  /** Whether this was the step over a level or a tier. */
  levelUp: z.boolean(),
  tierUp: z.boolean(),
})

const bonuses = { baseXp: count, levelBonusXp: count, tierBonusXp: count }

const executed = z.discriminatedUnion('type', [
  effect.extend({
    type: z.literal('CHECK_IN'),
    ...bonuses,
    fifthBonusXp: count,
    daysParticipated: count,
    nextCheckInAt: time.nullable(),
  }),
  effect.extend({
    type: z.literal('SPIN'),
    prizeIndex: count,
    usedTicket: z.boolean(),
    freeSpinsLeft: count,
    proof: spinProof.extend({ nextCommitment: hex32 }),
  }),
  effect.extend({ type: z.literal('TICKET'), nextAvailableAt: time.nullable() }),
  effect.extend({
    type: z.enum(['PARTNER', 'EARN']),
    ...bonuses,
    nextAvailableAt: time.nullable(),
  }),
])

const alarm = z.strictObject({ seasonId: id, missionId: id, enabled: z.boolean() })
const missionParams = seasonParams.extend({ missionId: pathId })
const listQuery = z.strictObject({ category: category.optional() })

export const missionSchemas = {
  'mission.list': {
    params: seasonParams,
    query: listQuery,
    data: z.object({ list: z.array(anyMission) }),
  },
  'mission.listAvailable': {
    params: seasonParams,
    query: listQuery,
    data: z.object({ list: z.array(anyMission.extend({ available: z.literal(true) })) }),
  },
  'mission.show': { params: missionParams, data: details },
  'mission.open': {
    params: missionParams,
    data: z.object({ openedAt: time, linkUrl: z.string() }),
  },
  'mission.execute': {
    params: missionParams,
    body: z.strictObject({
      /** Of a spin: chance of the member's own, mixed into the draw. */
      clientSeed: z
        .string()
        .regex(/^[\x21-\x7e]{1,128}$/)
        .optional(),
      /** Of a spin: the commitment that was seen; another open one is refused uncharged. */
      commitment: z.string().max(64).optional(),
      partnerCode: z.string().max(100).optional(),
    }),
    data: executed,
  },
  'mission.listAlarms': {
    query: z.strictObject({ seasonId: pathId.optional() }),
    data: z.object({ list: z.array(alarm) }),
  },
  'mission.setAlarm': { body: alarm, data: alarm },
} as const
