import { describe, expect, test } from 'vitest'
import { DEFAULT_LEVELS } from '@solstice/rules/level'
import { DEFAULT_CHECK_IN } from '@solstice/rules/missions/check-in/check-in'
import { DEFAULT_PRIZES, DEFAULT_SPIN } from '@solstice/rules/missions/spin/spin'
import { checkDraft, draftSchema } from './season-draft.ts'

const texts = (text: string) => ({ en: text, ko: text })

const mission = (missionId: number, type: string, category: string, change: object = {}) => ({
  missionId,
  type,
  category,
  title: texts(type),
  description: texts(type),
  imageUrl: null,
  linkUrl: null,
  rewardXp: null,
  repeat: 'UNLIMITED',
  proof: null,
  partner: null,
  maxCompletions: null,
  terms: null,
  enabled: true,
  ...change,
})

/** A valid plan of one week. */
const plan = {
  title: texts('A season'),
  description: texts('Of one week'),
  imageUrl: null,
  startAt: '2026-06-01T20:00:00Z',
  endAt: '2026-06-08T20:00:00Z',
  reward: { symbol: 'USDS', decimals: 6 },
  rounds: [{ startAt: '2026-06-01T20:00:00Z', endAt: '2026-06-08T20:00:00Z', pool: '1000' }],
  tiers: [{ name: texts('Bronze'), emblem: 'bronze', minXp: 0, bonusPercent: 0, ticketsPerDay: 1 }],
  levels: DEFAULT_LEVELS,
  checkIn: DEFAULT_CHECK_IN,
  spin: { ...DEFAULT_SPIN, prizes: DEFAULT_PRIZES },
  missions: [
    mission(1, 'CHECK_IN', 'earn', { repeat: 'DAILY' }),
    mission(2, 'SPIN', 'earn'),
    mission(3, 'TICKET', 'earn', { repeat: 'DAILY' }),
    mission(4, 'INVITE', 'earn'),
    mission(5, 'PARTNER', 'starlight', {
      proof: { kind: 'LINK' },
      linkUrl: '/more',
      rewardXp: 100,
      repeat: 'ONCE',
    }),
    mission(6, 'PURCHASE', 'purchase'),
  ],
  banners: [],
  products: [],
  budget: { members: 1000, xp: 3_000_000, tickets: 20_000, reward: '1000', spinXp: 60 },
}

/** Returns the draft as the database returns it, without what is undefined. */
const stored = (draft: object): unknown => JSON.parse(JSON.stringify(draft))

const codesOf = (draft: unknown) => checkDraft(draft).problems.map(({ path, code }) => [path, code])

describe('a season draft', () => {
  test('without problems becomes a plan', () => {
    expect(checkDraft(plan)).toEqual({ plan, problems: [] })
  })

  test('stored before products and switches existed is still a plan', () => {
    const missions = plan.missions.map((one) => ({ ...one, enabled: undefined }))
    const older = stored({ ...plan, products: undefined, missions })

    expect(checkDraft(older).plan).toEqual(plan)
  })

  test('lists every missing part once', () => {
    const change = { title: undefined, description: { en: 'A', ko: ' ' }, budget: {} }

    expect(codesOf(stored({ ...plan, ...change }))).toEqual([
      ['title', 'MISSING'],
      ['description.ko', 'MISSING'],
      ['budget.members', 'MISSING'],
      ['budget.xp', 'MISSING'],
      ['budget.tickets', 'MISSING'],
      ['budget.reward', 'MISSING'],
      ['budget.spinXp', 'MISSING'],
    ])
    expect(checkDraft({}).plan).toBeNull()
  })

  test.each<[string, string, unknown]>([
    ['title.en', 'TOO_LONG', { title: { en: 'x'.repeat(61), ko: 'x' } }],
    ['title.en', 'CONTROL_CHARACTERS', { title: { en: 'a\u0000b', ko: 'x' } }],
    ['title.en', 'CONTROL_CHARACTERS', { title: { en: 'a\nb', ko: 'x' } }],
    ['title.en', 'INVALID', { title: { en: 5, ko: 'x' } }],
    ['startAt', 'INVALID', { startAt: 'tomorrow' }],
    ['tiers', 'TOO_MANY', { tiers: Array.from({ length: 21 }, () => plan.tiers[0]) }],
    ['tiers.0.minXp', 'TOO_SMALL', { tiers: [{ ...plan.tiers[0], minXp: -1 }] }],
    ['tiers.0.bonusPercent', 'TOO_BIG', { tiers: [{ ...plan.tiers[0], bonusPercent: 1001 }] }],
    ['theme', 'UNKNOWN_FIELD', { theme: 'snow' }],
    [
      'missions.0.title.ko',
      'MISSING',
      { missions: [mission(1, 'CHECK_IN', 'earn', { title: { en: 'A', ko: '' } })] },
    ],
    [
      'missions.0.terms.questions',
      'TOO_FEW',
      { missions: [mission(14, 'QUIZ', 'earn', { terms: { questions: [] } })] },
    ],
    [
      'products.0.price',
      'MISSING',
      { products: [{ name: texts('A'), description: texts('B'), payType: 'XP' }] },
    ],
  ])('has a problem at %s: %s', (path, code, change) => {
    expect(codesOf({ ...plan, ...(change as object) })).toEqual([[path, code]])
  })

  test('has the problems of the rules, and those of its cost when the rules are met', () => {
    const budget = { ...plan.budget, xp: 1 }

    expect(codesOf({ ...plan, tiers: [], budget })).toEqual([['tiers', 'TIERS_NONE']])
    expect(codesOf({ ...plan, budget })).toEqual([['budget.xp', 'XP_OVER_BUDGET']])
  })

  test.each([null, undefined, 5, 'plan', []])('that is %o has problems and no plan', (draft) => {
    expect(checkDraft(draft).plan).toBeNull()
    expect(checkDraft(draft).problems.length).toBeGreaterThan(0)
  })
})

describe('a stored draft', () => {
  const nested = (levels: number): object => (levels === 1 ? {} : { in: nested(levels - 1) })

  test.each<[string, unknown, boolean]>([
    ['may be empty', {}, true],
    ['may be a whole plan', plan, true],
    ['may be 12 levels deep', nested(12), true],
    ['must not be 13 levels deep', nested(13), false],
    ['may contain a line break, which its check reports', { title: { en: 'a\nb' } }, true],
    ['must not contain a null character', { title: { en: 'a\u0000b' } }, false],
    ['must not contain a null character in keys', { 'a\u0000': 1 }, false],
    ['must not contain half a letter', { title: '\ud800' }, false],
    ['must not be a list', [], false],
    ['may have almost 256 KiB', { text: 'x'.repeat(256 * 1024 - 11) }, true],
    ['must not have more than 256 KiB', { text: 'x'.repeat(256 * 1024 - 10) }, false],
    ['counts bytes, not letters', { text: '한'.repeat(90_000) }, false],
  ])('%s', (_label, draft, isAccepted) => {
    expect(draftSchema.safeParse(draft).success).toBe(isAccepted)
  })
})
