import { beforeEach, expect, test, vi } from 'vitest'
import { REFRESH_THRESHOLD_PX, pullGesture } from './pull-gesture.ts'

const onPull = vi.fn<(byPx: number) => void>()
const onRefresh = vi.fn<() => void>()
let isAtTop = true
const gesture = pullGesture({ canPull: () => isAtTop, onPull, onRefresh })

beforeEach(() => {
  onPull.mockReset()
  onRefresh.mockReset()
  isAtTop = true
  gesture.cancel()
})

const at = (y: number, x = 100) => [{ x, y }]

function pull(...way: ReturnType<typeof at>[]): void {
  const [first = [], ...rest] = way
  gesture.down(first)
  for (const fingers of rest) gesture.move(fingers)
  gesture.up()
}

test('refreshes once when a screen is pulled far enough and released', () => {
  pull(at(100), at(130), at(100 + 2 * REFRESH_THRESHOLD_PX))

  expect(onRefresh).toHaveBeenCalledTimes(1)
  expect(onPull.mock.calls).toEqual([[15], [REFRESH_THRESHOLD_PX], [0]])
})

test('does nothing when the finger goes back before it is released', () => {
  pull(at(100), at(300), at(140))

  expect(onRefresh).not.toHaveBeenCalled()
  expect(onPull).toHaveBeenLastCalledWith(0)
})

test('does nothing on a scrolled screen or below an open sheet', () => {
  isAtTop = false
  pull(at(100), at(400))

  expect(onPull).not.toHaveBeenCalled()
  expect(onRefresh).not.toHaveBeenCalled()
})

test('ends when the page scrolls meanwhile', () => {
  gesture.down(at(100))
  gesture.move(at(300))
  isAtTop = false
  gesture.move(at(400))
  gesture.up()

  expect(onRefresh).not.toHaveBeenCalled()
  expect(onPull).toHaveBeenLastCalledWith(0)
})

test.each([
  ['a tap', [at(100), at(104)]],
  ['a sideways swipe', [at(100), at(110, 130), at(400, 400)]],
  ['an upward swipe', [at(400), at(300), at(700)]],
  ['two fingers', [at(100), [...at(400), ...at(500)], at(600)]],
])('leaves %s to the page', (_, way) => {
  pull(...way)

  expect(onRefresh).not.toHaveBeenCalled()
})
