import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { climbAt, climbShare, crowdOf, raysOf, starsOf } from './geometry.ts'

const SUN = { centre: [195, 172], inner: 112, lit: 166, unlit: 126, width: 7 } as const
const GRID = { step: 1, origin: [0, 0] } as const

describe('the rays', () => {
  test('are one for every day, clockwise from the top, and lit on the days checked in', () => {
    const rays = raysOf({ total: 4, checkedIn: [0, 2] }, SUN)

    expect(rays.map(({ isLit }) => isLit)).toEqual([true, false, true, false])
    expect(rays[0]).toMatchObject({ from: [195, 60], to: [195, 6] })
    expect(rays[1]).toMatchObject({ from: [307, 172], to: [321, 172] })
    expect(rays[2]).toMatchObject({ to: [195, 338] })
  })

  test('of a long season are thin enough not to touch each other', () => {
    const thickest = Math.max(
      ...raysOf({ total: 180, checkedIn: [1] }, SUN).map(({ width }) => width),
    )

    expect(thickest).toBeLessThan((2 * Math.PI * SUN.inner) / 180)
    expect(raysOf({ total: 28, checkedIn: [0] }, SUN)[0]?.width).toBe(SUN.width)
  })
})

describe('the crowd', () => {
  test('is a hundred dots for many members: behind, the member, ahead', () => {
    const { dots, ahead } = crowdOf({ place: 26, members: 520, behindPercent: 95 }, GRID)

    expect(dots).toHaveLength(100)
    expect(dots.filter(({ kind }) => kind === 'behind')).toHaveLength(95)
    expect(dots.find(({ kind }) => kind === 'me')?.at).toEqual([5, 0])
    expect(dots[0]?.at).toEqual([0, 9])
    expect(ahead).toBe(4)
  })

  test('is one dot for every member of a small season', () => {
    const { dots, ahead } = crowdOf({ place: 3, members: 12, behindPercent: 75 }, GRID)

    expect(dots.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 9 }, () => 'behind'),
      'me',
      'ahead',
      'ahead',
    ])
    expect(dots.at(-1)?.at).toEqual([1, 0])
    expect(ahead).toBe(2)
  })

  test('always contains the member once', () => {
    const standing = fc
      .integer({ min: 2, max: 5000 })
      .chain((members) =>
        fc.record({ members: fc.constant(members), place: fc.integer({ min: 1, max: members }) }),
      )
    fc.assert(
      fc.property(standing, ({ members, place }) => {
        const behindPercent = Math.floor((100 * (members - place)) / members)
        const { dots, ahead } = crowdOf({ place, members, behindPercent }, GRID)
        expect(dots.filter(({ kind }) => kind === 'me')).toHaveLength(1)
        expect(dots.filter(({ kind }) => kind === 'ahead')).toHaveLength(ahead)
      }),
    )
  })
})

describe('the climb', () => {
  test('begins at the horizon and ends at the last tier, however many there are', () => {
    expect([0, 1, 2, 3].map((at) => climbShare(at, 4))).toEqual([0, 0.25, 0.5, 1])
    expect(climbShare(0, 1)).toBe(1)
    expect(climbAt(0)).toEqual([46, 478])
    expect(climbAt(0.5)).toEqual([196, 280])
    expect(climbAt(1)).toEqual([304, 100])
  })

  test('rises all the way', () => {
    const heights = Array.from({ length: 21 }, (_, at) => climbAt(at / 20)[1])

    expect(heights).toEqual(heights.toSorted((one, two) => two - one))
  })
})

test('the stars are the same in every picture', () => {
  expect(starsOf(5, 390, 500)).toEqual(starsOf(5, 390, 500))
})
