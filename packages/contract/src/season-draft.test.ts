import { describe, expect, test } from 'vitest'
import { mission, plan, texts } from '../../rules/src/test-season-plan.ts'
import { checkDraft, draftSchema } from './season-draft.ts'

const codesOf = (draft: unknown) => checkDraft(draft).problems.map(({ path, code }) => [path, code])

describe('a season draft', () => {
  test('without problems becomes a plan', () => {
    expect(checkDraft(plan)).toEqual({ plan, problems: [] })
  })

  test('stored before products and switches existed is still a plan', () => {
    const { products: _, ...older } = plan
    const missions = plan.missions.map(({ enabled: _enabled, ...one }) => one)

    expect(checkDraft({ ...older, missions }).plan).toEqual(plan)
  })

  test('lists every missing part once', () => {
    const { title: _, ...untitled } = plan

    expect(codesOf({ ...untitled, description: { en: 'A', ko: ' ' }, budget: {} })).toEqual([
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
    ['must not contain control characters', { title: { en: 'a\nb' } }, false],
    ['must not contain control characters in keys', { 'a\u0001': 1 }, false],
    ['must not contain half a letter', { title: '\ud800' }, false],
    ['must not be a list', [], false],
    ['may have almost 256 KiB', { text: 'x'.repeat(256 * 1024 - 11) }, true],
    ['must not have more than 256 KiB', { text: 'x'.repeat(256 * 1024 - 10) }, false],
    ['counts bytes, not letters', { text: '한'.repeat(90_000) }, false],
  ])('%s', (_label, draft, isAccepted) => {
    expect(draftSchema.safeParse(draft).success).toBe(isAccepted)
  })
})
