import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differencesOf, isSame, mergeDrafts } from './merge.ts'

const base = {
  title: { en: 'Night', ko: '밤' },
  spin: { freePerDay: 1 },
  prizes: [{ rewardXp: 10 }, { rewardXp: 20 }],
}

test('keeps what each of two editors changed', () => {
  const mine = { ...base, title: { en: 'Long night', ko: '밤' } }
  const theirs = { ...base, title: { en: 'Night', ko: '긴 밤' }, spin: { freePerDay: 2 } }

  expect(mergeDrafts(base, mine, theirs)).toEqual({
    ...base,
    title: { en: 'Long night', ko: '긴 밤' },
    spin: { freePerDay: 2 },
  })
})

test('a value that both changed becomes mine', () => {
  const mine = { ...base, spin: { freePerDay: 3 } }
  const theirs = { ...base, spin: { freePerDay: 2 } }

  expect(mergeDrafts(base, mine, theirs)).toEqual(mine)
})

test('merges items without an identity in lists of equal lengths, and keeps a whole list otherwise', () => {
  const mine = { ...base, prizes: [{ rewardXp: 11 }, { rewardXp: 20 }] }
  const changed = { ...base, prizes: [{ rewardXp: 10 }, { rewardXp: 21 }] }
  const shorter = { ...base, prizes: [{ rewardXp: 20 }] }

  expect(mergeDrafts(base, mine, changed)['prizes']).toEqual([{ rewardXp: 11 }, { rewardXp: 21 }])
  expect(mergeDrafts(base, mine, shorter)['prizes']).toEqual(mine.prizes)
  expect(mergeDrafts(base, base, shorter)['prizes']).toEqual(shorter.prizes)
})

const ids = (draft: Record<string, unknown>) =>
  (draft['missions'] as { missionId: number }[]).map(({ missionId }) => missionId)
const mission = (missionId: number, rewardXp = 10) => ({ missionId, rewardXp })
const missions = { missions: [mission(1), mission(2), mission(3)] }

test('keeps edits, additions and removals of both in a list of missions', () => {
  const mine = { missions: [mission(1), mission(3, 30), mission(4)] }
  const theirs = { missions: [mission(9), mission(1, 11), mission(2), mission(3)] }

  expect(mergeDrafts(missions, mine, theirs)).toEqual({
    missions: [mission(9), mission(1, 11), mission(3, 30), mission(4)],
  })
})

test('keeps my order of missions with their edits and additions', () => {
  const mine = { missions: [mission(3), mission(1), mission(2)] }
  const theirs = { missions: [mission(1), mission(2, 20), mission(7), mission(3)] }

  expect(mergeDrafts(missions, mine, theirs)).toEqual({
    missions: [mission(3), mission(1), mission(2, 20), mission(7)],
  })
})

test('a mission that they removed comes back only if I changed it', () => {
  const theirs = { missions: [mission(1)] }
  const mine = { missions: [mission(1), mission(2, 20), mission(3)] }

  expect(ids(mergeDrafts(missions, mine, theirs))).toEqual([1, 2])
})

test('two new missions with one number are both kept, and mine gets the next number', () => {
  const mine = { missions: [...missions.missions, mission(4, 40)] }
  const theirs = { missions: [...missions.missions, mission(4, 44), mission(5)] }

  const merged = mergeDrafts(missions, mine, theirs)

  expect(new Set(ids(merged))).toEqual(new Set([1, 2, 3, 4, 5, 6]))
  expect(merged['missions']).toContainEqual(mission(6, 40))
  // The same addition of both is one mission.
  expect(ids(mergeDrafts(missions, theirs, { ...theirs, title: 'x' }))).toEqual([1, 2, 3, 4, 5])
})

const typed = (missionId: number, type: string, rewardXp = 10) => ({ missionId, type, rewardXp })

test('a mission with the number of a removed one takes nothing from edits of the old one', () => {
  const from = { missions: [typed(1, 'A'), typed(7, 'A')] }
  const replaced = { missions: [typed(1, 'A'), typed(7, 'B', 20)] }
  const edited = { missions: [typed(1, 'A'), typed(7, 'A', 70)] }

  expect(mergeDrafts(from, replaced, edited)).toEqual(replaced)
  // The edit of mine brings the removed mission back, under a number that nobody has used.
  const back = mergeDrafts(from, edited, replaced)['missions']
  expect(back).toHaveLength(3)
  expect(back).toEqual(expect.arrayContaining([...replaced.missions, typed(8, 'A', 70)]))
})

test('a mission that they replaced stays away without an edit of mine', () => {
  const from = { missions: [typed(1, 'A'), typed(7, 'A'), typed(9, 'A')] }
  const mine = { missions: [typed(1, 'A', 11), typed(7, 'A')] }
  const theirs = { missions: [typed(1, 'A'), typed(7, 'B')] }

  expect(mergeDrafts(from, mine, theirs)['missions']).toEqual([typed(1, 'A', 11), typed(7, 'B')])
  // Both replaced it, and the number of a mission that both removed is not used again.
  const both = mergeDrafts(from, { missions: [typed(7, 'C')] }, { missions: [typed(7, 'B')] })
  expect(both['missions']).toEqual(expect.arrayContaining([typed(7, 'B'), typed(10, 'C')]))
})

test('a product in the place of a removed one takes nothing from edits of the old one', () => {
  const product = (en: string, payType: string, price: string) => ({
    position: 100,
    name: { en },
    payType,
    price,
  })
  const from = { products: [product('A', 'XP', '1')] }
  const mine = { products: [product('B', 'TICKET', '2')] }
  const theirs = { products: [{ ...product('A', 'XP', '9'), stock: 5 }] }

  expect(mergeDrafts(from, mine, theirs)).toEqual(mine)
  // One of both may change in the same product.
  const renamed = { products: [product('B', 'XP', '1')] }
  expect(mergeDrafts(from, renamed, theirs)['products']).toEqual([
    { ...product('B', 'XP', '9'), stock: 5 },
  ])
})

test('a value of another kind is taken as a whole', () => {
  const from = { proof: { kind: 'ONCHAIN', chainId: 56, check: { kind: 'HOLDS', minUnits: '5' } } }
  const code = { proof: { kind: 'CODE', code: 'X' } }
  const call = { proof: { ...from.proof, check: { kind: 'CALLED', selector: '0x' } } }
  const moved = { proof: { ...from.proof, chainId: 97, check: { kind: 'HOLDS', minUnits: '6' } } }

  expect(mergeDrafts(from, { proof: { kind: 'LINK' } }, code)).toEqual({ proof: { kind: 'LINK' } })
  expect(mergeDrafts(from, code, moved)).toEqual(code)
  expect(mergeDrafts(from, call, moved)).toEqual({ proof: { ...call.proof, chainId: 97 } })
})

test('recognises a product by its position or its name, and a tier by its emblem', () => {
  const product = (position: number, en: string, price: string) => ({
    position,
    name: { en },
    price,
  })
  const from = {
    products: [product(100, 'A', '1'), product(200, 'B', '2')],
    tiers: [
      { emblem: 'bronze', minXp: 0 },
      { emblem: 'gold', minXp: 100 },
    ],
  }
  const mine = {
    products: [product(300, 'A', '1'), product(200, 'B', '2')],
    tiers: [{ emblem: 'bronze', minXp: 0 }, { emblem: 'silver', minXp: 50 }, from.tiers[1]],
  }
  const theirs = {
    products: [product(100, 'A', '9'), product(200, 'Bee', '2'), product(400, 'C', '3')],
    tiers: [from.tiers[0], { emblem: 'gold', minXp: 120 }],
  }

  expect(mergeDrafts(from, mine, theirs)).toEqual({
    products: [product(300, 'A', '9'), product(200, 'Bee', '2'), product(400, 'C', '3')],
    tiers: [
      { emblem: 'bronze', minXp: 0 },
      { emblem: 'silver', minXp: 50 },
      { emblem: 'gold', minXp: 120 },
    ],
  })
})

test('keeps their pools when I add a round, and my pools when they remove the last one', () => {
  const round = (endAt: string, pool: string) => ({ endAt, pool })
  const from = { rounds: [round('a', '1'), round('b', '1')] }
  const longer = { rounds: [...from.rounds, round('c', '5')] }
  const pools = { rounds: [round('a', '1'), round('b', '2')] }
  const shorter = { rounds: [round('a', '1')] }

  expect(mergeDrafts(from, longer, pools)['rounds']).toEqual([...pools.rounds, round('c', '5')])
  expect(mergeDrafts(from, { rounds: [round('a', '3'), round('b', '1')] }, shorter)).toEqual({
    rounds: [round('a', '3')],
  })
})

test('keeps the missions of both when there was none before', () => {
  const merged = mergeDrafts({}, { missions: [mission(1)] }, { missions: [mission(2)] })

  expect(new Set(ids(merged))).toEqual(new Set([1, 2]))
})

test('merging lists with any numbers keeps each mission that nobody removed', () => {
  const list = fc.uniqueArray(
    fc.record({
      missionId: fc.integer({ min: 1, max: 8 }),
      type: fc.constantFrom('A', 'B'),
      rewardXp: fc.nat(2),
    }),
    {
      selector: ({ missionId }) => missionId,
    },
  )
  fc.assert(
    fc.property(list, list, list, (base, mine, theirs) => {
      const merged = ids(mergeDrafts({ missions: base }, { missions: mine }, { missions: theirs }))
      expect(new Set(merged).size).toBe(merged.length)
      for (const { missionId } of base) {
        const isInBoth = [mine, theirs].every((one) => ids({ missions: one }).includes(missionId))
        if (isInBoth) expect(merged).toContain(missionId)
      }
    }),
  )
})

test('a part that one of them removed stays away', () => {
  const without = { title: base.title, prizes: base.prizes }

  expect(mergeDrafts(base, without, base)).toEqual(without)
  expect(mergeDrafts(base, base, without)).toEqual(without)
})

test('without a change of mine the result is theirs, and the other way round', () => {
  const draft = fc.dictionary(fc.string(), fc.jsonValue())
  fc.assert(
    fc.property(draft, draft, (one, other) => {
      expect(mergeDrafts(one, one, other)).toEqual(other)
      expect(mergeDrafts(one, other, one)).toEqual(other)
    }),
  )
})

test('lists every value that differs, by its path', () => {
  const theirs = { ...base, spin: { freePerDay: 2 } }

  expect(differencesOf(base, theirs)).toEqual([{ path: 'spin.freePerDay', mine: 1, theirs: 2 }])
  expect(isSame({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true)
  expect(isSame([1], { 0: 1 })).toBe(false)
})
