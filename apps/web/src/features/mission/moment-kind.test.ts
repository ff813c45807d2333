import { describe, expect, test } from 'vitest'
import type { ExecutedOf } from './api.ts'
import { momentOf, starsFirstComplete } from './moment-kind.ts'

const PRIZES = [
  { xp: 10, weight: 8500, percent: 85 },
  { xp: 100, weight: 1000, percent: 10 },
  { xp: 300, weight: 400, percent: 4 },
  { xp: 1000, weight: 100, percent: 1 },
]

function spun(prizeIndex: number, change: { levelUp?: boolean; tierUp?: boolean } = {}) {
  const executed = { type: 'SPIN', prizeIndex, levelUp: false, tierUp: false, ...change }
  return executed as ExecutedOf<'SPIN'>
}

describe('the celebration of a mission', () => {
  test('is empty when no level was reached', () => {
    expect(momentOf(spun(0), { prizes: PRIZES })).toBeUndefined()
  })

  test('is the level, except between two spins', () => {
    const levelUp = spun(1, { levelUp: true })

    expect(momentOf({ ...levelUp, type: 'CHECK_IN' } as never)).toEqual({ kind: 'LEVEL' })
    expect(momentOf(levelUp, { prizes: PRIZES })).toBeUndefined()
  })

  test.each([
    [2, 4, false],
    [3, 1, true],
  ])('is a rare prize rather than the level: %i', (index, percent, isTop) => {
    expect(momentOf(spun(index, { levelUp: true }), { prizes: PRIZES })).toEqual({
      kind: 'PRIZE',
      percent,
      isTop,
    })
  })

  test('is the constellation rather than the level', () => {
    const partner = { ...spun(0, { levelUp: true }), type: 'PARTNER' as const }

    expect(momentOf(partner as never, { starsComplete: 6 })).toEqual({ kind: 'FIGURE', stars: 6 })
  })

  test('is the tier before everything else', () => {
    const executed = spun(3, { levelUp: true, tierUp: true })

    expect(momentOf(executed, { prizes: PRIZES, starsComplete: 6 })).toEqual({ kind: 'TIER' })
  })
})

describe('starsFirstComplete', () => {
  const lit = { type: 'PARTNER', completed: true }
  const MINA = { memberId: '7', seasonId: 2 }

  function aPhone() {
    const kept = new Map<string, string>()
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
  }

  test('returns the stars when every partner mission is done, regardless of other missions', () => {
    const missions = [lit, lit, { type: 'EARN', completed: false }]

    expect(starsFirstComplete(missions, aPhone(), MINA)).toBe(2)
  })

  test('returns nothing while a star is dark or when there are no stars', () => {
    const dark = { type: 'PARTNER', completed: false }

    expect(starsFirstComplete([lit, dark], aPhone(), MINA)).toBeUndefined()
    expect(starsFirstComplete([], aPhone(), MINA)).toBeUndefined()
  })

  test('returns the stars once per season and member, even when a daily star is lit again', () => {
    const phone = aPhone()
    starsFirstComplete([lit], phone, MINA)

    expect(starsFirstComplete([lit], phone, MINA)).toBeUndefined()
    expect(starsFirstComplete([lit], phone, { ...MINA, seasonId: 3 })).toBe(1)
    expect(starsFirstComplete([lit], phone, { ...MINA, memberId: '8' })).toBe(1)
  })
})
