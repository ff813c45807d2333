import { Code } from '@solstice/contract/codes'
import type { Language } from '@solstice/contract/messages'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { decideCheckIn, nextCheckInAt } from '@solstice/rules/check-in'
import { levelOf } from '@solstice/rules/level'
import { completionSlot, missionAvailability } from '@solstice/rules/mission'
import { programmeDayOf, startOfNextDay } from '@solstice/rules/programme-day'
import { roundAt } from '@solstice/rules/round'
import { seasonStatus } from '@solstice/rules/season'
import type { PlannedMission } from '@solstice/rules/season-plan'
import { decideTicketClaim } from '@solstice/rules/ticket'
import { tierOf, withBonuses } from '@solstice/rules/tier'
import { qualificationInsert } from '#/modules/invite/qualification-queue.service.ts'
import { queueFold } from '#/modules/season/ranking-fold.service.ts'
import {
  missionOf,
  recallProgramme,
  rereadProgramme,
  type Programme,
} from '#/modules/season/programme.service.ts'
import { memberNumbers, statusFrom } from '#/modules/season/season.service.ts'
import type { AppContext } from '#/platform/context.ts'
import { violatedCheck, violatedUnique, type Db } from '#/platform/db.ts'
import { historyInsert } from '#/platform/histories.ts'
import { InsufficientBalanceError, type Entry } from '#/platform/ledger.ts'
import { refuse } from '#/platform/refusal.ts'
import { writeAward, type Award } from './award.queries.ts'
import {
  findExecutionState,
  insertSeasonMember,
  lockSeasonMember,
  type ExecutionState,
  type SeasonMember,
} from './mission.queries.ts'
import { demandProof, unavailable, type OnChainVerdict } from './proof.service.ts'
import { commitmentChanged, drawPrize, freeSpinsDay, freeSpinsUsedToday } from './spin.service.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'randomBytes' | 'spinSealer' | 'shared'>
type Executed = CallData<'mission.execute'>
type Body = CallInput<'mission.execute'>['body']
type Common = Pick<Executed, 'historyId' | 'xp' | 'tickets' | 'me' | 'levelUp' | 'tierUp'>

export type Execution = {
  seasonId: number
  missionId: number
  memberId: number
  language: Language
  body: Body
  chain: OnChainVerdict
}

/** What every kind of mission is decided by, under the member's lock. */
type Scene = Execution & {
  programme: Programme
  mission: PlannedMission
  member: SeasonMember
  state: ExecutionState
  now: Date
}

/** In the transaction of the call: everything it changes and its reply are saved together. */
export async function executeMission(
  tx: Db,
  ctx: Context,
  execution: Execution,
): Promise<Executed> {
  const scene = await enter(tx, ctx, execution)
  switch (scene.mission.type) {
    case 'CHECK_IN':
      return checkIn(tx, ctx, scene)
    case 'SPIN':
      return spin(tx, ctx, scene)
    case 'TICKET':
      return claimTickets(tx, ctx, scene)
    case 'EARN':
    case 'PARTNER':
      return complete(tx, ctx, scene, scene.mission.type)
    case 'INVITE':
    case 'PURCHASE':
      throw unavailable('NOT_EXECUTABLE')
  }
}

/**
 * Locks and reads in one go, by what is remembered of the season. Should the season have changed
 * meanwhile, or the member be new to it, what was read is read again.
 */
async function enter(tx: Db, ctx: Context, execution: Execution): Promise<Scene> {
  const { seasonId, missionId } = execution
  const known = recallProgramme(ctx, seasonId) ?? (await rereadProgramme(ctx, tx, seasonId))
  assertExecutable(known, missionId, ctx.now())
  let [member, state] = await Promise.all([
    lockSeasonMember(tx, execution),
    findExecutionState(tx, execution),
  ])
  const programme =
    state.version === known.version ? known : await rereadProgramme(ctx, tx, seasonId)
  if (!member) {
    await insertSeasonMember(tx, execution)
    member = await lockSeasonMember(tx, execution)
    state = await findExecutionState(tx, execution)
  }
  if (!member || state.isGone) throw refuse(Code.TOKEN_EXPIRED)
  // Only now is it the member's turn, and everything that follows happens at this one moment.
  const now = ctx.now()
  const mission = assertExecutable(programme, missionId, now)
  return { ...execution, programme, mission, member, state, now }
}

function assertExecutable(programme: Programme, missionId: number, now: Date): PlannedMission {
  const mission = missionOf(programme, missionId)
  if (seasonStatus(programme, now) !== 'ONGOING') throw refuse(Code.SEASON_NOT_OPEN)
  return mission
}

async function checkIn(tx: Db, ctx: Context, scene: Scene): Promise<Executed> {
  const { programme, member, state, now } = scene
  const decision = decideCheckIn(
    programme.checkIn,
    { count: member.checkIns, lastDay: state.lastDay },
    now,
  )
  const lastDay = decision.kind === 'granted' ? decision.day : state.lastDay
  const data = { nextCheckInAt: timeOf(nextCheckInAt(lastDay, programme, now)) }
  if (decision.kind === 'closed') throw refuse(Code.CHECK_IN_CLOSED, { data })
  if (decision.kind === 'already-done') throw refuse(Code.CHECK_IN_ALREADY_DONE, { data })

  const { baseXp, fifthBonusXp } = decision
  const gain = withBonuses(baseXp + fifthBonusXp, bonusOf(scene))
  const { levelBonusXp, tierBonusXp } = gain
  const parts = { baseXp, fifthBonusXp, levelBonusXp, tierBonusXp }
  const done = await award(tx, ctx, scene, {
    kind: 'CHECK_IN',
    xp: gain.totalXp,
    slot: decision.day,
    historyData: parts,
    checkInDay: true,
    member: { checkInXp: gain.totalXp },
  })
  return { type: 'CHECK_IN', ...done, ...parts, ...data, daysParticipated: decision.number }
}

async function claimTickets(tx: Db, ctx: Context, scene: Scene): Promise<Executed> {
  const { programme, state, now } = scene
  const { ticketsPerDay } = tierOf(programme.tiers, state.seasonXp)
  const decision = decideTicketClaim({ lastDay: state.lastDay, ticketsPerDay }, now)
  if (decision.kind === 'already-claimed') {
    throw unavailable('DONE_TODAY', inSeason(programme, decision.nextClaimAt))
  }

  const done = await award(tx, ctx, scene, {
    kind: 'TICKET',
    tickets: decision.tickets,
    slot: decision.day,
  })
  return {
    type: 'TICKET',
    ...done,
    nextAvailableAt: timeOf(inSeason(programme, decision.nextClaimAt)),
  }
}

/** What would come after the season's end does not come. */
function inSeason({ endAt }: Programme, at: Date): Date | undefined {
  return at < endAt ? at : undefined
}

function timeOf(at: Date | undefined): string | null {
  return at?.toISOString() ?? null
}

async function complete(
  tx: Db,
  ctx: Context,
  scene: Scene,
  type: 'EARN' | 'PARTNER',
): Promise<Executed> {
  const { programme, mission, member, state, now } = scene
  const moment = {
    ...mission,
    season: { ...programme, status: 'ONGOING' as const },
    lastDay: state.lastDay,
    budgetLeft: state.budgetLeft,
    spin: {
      ...programme.spin,
      freeUsedToday: freeSpinsUsedToday(member, now),
      tickets: state.tickets,
    },
  }
  const availability = missionAvailability(moment, now)
  if (!availability.available) {
    throw unavailable(availability.reason, availability.nextAvailableAt)
  }
  const { partnerCode } = scene.body
  const { openedAt } = state
  const address = demandProof(mission, { openedAt, partnerCode, chain: scene.chain }, now)

  const baseXp = mission.rewardXp ?? 0
  const { totalXp, levelBonusXp, tierBonusXp } = withBonuses(baseXp, bonusOf(scene))
  const done = await award(tx, ctx, scene, {
    kind: 'MISSION',
    xp: totalXp,
    slot: completionSlot(mission.repeat, now),
    historyData: { baseXp, levelBonusXp, tierBonusXp },
    ...(address === undefined ? {} : { address }),
  })
  const tomorrow = inSeason(programme, startOfNextDay(now))
  const nextAvailableAt = mission.repeat === 'DAILY' ? timeOf(tomorrow) : null
  return { type, ...done, baseXp, levelBonusXp, tierBonusXp, nextAvailableAt }
}

async function spin(tx: Db, ctx: Context, scene: Scene): Promise<Executed> {
  const { now, member, body } = scene
  const drawn = await drawPrize(tx, ctx, {
    ...scene,
    clientSeed: body.clientSeed ?? '',
    seenCommitment: body.commitment,
  })
  const { prizeIndex, prize, ticketsPaid, freeSpinsLeft, proof, next } = drawn
  const usedTicket = ticketsPaid > 0
  const freeUsed = freeSpinsUsedToday(member, now) + (usedTicket ? 0 : 1)
  const done = await award(tx, ctx, scene, {
    kind: 'SPIN',
    xp: prize.xp,
    tickets: -ticketsPaid,
    historyData: { prizeIndex, usedTicket },
    member: { freeSpinsDay: freeSpinsDay(member, now), freeSpinsUsed: freeUsed },
    spin: { ...proof, prizeIndex, usedTicket, at: now, next },
  })
  return {
    type: 'SPIN',
    ...done,
    prizeIndex,
    usedTicket,
    freeSpinsLeft,
    proof: { ...proof, nextCommitment: next.commitment },
  }
}

function bonusOf({ programme, state }: Scene) {
  return {
    levelPercent: levelOf(programme.levels, state.seasonXp).bonusPercent,
    tierPercent: tierOf(programme.tiers, state.seasonXp).bonusPercent,
  }
}

type Gain = Pick<Award, 'member' | 'spin' | 'address'> & {
  kind: 'CHECK_IN' | 'TICKET' | 'SPIN' | 'MISSION'
  xp?: number
  /** What comes or, of a paid spin, goes. */
  tickets?: number
  slot?: string
  historyData?: Readonly<Record<string, unknown>>
  checkInDay?: boolean
}

const LEDGER_KINDS = {
  CHECK_IN: 'CHECK_IN',
  TICKET: 'TICKET_CLAIM',
  SPIN: 'SPIN',
  MISSION: 'MISSION',
} as const

/** Writes what a mission gives and reads where the member stands then, in one go. */
async function award(tx: Db, ctx: Context, scene: Scene, gain: Gain): Promise<Common> {
  const { programme, mission, memberId, state, now, language } = scene
  const { seasonId } = programme
  const { kind, xp = 0, tickets = 0, slot, member, spin } = gain
  const { missionId } = mission
  const roundId = roundAt(programme.rounds, now)?.roundId
  const once = slot ?? `nonce-${spin?.nonce}`
  const writing = writeAward(tx, {
    seasonId,
    memberId,
    missionId,
    history: historyInsert({
      seasonId,
      memberId,
      missionId,
      tab: 'Earned',
      kind,
      status: 'COMPLETED',
      at: now,
      xp,
      tickets,
      ...(gain.historyData ? { data: gain.historyData } : {}),
    }),
    posting: {
      kind: LEDGER_KINDS[kind],
      key: `mission:${seasonId}:${missionId}:${memberId}:${once}`,
      at: now,
      entries: entriesOf({ seasonId, memberId, xp, tickets }),
      data: {
        missionId,
        ...(roundId === undefined || xp === 0 ? {} : { roundId }),
        ...(gain.checkInDay ? { checkInDay: true } : {}),
      },
    },
    rationed: state.budgetLeft !== undefined,
    ...(slot === undefined ? {} : { completion: { slot, day: programmeDayOf(now) } }),
    ...(member ? { member } : {}),
    // A friend who checks in may have become one worth a reward.
    ...(gain.checkInDay ? { friend: qualificationInsert(memberId, now) } : {}),
    ...(gain.address === undefined ? {} : { address: gain.address }),
    ...(spin ? { spin } : {}),
  })
  const reading = memberNumbers(tx, programme, memberId, now)
  // Where the first statement is refused, the second fails for no reason of its own.
  reading.catch(() => {})
  const historyId = await writing.catch(throwAsRefusal)
  if (historyId === undefined) throw commitmentChanged()
  const numbers = await reading
  await queueFold(ctx, tx, numbers.unfolded)
  const me = statusFrom(programme, numbers, language, now)
  return {
    historyId,
    xp,
    tickets,
    me,
    levelUp: levelOf(programme.levels, state.seasonXp).level < me.level,
    tierUp: tierOf(programme.tiers, state.seasonXp).tierId !== me.tierId,
  }
}

function entriesOf(what: {
  seasonId: number
  memberId: number
  xp: number
  tickets: number
}): Entry[] {
  const scope = `season:${what.seasonId}`
  const holder = { member: what.memberId }
  const xp = BigInt(what.xp)
  const tickets = BigInt(what.tickets)
  const entries: Entry[] = []
  if (xp !== 0n) {
    for (const asset of ['SEASON_XP', 'XP'] as const) {
      entries.push({ holder, asset, scope, amount: xp })
      entries.push({ holder: { system: 'ISSUANCE' }, asset, scope, amount: -xp })
    }
  }
  if (tickets !== 0n) {
    const system = tickets > 0n ? ('ISSUANCE' as const) : ('SPIN' as const)
    entries.push({ holder, asset: 'TICKET', scope, amount: tickets })
    entries.push({ holder: { system }, asset: 'TICKET', scope, amount: -tickets })
  }
  return entries
}

/** What the database refused although it was decided: somebody was faster on another way in. */
function throwAsRefusal(error: unknown): never {
  if (error instanceof InsufficientBalanceError) throw refuse(Code.NO_SPINS_LEFT)
  if (violatedCheck(error) === 'mission_budgets_not_negative') throw unavailable('BUDGET_SPENT')
  const key = violatedUnique(error)
  if (key === 'mission_completions_pkey') throw unavailable('DONE')
  if (key === 'mission_addresses_pkey') throw unavailable('ONCHAIN_ADDRESS_USED')
  throw error
}
