import { DAY_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import { giveSeasonXp } from '#/demo/members.ts'
import { demoSeason, THEMES } from '#/demo/season-plan.ts'
import { loadProgramme, type Programme, type Round } from '#/modules/season/programme.service.ts'
import { draftSeason, releaseSeason } from '#/modules/season/publication.service.ts'
import { findSeason } from '#/modules/season/plan.queries.ts'
import { storePreview } from '#/modules/season/revision.queries.ts'
import { settleNextMembers } from '#/modules/season/settlement.service.ts'
import type { TestApp } from './test-app.ts'
import type { OperatorCall } from './test-operator.ts'

type Server = Pick<TestApp, 'ctx'>

/**
 * Creates a published season of 28 days and 4 rounds, which starts at today's programme midnight by
 * default.
 */
export async function aSeason(
  { ctx }: Server,
  {
    startsInDays = 0,
    change = (plan: SeasonPlan): SeasonPlan => plan,
  }: { startsInDays?: number; change?: (plan: SeasonPlan) => SeasonPlan } = {},
): Promise<Programme & { firstRound: Round }> {
  const today = startOfDay(programmeDayOf(ctx.now())).getTime()
  const startAt = new Date(today + startsInDays * DAY_MS)
  const plan = change(demoSeason(THEMES[0], startAt))
  const seasonId = await ctx.db.transaction(async (tx) => {
    const id = await draftSeason(tx, ctx, plan)
    await releaseSeason(tx, ctx, { seasonId: id, startAt, endAt: new Date(plan.endAt) })
    return id
  })
  const programme = await loadProgramme(ctx, seasonId)
  const [firstRound] = programme.rounds
  if (!firstRound) throw new Error('The season has no round')
  return { ...programme, firstRound }
}

/** The warnings that an operator accepts: the demo seasons exceed 1.5 times their budget. */
export const CONFIRMED: { confirmed: ('BUDGET_150' | 'COVER')[] } = {
  confirmed: ['BUDGET_150', 'COVER'],
}

/** Records both previews of the newest revision, as the console does when they are opened. */
export async function previewDraft({ ctx }: Server, seasonId: number): Promise<void> {
  const season = await findSeason(ctx.db, seasonId)
  if (!season) return
  for (const language of ['en', 'ko'] as const) {
    await storePreview(ctx.db, { seasonId, number: season.revision }, language, ctx.now())
  }
}

/** Publishes a draft as an operator who has seen both previews and accepts the warnings. */
export async function publishDraft(server: Server, by: { call: OperatorCall }, seasonId: number) {
  await previewDraft(server, seasonId)
  return by.call('seasonPlan.publish', { params: { seasonId }, body: CONFIRMED })
}

/** Settles an ended round completely, in batches of `count` members if it is given. */
export async function settleRound(
  ctx: Parameters<typeof settleNextMembers>[0],
  roundId: number,
  count?: number,
): Promise<void> {
  while ((await settleNextMembers(ctx, roundId, count)) === 'unfinished');
}

/** Posts season XP to the ledger, as missions would. Call it once per member and round. */
export async function earnXp(
  { ctx }: Server,
  seasonId: number,
  xpOf: ReadonlyMap<number, number>,
  round?: Round,
): Promise<void> {
  const { rounds } = await loadProgramme(ctx, seasonId)
  const roundId = (round ?? rounds[0])?.roundId ?? 0
  const at = ctx.now()
  const members = Array.from(xpOf, ([memberId, xp]) => ({ memberId, xp, at }))
  await giveSeasonXp(ctx.db, members, { seasonId, roundId })
}
