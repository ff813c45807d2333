import { expect, test, vi } from 'vitest'
import { lockPortrait } from './orientation.ts'
import { isTouchOrMobile, mustRotate } from './rotate.ts'

type Lock = (to: string) => Promise<void>

function aPage(lock?: Lock) {
  const orientation = Object.assign(new EventTarget(), {
    type: 'portrait-primary',
    ...(lock && { lock }),
  })
  return Object.assign(new EventTarget(), {
    screen: { orientation },
    innerWidth: 390,
    innerHeight: 844,
    orientation: 0,
  })
}
type Page = Parameters<typeof lockPortrait>[0]

test('locks to portrait-primary at the start', () => {
  const lock = vi.fn<Lock>(async () => {})
  lockPortrait(aPage(lock))
  expect(lock.mock.calls).toEqual([['portrait-primary']])
})

test.each([
  ['landscape-primary', 2],
  ['landscape-secondary', 2],
  ['portrait-secondary', 1],
])('locks again on an orientation change to landscape: %s', (type, calls) => {
  const lock = vi.fn<Lock>(async () => {})
  const page = aPage(lock)
  lockPortrait(page)

  page.screen.orientation.type = type
  page.screen.orientation.dispatchEvent(new Event('change'))

  expect(lock).toHaveBeenCalledTimes(calls)
})

test.each([
  [90, 2],
  [-90, 2],
  [0, 1],
  [180, 1],
])('locks again when the window turns by %i degrees', (degrees, calls) => {
  const lock = vi.fn<Lock>(async () => {})
  const page = aPage(lock)
  lockPortrait(page)

  page.orientation = degrees
  page.dispatchEvent(new Event('orientationchange'))

  expect(lock).toHaveBeenCalledTimes(calls)
})

test('locks again when a resize shows landscape', () => {
  const lock = vi.fn<Lock>(async () => {})
  const page = aPage(lock)
  lockPortrait(page)

  page.dispatchEvent(new Event('resize'))
  expect(lock).toHaveBeenCalledTimes(1)
  Object.assign(page, { innerWidth: 844, innerHeight: 390 })
  page.dispatchEvent(new Event('resize'))

  expect(lock).toHaveBeenCalledTimes(2)
})

test('continues if locking is missing, refused or throws', async () => {
  const refusals = [
    undefined,
    () => Promise.reject(new Error('NotSupportedError')),
    () => {
      throw new Error('SecurityError')
    },
  ]
  for (const lock of refusals) {
    expect(() => lockPortrait(aPage(lock))).not.toThrow()
  }
  const minimalPage = Object.assign(new EventTarget(), {
    screen: {},
    innerWidth: 1,
    innerHeight: 2,
  })
  expect(() => lockPortrait(minimalPage as unknown as Page)).not.toThrow()
  await new Promise(setImmediate)
})

const PHONE = { maxTouchPoints: 5, hasTouchEvents: true, userAgent: '' }
const DESKTOP = { maxTouchPoints: 0, hasTouchEvents: false, userAgent: 'X11; Linux x86_64' }

test.each([
  [{ ...DESKTOP, maxTouchPoints: 1 }, true],
  [{ ...DESKTOP, hasTouchEvents: true }, true],
  [{ ...DESKTOP, userAgent: 'Mozilla/5.0 (Linux; Android 15) Mobile' }, true],
  [DESKTOP, false],
])('detects touch or mobile: %o is %s', (device, expected) => {
  expect(isTouchOrMobile(device)).toBe(expected)
})

test.each([
  ['a phone in landscape', PHONE, 800, 400, true],
  ['one pixel under the limit', PHONE, 800, 499, true],
  ['at the limit', PHONE, 800, 500, false],
  ['taller than wide', PHONE, 400, 450, false],
  ['square', PHONE, 450, 450, false],
  ['a desktop', DESKTOP, 800, 400, false],
])('decides if the device must be rotated: %s', (_name, device, width, height, expected) => {
  expect(mustRotate(device, { width, height, isKeyboardOpenInPortrait: false })).toBe(expected)
})

test('requires no rotation of an upright phone with its keyboard open', () => {
  expect(mustRotate(PHONE, { width: 360, height: 330, isKeyboardOpenInPortrait: true })).toBe(false)
})
