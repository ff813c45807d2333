import { checkDraft } from '@solstice/contract/season-draft'
import type { CheckedDraft } from '@solstice/contract/season-draft'
import { seasonPlanSchema } from '@solstice/contract/season-plan.schemas'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import { validateSeasonPlan } from '@solstice/rules/season-plan'
import type { Draft } from '#/lib/season-draft.ts'

type Part = keyof typeof seasonPlanSchema.shape

/** Parts that are only judged together. */
const DATES: readonly Part[] = ['startAt', 'endAt', 'rounds']

/** Stands in for parts that are not written yet. Its budget allows everything. */
const BLANK: SeasonPlan = {
  title: { en: '', ko: '' },
  description: { en: '', ko: '' },
  imageUrl: null,
  startAt: '2027-01-01T00:00:00.000Z',
  endAt: '2027-01-02T00:00:00.000Z',
  reward: { symbol: 'USDS', decimals: 18 },
  rounds: [],
  tiers: [],
  levels: { xpPerLevel: 1, topLevel: 1, bonuses: [] },
  checkIn: { baseXp: 1, bonusEvery: 1, bonusXp: 0 },
  spin: { freePerDay: 0, ticketsPerSpin: 1, prizes: [] },
  missions: [],
  banners: [],
  products: [],
  budget: {
    members: 1,
    xp: Number.MAX_SAFE_INTEGER,
    tickets: Number.MAX_SAFE_INTEGER,
    reward: '1000000000',
    spinXp: Number.MAX_SAFE_INTEGER,
  },
}

/**
 * Checks a draft while it is written. The contract judges how numbers relate only in a complete plan;
 * this also judges the parts that are complete, so that a wheel is right before the last text is.
 */
export function checkLive(draft: Draft): CheckedDraft {
  const checked = checkDraft(draft)
  if (checked.plan) return checked
  const valid = validParts(draft)
  const plan: SeasonPlan = { ...BLANK, ...Object.fromEntries(valid) }
  const known = new Set<string>(valid.map(([part]) => part))
  const related = validateSeasonPlan(plan).filter(({ path }) => known.has(path.split('.')[0] ?? ''))
  return { plan: null, problems: [...checked.problems, ...related] }
}

function validParts(draft: Draft): [Part, unknown][] {
  // The names of a schema are its keys.
  const parts = (Object.keys(seasonPlanSchema.shape) as Part[]).flatMap(
    (part): [Part, unknown][] => {
      const parsed = seasonPlanSchema.shape[part].safeParse(draft[part])
      return parsed.success ? [[part, parsed.data]] : []
    },
  )
  const hasDates = DATES.every((date) => parts.some(([part]) => part === date))
  return hasDates ? parts : parts.filter(([part]) => !DATES.includes(part))
}
