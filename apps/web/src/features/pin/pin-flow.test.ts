import { beforeEach, describe, expect, test } from 'vitest'
import { guardPin, takeHrefAfterPin } from './guard.ts'
import { afterChoice, afterCurrent, afterEnrolment, chooseAgain } from './pin-change.ts'
import { keyTyped, press } from './pin-digits.ts'

describe('the pad', () => {
  test.each([
    ['', '1', '1'],
    ['12345', '6', '123456'],
    ['123456', '7', '123456'],
    ['123', 'erase', '12'],
    ['', 'erase', ''],
  ] as const)('turns %j and the key %s into %j', (entered, key, expected) => {
    expect(press(entered, key)).toBe(expected)
  })

  const typed = (key: string, held: Partial<KeyboardEvent> = {}) =>
    keyTyped({ key, ctrlKey: false, metaKey: false, altKey: false, ...held })

  test.each([
    ['7', '7'],
    ['Backspace', 'erase'],
    ['Enter', 'enter'],
    ['a', undefined],
    ['Tab', undefined],
  ] as const)('maps the key %s of a keyboard to %s', (key, expected) => {
    expect(typed(key)).toBe(expected)
  })

  test('ignores the digits of a shortcut, so that nothing is pasted', () => {
    expect(typed('v', { ctrlKey: true })).toBeUndefined()
    expect(typed('1', { ctrlKey: true })).toBeUndefined()
    expect(typed('1', { metaKey: true })).toBeUndefined()
    expect(typed('123456')).toBeUndefined()
  })
})

describe('a change of PIN', () => {
  const old = {
    pinToken: 'token',
    pin: { pinKeyId: 'key-1', salt: 'salt', iterations: 900_000, key: new Uint8Array(32) },
  }
  const chosen = afterChoice(afterCurrent(old), '123456')

  test('goes from the old PIN to entering the new one twice', () => {
    expect(afterCurrent(old)).toEqual({ kind: 'choose', old })
    expect(chosen).toEqual({ kind: 'confirm', old, chosen: '123456' })
  })

  test('keeps the token of the old PIN and clears the first entry on a new choice', () => {
    expect(chooseAgain(chosen)).toEqual({ kind: 'choose', old })
  })

  test.each(['askAgain', 'alreadySet'] as const)('returns to the old PIN after %s', (outcome) => {
    expect(afterEnrolment(chosen, outcome)).toEqual({ kind: 'current', note: 'askAgain' })
  })

  test('stays unchanged after a lost response', () => {
    expect(afterEnrolment(chosen, 'failed')).toBe(chosen)
  })
})

describe('the guard', () => {
  const visit = (href: string, isPreload = false) => ({
    pathname: href.split('?')[0] ?? '',
    href,
    isPrivate: !href.startsWith('/auth/'),
    isPreload,
  })
  const NEW = { status: 'auth', hasPin: false, phase: 'open' } as const
  const LOCKED = { status: 'auth', hasPin: true, phase: 'locked' } as const
  const OPEN = { status: 'auth', hasPin: true, phase: 'open' } as const
  const OUT = { status: 'unauth' } as const

  beforeEach(() => void takeHrefAfterPin())

  test.each([
    [NEW, '/home', '/pin/required-setup'],
    [NEW, '/more/my-page/', '/pin/required-setup'],
    [NEW, '/pin/change', '/pin/required-setup'],
    [NEW, '/pin/unlock', '/pin/required-setup'],
    [NEW, '/pin/setup', undefined],
    [NEW, '/pin/confirm', undefined],
    [NEW, '/pin/required-setup', undefined],
    [NEW, '/auth/account-created', undefined],
    [LOCKED, '/home', '/pin/unlock'],
    [LOCKED, '/pin/change', '/pin/unlock'],
    [LOCKED, '/pin/unlock', undefined],
    [LOCKED, '/pin/unlock/', undefined],
    [OPEN, '/home', undefined],
    [OPEN, '/pin/change', undefined],
    [OPEN, '/pin/unlock', '/home'],
    [OPEN, '/pin/setup', '/home'],
    [OPEN, '/pin/required-setup', '/home'],
    [OUT, '/home', undefined],
  ] as const)('sends %o from %s to %s', (member, href, expected) => {
    expect(guardPin(member, visit(href))).toBe(expected)
  })

  test('allows the page for a forgotten PIN while the app is locked, and does not store it', () => {
    expect(guardPin(LOCKED, visit('/pin/forgot'))).toBeUndefined()
    expect(guardPin(OPEN, visit('/pin/forgot'))).toBeUndefined()
    expect(guardPin(NEW, visit('/pin/forgot'))).toBe('/pin/required-setup')
    expect(takeHrefAfterPin()).toBeUndefined()
  })

  test('stores the requested page with its query and returns it once', () => {
    guardPin(LOCKED, visit('/rewards?tab=ended'))
    guardPin(LOCKED, visit('/pin/change'))

    expect(takeHrefAfterPin()).toBe('/rewards?tab=ended')
    expect(takeHrefAfterPin()).toBeUndefined()
  })

  test('stores nothing for a preload', () => {
    guardPin(LOCKED, visit('/rewards', true))

    expect(takeHrefAfterPin()).toBeUndefined()
  })
})
