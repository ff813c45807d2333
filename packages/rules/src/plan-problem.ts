/** Every kind of problem of a season plan. The console has a text for each in both languages. */
export const PLAN_PROBLEM_CODES = [
  // A field that does not have the form of a plan.
  'MISSING',
  'TOO_LONG',
  'TOO_FEW',
  'TOO_BIG',
  'TOO_SMALL',
  'TOO_MANY',
  'CONTROL_CHARACTERS',
  'UNKNOWN_FIELD',
  'INVALID',
  // Dates and rounds.
  'SEASON_BACKWARDS',
  'SEASON_TOO_LONG',
  'SEASON_BEGAN',
  'SEASON_OVERLAPS',
  'ROUNDS_NONE',
  'ROUND_BACKWARDS',
  'ROUND_TOO_SHORT',
  'ROUND_OVERLAP',
  'ROUND_GAP',
  'FIRST_ROUND_START',
  'LAST_ROUND_END',
  'POOL_TOO_FINE',
  'POOLS_OVER_BUDGET',
  // Tiers and levels.
  'TIERS_NONE',
  'TIER_NOT_AT_ZERO',
  'TIER_ORDER',
  'TIER_GIVES_LESS',
  'LEVEL_BONUS_TOO_LOW',
  'LEVEL_BONUS_TOO_HIGH',
  'LEVEL_BONUS_ORDER',
  // The wheel.
  'SPIN_ODDS_SUM',
  'SPIN_MEAN_OVER_BUDGET',
  'SPIN_PRIZE_TWICE',
  // Missions.
  'MISSION_TWICE',
  'MISSION_FIXED',
  'MISSION_CATEGORY',
  'MISSION_NOT_SINGLE',
  'MISSION_NOT_DAILY',
  'MISSION_LIMITED',
  'MISSION_PART',
  'MISSION_NO_PROOF',
  'MISSION_ENDLESS',
  'MISSION_NO_REWARD',
  'MISSION_CHAIN_DAILY',
  'MISSION_NO_LINK',
  'MISSION_CODE_UNLIMITED',
  'MISSION_ACTION_FUNCTION',
  'MISSION_ACTION_SELECTOR',
  'MISSION_ACTION_ASSETS',
  'MISSION_ACTION_COUNT',
  'MISSION_ACTION_ARGUMENT',
  'MISSION_ACTION_VALUE',
  // An action that the chain was asked about.
  'MISSION_ACTION_FAILS',
  'MISSION_ACTION_MOVES',
  'MISSION_ACTION_APPROVES',
  'MISSION_ACTION_UNTESTED',
  'MISSION_NO_QUESTIONS',
  'QUESTION_NO_ANSWER',
  'QUESTION_OPTION_TWICE',
  // The shop.
  'PRODUCT_PRICE',
  'PRODUCT_GIVES_NOTHING',
  'PRODUCT_GIVES_PAYMENT',
  'PRODUCT_NO_TOKEN',
  'PRODUCT_TOKEN_UNKNOWN',
  // The expected cost.
  'XP_OVER_BUDGET',
  'TICKETS_OVER_BUDGET',
  // Changes of a published season.
  'CHANGE_SEASON_ENDED',
  'CHANGE_MISSION_UNKNOWN',
  'CHANGE_LIMIT_DOWN',
  'CHANGE_LIMIT_NONE',
  'CHANGE_REWARD_SAME',
  'CHANGE_EARLIER_END',
  'CHANGE_POOL',
  'CHANGE_THRESHOLD',
  'CHANGE_ROUND_DATES',
  'CHANGE_NOT_PUBLISHED',
  'CHANGE_MISSION_ELSEWHERE',
  'CHANGE_NO_DAY_LEFT',
  'CHANGE_END_MOVED',
  'CHANGE_OVERLAPS',
  'UNPUBLISH_RUNNING',
  'UNPUBLISH_SOLD',
  // A scheduled publication.
  'SCHEDULE_PUBLISHED',
  'SCHEDULE_PAST',
  'SCHEDULE_LATE',
] as const

export type PlanProblemCode = (typeof PLAN_PROBLEM_CODES)[number]

export type PlanProblem = {
  /** The dotted path of the field, with positions in lists: `rounds.1.pool`. */
  path: string
  code: PlanProblemCode
  /** The figures and names of the sentence. */
  values: Readonly<Record<string, string | number>>
  /** The English sentence, which the API and the command line show. */
  text: string
}

export function planProblem(
  path: string,
  code: PlanProblemCode,
  text: string,
  values: PlanProblem['values'] = {},
): PlanProblem {
  return { path, code, values, text }
}
