import type { SeasonPlan } from '@solstice/rules/season-plan'
import { demoSeason, THEMES } from '#/demo/season-plan.ts'
import type { Database } from '#/platform/process/db.ts'
import { migrateBefore } from './earlier-database.ts'

const NOW = '2026-06-23T08:00:00Z'

/** Returns a plan as releases before revisions stored it. */
function earlierPlan(startAt: string): SeasonPlan {
  const plan = demoSeason(THEMES[0], new Date(startAt))
  const isNew = (field: string) => field === 'products' || field === 'enabled'
  const text = JSON.stringify(plan, (field, value: unknown) => (isNew(field) ? undefined : value))
  // Earlier plans lack the fields that are removed here.
  return JSON.parse(text) as SeasonPlan
}

/**
 * Fills a database as a release before revisions left it: a published season and a draft, both with
 * their parts.
 */
export async function earlierSeasons(database: Database): Promise<void> {
  await migrateBefore(database, '0130')
  const insert = (state: string, plan: SeasonPlan) =>
    database.runScript(`
    insert into seasons (state, title, description, start_at, end_at, reward_symbol, reward_decimals,
        xp_per_level, top_level, check_in_base_xp, check_in_bonus_every, check_in_bonus_xp,
        free_spins_per_day, tickets_per_spin, plan, created_at, published_at)
      values ('${state}', '{"en": "Old", "ko": "옛"}', '{}', '${plan.startAt}', '${plan.endAt}', 'USDS', 6,
        1, 1, 1, 1, 1, 1, 1, $plan$${JSON.stringify(plan)}$plan$, '${NOW}',
        ${state === 'PUBLISHED' ? `'${NOW}'` : 'null'});
    insert into season_rounds (season_id, number, start_at, end_at, pool)
      select max(id), 1, '${plan.startAt}', '${plan.endAt}', 900 from seasons;
    insert into season_tiers (season_id, name, emblem, min_xp, bonus_percent, tickets_per_day)
      select max(id), '{}', 'bronze', 0, 0, 1 from seasons;`)
  await insert('PUBLISHED', earlierPlan('2026-06-01T20:00:00Z'))
  await insert('DRAFT', earlierPlan('2026-07-31T20:00:00Z'))
}
