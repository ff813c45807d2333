import type { CallId } from '../../../packages/contract/src/catalogue.ts'
import { demoSeason, THEMES } from '../../../apps/server/src/demo/season-plan.ts'
import type { SeasonPlan } from '../../../packages/rules/src/season-plan.ts'
import { DAILY_LINK_MISSION } from '../../../apps/server/test/test-mission.ts'
import { CONFIRMED } from '../../../apps/server/test/test-season.ts'
import { byOperator, type Scenarios } from './scenario.ts'
import type { World } from './world.ts'

const DAY_MS = 86_400_000
const reason = 'Growth benchmark'

/** A transparent PNG of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg=='

let seasons = 0
let rewards = 0

/** A plan for a season far ahead; two seasons never overlap. */
function aPlan({ server }: World): SeasonPlan {
  seasons += 1
  return demoSeason(THEMES[0], new Date(server.clock.now.getTime() + (100 + 30 * seasons) * DAY_MS))
}

/** The contract's input type has mutable arrays. */
const mutable = (plan: SeasonPlan) => structuredClone(plan) as never

export async function aDraft(world: World): Promise<number> {
  const { data, code } = await world.operator.call('seasonPlan.create', {
    body: { plan: mutable(aPlan(world)) },
  })
  if (!data) throw new Error(`The draft was refused with ${code}`)
  return data.seasonId
}

const onDraft = async (world: World) => ({ params: { seasonId: await aDraft(world) } })
const onSeason = ({ seasonId }: World) => ({ params: { seasonId } })

/** A draft whose preview was opened in both languages, so that its publication passes the gate. */
async function onPreviewed(world: World) {
  const made = await onDraft(world)
  for (const language of ['en', 'ko'] as const) {
    await world.operator.call('seasonPlan.previewed', { ...made, body: { revision: 1, language } })
  }
  return made
}

export const SEASON_CALLS = {
  'seasonPlan.list': byOperator('seasonPlan.list', () => ({})),
  'seasonPlan.check': byOperator('seasonPlan.check', (world) => ({
    body: { plan: mutable(aPlan(world)) },
  })),
  'seasonPlan.create': byOperator('seasonPlan.create', (world) => ({
    body: { plan: mutable(aPlan(world)) },
  })),
  'seasonPlan.begin': byOperator('seasonPlan.begin', () => ({ body: { plan: {} } })),
  'seasonPlan.show': byOperator('seasonPlan.show', onSeason),
  'seasonPlan.save': byOperator('seasonPlan.save', async (world) => ({
    ...(await onDraft(world)),
    body: { revision: 1, plan: {} },
  })),
  'seasonPlan.discard': byOperator('seasonPlan.discard', onDraft),
  'seasonPlan.copy': byOperator('seasonPlan.copy', (world) => ({
    ...onSeason(world),
    body: { startAt: aPlan(world).startAt },
  })),
  'seasonPlan.revisions': byOperator('seasonPlan.revisions', (world) => ({
    ...onSeason(world),
    query: {},
  })),
  'seasonPlan.revision': byOperator('seasonPlan.revision', ({ seasonId }) => ({
    params: { seasonId, revision: 1 },
  })),
  'seasonPlan.simulate': byOperator('seasonPlan.simulate', async (world) => ({
    ...(await onDraft(world)),
    body: { revision: 1, seed: 1 },
  })),
  'seasonPlan.previewed': byOperator('seasonPlan.previewed', async (world) => ({
    ...(await onDraft(world)),
    body: { revision: 1, language: 'en' as const },
  })),
  'seasonPlan.publish': byOperator('seasonPlan.publish', async (world) => ({
    ...(await onPreviewed(world)),
    body: CONFIRMED,
  })),
  'seasonPlan.schedule': byOperator('seasonPlan.schedule', async (world) => ({
    ...(await onPreviewed(world)),
    body: {
      ...CONFIRMED,
      publishAt: new Date(world.server.clock.now.getTime() + DAY_MS).toISOString(),
    },
  })),
  'seasonPlan.unschedule': byOperator('seasonPlan.unschedule', onDraft),
  'seasonPlan.unpublish': byOperator('seasonPlan.unpublish', onDraft),
  'seasonPlan.changeOdds': byOperator('seasonPlan.changeOdds', async (world) => ({
    ...(await onDraft(world)),
    body: { prizes: [{ xp: 20, weight: 10_000 }] },
  })),
  'seasonPlan.changeLive': byOperator('seasonPlan.changeLive', (world) => ({
    ...onSeason(world),
    body: { change: { kind: 'RESUME' as const } },
  })),
  // A mission has another reward after each run, because one that it has already is refused.
  'seasonPlan.reviseLive': byOperator('seasonPlan.reviseLive', (world) => {
    rewards += 1
    const change = { missionId: DAILY_LINK_MISSION, rewardXp: 90 + rewards }
    return {
      ...onSeason(world),
      body: { change: { kind: 'MISSION_REWARD' as const, ...change } },
    }
  }),
  'seasonPlan.liveEffect': byOperator('seasonPlan.liveEffect', (world) => ({
    ...onSeason(world),
    body: { change: { kind: 'ODDS' as const, prizes: [{ xp: 20, weight: 10_000 }] } },
  })),
  'seasonPlan.tryProof': byOperator('seasonPlan.tryProof', () => ({
    body: {
      chainId: 31_337,
      address: `0x${'1'.repeat(40)}`,
      check: { kind: 'HOLDS' as const, contract: null, minUnits: '1' },
    },
  })),
  'media.list': byOperator('media.list', () => ({ query: {} })),
  'media.add': byOperator('media.add', () => ({ body: { name: 'Pixel', data: PIXEL, reason } })),
  'statistics.season': byOperator('statistics.season', onSeason),
  'statistics.funnel': byOperator('statistics.funnel', onSeason),
  'statistics.today': byOperator('statistics.today', () => ({})),
} satisfies Partial<Record<CallId, Scenarios>>
