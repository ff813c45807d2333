export type Point = { x: number; y: number }
export type ShapeName = 'kite' | 'swan' | 'harp'

type Shape = { points: readonly Point[]; braces: readonly (readonly [number, number])[] }

const at = (x: number, y: number): Point => ({ x, y })

/**
 * Stars in the order in which they are lit, on a sky of 390 by 300; braces only complete the shape.
 */
const SHAPES: Record<ShapeName, Shape> = {
  kite: {
    points: [
      at(196, 34),
      at(116, 104),
      at(190, 168),
      at(150, 222),
      at(204, 262),
      at(286, 240),
      at(272, 98),
    ],
    braces: [
      [0, 6],
      [1, 6],
      [0, 2],
      [2, 6],
    ],
  },
  swan: {
    points: [
      at(308, 46),
      at(250, 92),
      at(196, 140),
      at(128, 112),
      at(84, 176),
      at(168, 226),
      at(262, 222),
      at(330, 178),
    ],
    braces: [
      [2, 5],
      [2, 6],
      [1, 7],
    ],
  },
  harp: {
    points: [
      at(188, 58),
      at(272, 40),
      at(330, 104),
      at(306, 178),
      at(236, 232),
      at(146, 226),
      at(88, 166),
      at(200, 142),
    ],
    braces: [
      [1, 7],
      [7, 4],
      [0, 6],
    ],
  },
}

const NAMES = Object.keys(SHAPES) as ShapeName[]
const GOLDEN_ANGLE = 2.399963

export type Constellation = Shape & { name: ShapeName }

/** Returns the constellation of a season, with as many stars as it has missions. */
export function constellationOf(seasonId: number, stars: number): Constellation {
  const name = NAMES[seasonId % NAMES.length] ?? 'kite'
  const { points, braces } = SHAPES[name]
  // When a season has more missions than the shape has stars, the rest is scattered around it.
  const more = Array.from({ length: Math.max(0, stars - points.length) }, (_, extra) => {
    const angle = extra * GOLDEN_ANGLE
    return at(Math.round(195 + 150 * Math.cos(angle)), Math.round(150 + 105 * Math.sin(angle)))
  })
  return {
    name,
    points: [...points, ...more].slice(0, stars),
    braces: braces.filter((brace) => brace.every((end) => end < stars)),
  }
}

/** Sorts lit stars first, so that the line of light has no gap; the others keep their order. */
export function completedFirst<Star extends { completed: boolean }>(
  stars: readonly Star[],
): Star[] {
  return [...stars.filter(({ completed }) => completed), ...stars.filter((star) => !star.completed)]
}
