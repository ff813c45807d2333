import type { CallData, CallInput } from '@solstice/contract/wire'
import type { CallId } from '@solstice/contract/catalogue'
import { endpoints } from '@solstice/contract/catalogue'
import type { Envelope } from '@solstice/contract/envelope'
import type { XpSource } from '@solstice/rules/missions/mission-rules'
import { questionOfDay, quizTermsOf } from '@solstice/rules/missions/quiz/quiz'
import { rulesOf } from '@solstice/rules/missions/registry'
import type { PlannedMission, SeasonPlan } from '@solstice/rules/season-plan'
import { isActiveOn } from '@solstice/rules/simulated-groups'
import { urlOf } from '../../apps/server/test/call-url.ts'
import type { SeasonMember } from './season-members.ts'

/** The calls that members have under way at once; more would only queue in the server. */
const CALLS_AT_ONCE = 12

/** The result of all acknowledged calls of the members. */
export type SeasonTally = {
  xp: Record<XpSource, number>
  tickets: number
  spins: number
  checkIns: number
  calls: number
  /** The number of refusals by code and reason. */
  refusals: Map<string, number>
}

export const emptyTally = (): SeasonTally => ({
  xp: { checkIn: 0, spin: 0, mission: 0, product: 0, invite: 0 },
  tickets: 0,
  spins: 0,
  checkIns: 0,
  calls: 0,
  refusals: new Map(),
})

type Season = { url: string; seasonId: number; plan: SeasonPlan; tally: SeasonTally }

/**
 * Lets every member with this active day do what a simulated member does: check in, claim tickets,
 * complete every available mission and spend all spins. Links count only after they were open for a
 * while, so `wait` moves the clock between opening and claiming.
 */
export async function liveSeasonDay(
  season: Season,
  members: readonly SeasonMember[],
  { day, now, wait }: { day: number; now: Date; wait: () => Promise<unknown> },
): Promise<void> {
  const active = members.filter(({ habit }) => isActiveOn(day, habit))
  await eachOf(active, async (member) => {
    await execute(season, member, missionOf(season.plan, 'checkIn'), {})
    await claimTickets(season, member)
    for (const mission of missionsToday(season.plan, member)) {
      if (mission.proof?.kind === 'LINK') await open(season, member, mission)
      else await execute(season, member, mission, bodyOf(mission, season.plan, now))
    }
  })
  await wait()
  await eachOf(active, async (member) => {
    for (const mission of missionsToday(season.plan, member)) {
      if (mission.proof?.kind === 'LINK') await execute(season, member, mission, {})
    }
    await spinAll(season, member)
    finishDay(season.plan, member)
  })
}

/** Returns the missions with a reward that the member can still complete today. */
function missionsToday(
  { missions }: SeasonPlan,
  { hasBegun, finished }: SeasonMember,
): PlannedMission[] {
  return missions.filter(
    ({ missionId, rewardXp, repeat }) =>
      rewardXp !== null && (repeat === 'DAILY' || !hasBegun) && !finished.has(missionId),
  )
}

function finishDay({ missions }: SeasonPlan, member: SeasonMember): void {
  for (const { missionId, repeat } of missions) {
    if (repeat === 'ONCE') member.finished.add(missionId)
  }
  member.hasBegun = true
}

type Body = CallInput<'mission.execute'>['body']

function bodyOf(mission: PlannedMission, { startAt }: SeasonPlan, now: Date): Body {
  const { proof, terms } = mission
  if (proof?.kind === 'CODE') return { partnerCode: proof.code }
  if (terms === null) return {}
  const quiz = quizTermsOf(mission)
  const questionId = questionOfDay(quiz, new Date(startAt), now)
  return { answer: { questionId, option: quiz.questions[questionId]?.answer ?? 0 } }
}

async function claimTickets(season: Season, member: SeasonMember): Promise<void> {
  const mission = season.plan.missions.find(({ type }) => rulesOf(type).traceRule === 'ticket')
  if (mission) await execute(season, member, mission, {})
}

/** Spins until neither a free spin nor a ticket is left. */
async function spinAll(season: Season, member: SeasonMember): Promise<void> {
  const mission = missionOf(season.plan, 'spin')
  for (;;) {
    const reply = await execute(season, member, mission, { clientSeed: `m${member.memberId}` })
    if (!reply || !('freeSpinsLeft' in reply)) return
    season.tally.spins += 1
    if (reply.freeSpinsLeft === 0 && reply.me.tickets < season.plan.spin.ticketsPerSpin) return
  }
}

function missionOf({ missions }: SeasonPlan, source: XpSource): PlannedMission {
  const found = missions.find(({ type }) => rulesOf(type).xpSource === source)
  if (!found) throw new Error(`The plan has no mission for ${source}`)
  return found
}

const open = (season: Season, member: SeasonMember, mission: PlannedMission) =>
  send(season, member, mission, { id: 'mission.open' })

/** Executes a mission and counts its result; a refused mission is not tried again. */
async function execute(
  season: Season,
  member: SeasonMember,
  mission: PlannedMission,
  body: Body,
): Promise<CallData<'mission.execute'> | undefined> {
  if (member.finished.has(mission.missionId)) return undefined
  const reply = await send(season, member, mission, { id: 'mission.execute', body })
  if (!reply) return undefined
  const source = rulesOf(mission.type).xpSource ?? 'mission'
  season.tally.xp[source] += reply.xp
  season.tally.tickets += Math.max(0, reply.tickets)
  if (source === 'checkIn') season.tally.checkIns += 1
  return reply
}

async function send<Id extends 'mission.open' | 'mission.execute'>(
  { url, seasonId, tally }: Season,
  member: SeasonMember,
  { missionId }: PlannedMission,
  { id, body }: { id: Id; body?: Body },
): Promise<CallData<Id> | undefined> {
  tally.calls += 1
  const { code, data } = await request<Id>(url, member.cookie, id, {
    params: { seasonId, missionId },
    body,
  })
  if (code === 0 && data) return data
  const reason = reasonIn(data)
  const name = reason === undefined ? String(code) : `${code} ${reason}`
  tally.refusals.set(name, (tally.refusals.get(name) ?? 0) + 1)
  member.finished.add(missionId)
  return undefined
}

function reasonIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('reason' in data)) return undefined
  return String(data.reason)
}

async function request<Id extends CallId>(
  url: string,
  cookie: string,
  id: Id,
  { params, body }: { params: Record<string, number>; body: unknown },
): Promise<Envelope<CallData<Id>>> {
  const { method, path } = endpoints[id]
  const response = await fetch(url + urlOf(path, { params }), {
    method,
    headers: {
      origin: url,
      cookie,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  // Every response under /v1 is an envelope with the data of the call.
  return (await response.json()) as Envelope<CallData<Id>>
}

/** Runs a bounded number at once. */
async function eachOf<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0
  const take = async () => {
    for (let item = items[next]; item !== undefined; item = items[next]) {
      next += 1
      await run(item)
    }
  }
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, take))
}
