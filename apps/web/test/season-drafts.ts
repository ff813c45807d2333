import fc from 'fast-check'
import type { PreviewRequest } from '@solstice/contract/season-preview'
import type { PlannedProduct, SeasonPlan } from '@solstice/rules/season-plan'
import { THEMES, demoSeason } from '../../server/src/demo/season-plan.ts'

const TOKEN = `0x${'ab'.repeat(20)}`

const product = (payType: PlannedProduct['payType'], position: number): PlannedProduct => ({
  name: { en: `For ${payType}`, ko: `상품 ${payType}` },
  description: { en: 'More of everything.', ko: '조금 더 드려요.' },
  imageUrl: null,
  payType,
  price: payType === 'TOKEN' ? '2.5' : '300',
  chainId: payType === 'TOKEN' ? 31_337 : null,
  contract: payType === 'TOKEN' ? TOKEN : null,
  givesXp: payType === 'XP' ? 0 : 500,
  givesTickets: 3,
  stock: payType === 'XP' ? 12 : null,
  perUserLimit: payType === 'XP' ? 2 : null,
  position,
})

/** A finished season with every kind of mission, proof and product. */
export const PLAN: SeasonPlan = {
  ...demoSeason(THEMES[0], new Date('2027-01-01T20:00:00Z')),
  products: [product('TOKEN', 30), product('XP', 10), product('TICKET', 20)],
}

export const REQUEST: PreviewRequest = {
  kind: 'preview',
  number: 1,
  seasonId: 7,
  draft: PLAN,
  language: 'en',
  phase: 'during',
  day: 3,
  tier: 0,
  screen: 'season',
  tokens: [{ chainId: 31_337, contract: TOKEN, symbol: 'USDS', decimals: 6 }],
}

type Path = (string | number)[]

/** Lists the paths of all values, those of objects and lists included. */
function pathsOf(value: unknown, above: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [above]
  const keys = Array.isArray(value) ? Array.from(value.keys()) : Object.keys(value)
  const below = keys.flatMap((key) => pathsOf(Reflect.get(value, key), [...above, key]))
  return above.length === 0 ? below : [above, ...below]
}

const PATHS = pathsOf(PLAN)

/** Replaces one value; undefined removes it, as a part that was never written. */
function withJunk(draft: unknown, [key, ...rest]: Path, junk: unknown): unknown {
  if (key === undefined) return junk
  if (typeof draft !== 'object' || draft === null) return draft
  const inner = withJunk(Reflect.get(draft, key), rest, junk)
  if (Array.isArray(draft)) return draft.map((each: unknown, at) => (at === key ? inner : each))
  const others = Object.entries(draft).filter(([name]) => name !== key)
  return Object.fromEntries(inner === undefined ? others : [...others, [key, inner]])
}

const junk = fc.oneof(
  fc.constantFrom(undefined, undefined, null, '', 0, -1, [], {}, '—'.repeat(900), true),
  fc.string(),
  fc.integer(),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Drafts in every state between nothing and a finished season, with wrong values among them. */
export const drafts: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  {
    weight: 6,
    arbitrary: fc
      .array(fc.tuple(fc.nat(PATHS.length - 1), junk), { maxLength: 12 })
      .map((edits) =>
        edits.reduce<unknown>(
          (draft, [at, value]) => withJunk(draft, PATHS[at] ?? [], value),
          PLAN,
        ),
      ),
  },
)

export const requests: fc.Arbitrary<PreviewRequest> = fc.record({
  kind: fc.constant('preview' as const),
  number: fc.nat(1000),
  seasonId: fc.integer({ min: 1, max: 1000 }),
  draft: drafts,
  language: fc.constantFrom('en', 'ko'),
  phase: fc.constantFrom('before', 'during', 'after'),
  day: fc.integer({ min: 1, max: 366 }),
  tier: fc.nat(19),
  screen: fc.constantFrom('season', 'missions', 'wheel', 'shop', 'ranking'),
  tokens: fc.constantFrom([], REQUEST.tokens),
})
