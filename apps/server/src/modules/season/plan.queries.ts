import { sql } from 'drizzle-orm'
import { tokenUnits } from '@solstice/rules/round'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import { rowsOf, type Db } from '#/platform/db.ts'

/** Any number of its own among the advisory locks. */
const PUBLISHING = 7_100_410

/** One season is published at a time: two drafts of the same weeks would not see each other. */
export async function lockPublishing(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PUBLISHING})`)
}

/** A plan becomes rows. Nobody but operators sees it until it is published. */
export async function insertDraft(tx: Db, plan: SeasonPlan, at: Date): Promise<number> {
  const [row] = await rowsOf<{ id: number | string }>(
    tx,
    sql`insert into seasons (title, description, image_url, start_at, end_at, reward_symbol,
        reward_decimals, xp_per_level, top_level, check_in_base_xp, check_in_bonus_every,
        check_in_bonus_xp, free_spins_per_day, tickets_per_spin, plan, created_at)
      values (${JSON.stringify(plan.title)}::jsonb, ${JSON.stringify(plan.description)}::jsonb,
        ${plan.imageUrl}, ${plan.startAt}::timestamptz, ${plan.endAt}::timestamptz,
        ${plan.reward.symbol}, ${plan.reward.decimals}, ${plan.levels.xpPerLevel},
        ${plan.levels.topLevel}, ${plan.checkIn.baseXp}, ${plan.checkIn.bonusEvery},
        ${plan.checkIn.bonusXp}, ${plan.spin.freePerDay}, ${plan.spin.ticketsPerSpin},
        ${JSON.stringify(plan)}::jsonb, ${at.toISOString()}::timestamptz)
      returning id`,
  )
  if (!row) throw new Error('The database kept no season')
  const seasonId = Number(row.id)
  await insertParts(tx, seasonId, plan)
  return seasonId
}

async function insertParts(tx: Db, seasonId: number, plan: SeasonPlan): Promise<void> {
  const rounds = plan.rounds.map((round, at) => ({
    number: at + 1,
    start_at: round.startAt,
    end_at: round.endAt,
    pool: (tokenUnits(round.pool, plan.reward.decimals) ?? 0n).toString(),
  }))
  await tx.execute(sql`insert into season_rounds (season_id, number, start_at, end_at, pool)
    select ${seasonId}::bigint, * from jsonb_to_recordset(${JSON.stringify(rounds)}::jsonb)
      as r(number integer, start_at timestamptz, end_at timestamptz, pool numeric)`)
  const tiers = plan.tiers.map((tier) => ({
    name: tier.name,
    emblem: tier.emblem,
    min_xp: tier.minXp,
    bonus_percent: tier.bonusPercent,
    tickets_per_day: tier.ticketsPerDay,
  }))
  await tx.execute(sql`insert into season_tiers
      (season_id, name, emblem, min_xp, bonus_percent, tickets_per_day)
    select ${seasonId}::bigint, * from jsonb_to_recordset(${JSON.stringify(tiers)}::jsonb)
      as t(name jsonb, emblem text, min_xp integer, bonus_percent integer, tickets_per_day integer)`)
  const bonuses = plan.levels.bonuses.map(({ fromLevel, percent }) => ({
    from_level: fromLevel,
    percent,
  }))
  await tx.execute(sql`insert into season_level_bonuses (season_id, from_level, percent)
    select ${seasonId}::bigint, * from jsonb_to_recordset(${JSON.stringify(bonuses)}::jsonb)
      as b(from_level integer, percent integer)`)
  await insertPrizes(tx, seasonId, plan.spin.prizes)
  const banners = plan.banners.map((banner, position) => ({
    position,
    title: banner.title,
    image_url: banner.imageUrl,
    link_url: banner.linkUrl,
  }))
  await tx.execute(sql`insert into season_banners (season_id, position, title, image_url, link_url)
    select ${seasonId}::bigint, * from jsonb_to_recordset(${JSON.stringify(banners)}::jsonb)
      as b(position integer, title jsonb, image_url text, link_url text)`)
  await insertMissions(tx, seasonId, plan.missions)
}

async function insertMissions(
  tx: Db,
  seasonId: number,
  missions: SeasonPlan['missions'],
): Promise<void> {
  const rows = missions.map((mission) => ({
    mission_id: mission.missionId,
    type: mission.type,
    category: mission.category,
    title: mission.title,
    description: mission.description,
    image_url: mission.imageUrl,
    link_url: mission.linkUrl,
    reward_xp: mission.rewardXp,
    repeat: mission.repeat,
    proof: mission.proof,
    partner: mission.partner,
    max_completions: mission.maxCompletions,
    terms: mission.terms,
  }))
  await tx.execute(sql`insert into season_missions (season_id, mission_id, type, category, title,
      description, image_url, link_url, reward_xp, repeat, proof, partner, max_completions, terms)
    select ${seasonId}::bigint, * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as m(mission_id integer, type text, category text, title jsonb, description jsonb,
        image_url text, link_url text, reward_xp integer, repeat text, proof jsonb,
        partner jsonb, max_completions integer, terms jsonb)`)
  await tx.execute(sql`insert into mission_budgets (season_id, mission_id, remaining)
    select season_id, mission_id, max_completions from season_missions
    where season_id = ${seasonId} and max_completions is not null`)
}

async function insertPrizes(
  tx: Db,
  seasonId: number,
  prizes: SeasonPlan['spin']['prizes'],
): Promise<void> {
  const rows = prizes.map(({ xp, weight }, position) => ({ position, xp, weight }))
  await tx.execute(sql`insert into season_prizes (season_id, position, xp, weight)
    select ${seasonId}::bigint, * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as p(position integer, xp integer, weight integer)`)
}

/** Of a season that runs: its version goes up, so everybody reads it anew. */
export async function replacePrizes(
  tx: Db,
  seasonId: number,
  prizes: SeasonPlan['spin']['prizes'],
): Promise<void> {
  await tx.execute(sql`delete from season_prizes where season_id = ${seasonId}`)
  await insertPrizes(tx, seasonId, prizes)
  await tx.execute(sql`update seasons set version = version + 1,
    plan = jsonb_set(plan, '{spin,prizes}', ${JSON.stringify(prizes)}::jsonb) where id = ${seasonId}`)
}

export type DraftRow = {
  id: number
  plan: SeasonPlan
  state: 'DRAFT' | 'PUBLISHED'
  title: SeasonPlan['title']
  startAt: Date
  endAt: Date
  publishedAt: Date | null
}

type Row = {
  id: number | string
  plan: SeasonPlan
  state: DraftRow['state']
  title: SeasonPlan['title']
  start_at: Date | string
  end_at: Date | string
  published_at: Date | string | null
}

const asDraft = (row: Row): DraftRow => ({
  id: Number(row.id),
  plan: row.plan,
  state: row.state,
  title: row.title,
  startAt: new Date(row.start_at),
  endAt: new Date(row.end_at),
  publishedAt: row.published_at === null ? null : new Date(row.published_at),
})

const COLUMNS = sql`id, plan, state, title, start_at, end_at, published_at`

export async function findAllSeasons(db: Db): Promise<DraftRow[]> {
  const rows = await rowsOf<Row>(db, sql`select ${COLUMNS} from seasons order by start_at, id`)
  return rows.map(asDraft)
}

export async function lockSeason(tx: Db, seasonId: number): Promise<DraftRow | undefined> {
  const [row] = await rowsOf<Row>(
    tx,
    sql`select ${COLUMNS} from seasons where id = ${seasonId} for update`,
  )
  return row && asDraft(row)
}

export async function markPublished(tx: Db, seasonId: number, at: Date): Promise<void> {
  await tx.execute(sql`update seasons set state = 'PUBLISHED',
    published_at = ${at.toISOString()}::timestamptz, version = version + 1 where id = ${seasonId}`)
}

/** A published season that has a moment in common with this span. */
export async function findOverlapping(
  db: Db,
  span: { startAt: Date; endAt: Date; except?: number },
): Promise<DraftRow | undefined> {
  const [row] = await rowsOf<Row>(
    db,
    sql`select ${COLUMNS} from seasons where state = 'PUBLISHED' and id <> ${span.except ?? 0}
      and start_at < ${span.endAt.toISOString()}::timestamptz
      and end_at > ${span.startAt.toISOString()}::timestamptz limit 1`,
  )
  return row && asDraft(row)
}

export async function findRoundSpans(
  db: Db,
  seasonId: number,
): Promise<{ roundId: number; endAt: Date }[]> {
  const rows = await rowsOf<{ id: number | string; end_at: Date | string }>(
    db,
    sql`select id, end_at from season_rounds where season_id = ${seasonId} order by number`,
  )
  return rows.map((row) => ({ roundId: Number(row.id), endAt: new Date(row.end_at) }))
}
