import { describe, expect, test } from 'vitest'
import { findText } from '@solstice/ui/texts.ts'
import en from '#/locales/en/recap.json'
import ko from '#/locales/ko/recap.json'
import type { Translate } from '#/lib/texts.ts'
import { sampleRecap } from './sample-recap.ts'
import { drawPicture, PICTURE_HEIGHT, PICTURE_WIDTH, type Pen } from './draw-picture.ts'
import { pictureOf, textsOf, type Choice } from './picture.ts'

const NOTHING: Choice = { showsName: false, showsEarned: false }
const EVERYTHING: Choice = { showsName: true, showsEarned: true }

const translator =
  (language: 'en' | 'ko'): Translate<'recap'> =>
  (key, values) =>
    findText({ en, ko }[language], key, language, values) ?? key

type Written = { text: string; x: number; y: number; size: number; width: number }
type Line = { to: readonly [number, number]; style: unknown }

/** Records what is drawn. Every letter is as wide as half its size. */
function aPen() {
  const written: Written[] = []
  const lines: Line[] = []
  const discs: number[] = []
  let to: readonly [number, number] = [0, 0]
  const gradient = { addColorStop: () => {} }
  const pen = {
    font: '',
    strokeStyle: '',
    fillRect: () => {},
    beginPath: () => {},
    moveTo: () => {},
    lineTo: (x: number, y: number) => {
      to = [x, y]
    },
    arc: (_x: number, _y: number, radius: number) => void discs.push(radius),
    fill: () => {},
    stroke: () => void lines.push({ to, style: pen.strokeStyle }),
    fillText: (text: string, x: number, y: number) => {
      const width = pen.measureText(text).width
      written.push({ text, x, y, size: sizeIn(pen.font), width })
    },
    measureText: (text: string) => ({ width: (text.length * sizeIn(pen.font)) / 2 }),
    createLinearGradient: () => gradient,
    createRadialGradient: () => gradient,
  }
  // The drawing uses only these methods and writes to the other properties.
  return { pen: pen as unknown as Pen, written, lines, discs }
}

const sizeIn = (font: string) => Number(/(\d+)px/.exec(font)?.[1])

function drawn(language: 'en' | 'ko', choice: Choice, change: object = {}) {
  const { pen, ...recorded } = aPen()
  const recap = { ...sampleRecap(language), ...change }
  const picture = pictureOf(translator(language), recap, choice)
  drawPicture(pen, picture, 'Inter')
  return { ...recorded, picture }
}

describe.each(['en', 'ko'] as const)('the picture in %s', (language) => {
  test('shows neither name, amount nor address unless they are chosen', () => {
    const { written, picture } = drawn(language, NOTHING)

    const texts = [...written.map(({ text }) => text), ...textsOf(picture)].join(' ')
    expect(texts).not.toMatch(/MinaHarbor|42[.,]?2|USDS|0x/)
    expect(JSON.stringify(picture)).not.toMatch(/MinaHarbor|42\.2|USDS/)
  })

  test('shows the name and the amount that the member chose', () => {
    const texts = drawn(language, EVERYTHING).written.map(({ text }) => text)

    expect(texts).toContain('MinaHarbor')
    expect(texts.filter((text) => text.includes('42.20 USDS'))).toHaveLength(1)
    const onlyName = drawn(language, { showsName: true, showsEarned: false })
    expect(onlyName.written.map(({ text }) => text).join(' ')).not.toContain('USDS')
  })

  test('has one ray for every day, and as many lit ones as days checked in', () => {
    const { lines } = drawn(language, NOTHING)

    const rays = lines.filter(({ style }) => style !== '#fff')
    expect(rays).toHaveLength(35)
    expect(rays.filter(({ style }) => style === '#ffd08a')).toHaveLength(28)
  })

  test('keeps every text inside the picture, also long ones', () => {
    const change = {
      title: 'A season with a very long name that nobody expected at all',
      nickname: 'twenty_letters_long_x',
      tiers: [{ tierId: 1, name: 'Extraordinary', emblem: 'gold', reachedOn: null }],
      place: { place: 999_999, members: 1_000_000, behindPercent: 0 },
      rounds: { total: 5, rewarded: 5, earned: '1234567.89', symbol: 'SOLSTICE' },
    }
    const { written } = drawn(language, EVERYTHING, change)

    const isInside = ({ x, y, size, width }: Written) => {
      // Numbers on the sun are centred, and the amount ends at the right margin.
      const left = x === 540 ? x - width / 2 : x === PICTURE_WIDTH - 80 ? x - width : x
      const fits = left >= 60 && left + width <= PICTURE_WIDTH - 20
      return fits && y - size > 0 && y < PICTURE_HEIGHT
    }
    expect(written.filter((each) => !isInside(each))).toEqual([])
    const row = written.filter(({ y }) => y === 1124).toSorted((one, two) => one.x - two.x)
    for (const [at, { x, width }] of row.entries()) {
      expect(x + width).toBeLessThan(row[at + 1]?.x ?? PICTURE_WIDTH)
    }
  })
})

test('the statistics are the tier, the share at the top and the longest run', () => {
  expect(drawn('en', NOTHING).picture.statistics).toEqual([
    { value: 'Platinum', label: 'tier' },
    { value: 'Top 5%', label: 'this season' },
    { value: '17 days', label: 'in a row' },
  ])
})

test('the place stands in for the share of members in the lower half', () => {
  const place = { place: 412, members: 520, behindPercent: 20 }

  expect(drawn('en', NOTHING, { place }).picture.statistics[1]).toEqual({
    value: '#412',
    label: 'of 520',
  })
  const without = drawn('en', NOTHING, {
    place: null,
    days: { total: 28, checkedIn: [], longestRun: 0 },
  })
  expect(without.picture.statistics).toEqual([{ value: 'Platinum', label: 'tier' }])
})

test('a member who was alone in a season has no place in the picture', () => {
  const place = { place: 1, members: 1, behindPercent: 0 }

  expect(drawn('en', NOTHING, { place }).picture.statistics).toHaveLength(2)
})

test('a season whose name begins with an article has one article in the title', () => {
  expect(drawn('en', NOTHING, { title: 'The Thaw' }).picture.title).toBe('My Thaw')
})
