import { describe, expect, test } from 'vitest'
import { checkShown, spinJournal, withShown } from './spin-journal.ts'
import type { Shown } from './spin-journal.ts'

function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (at: number) => [...kept.keys()][at] ?? null,
    clear: () => kept.clear(),
    get length() {
      return kept.size
    },
  }
}

/** Creates a wheel whose open commitment is the nth, with as many reveals as the server returns. */
function wheel(nonce: number, name = (at: number) => `c${at}`) {
  const nonces = Array.from({ length: Math.min(nonce, 20) }, (_, at) => nonce - 1 - at)
  return {
    commitment: name(nonce),
    nonce,
    revealed: nonces.map((at) => ({
      commitment: name(at),
      nonce: at,
      serverSeed: '',
      historyId: null,
      revealedAt: '',
    })),
  }
}

/** Checks the wheels in order and returns for each whether an earlier commitment is missing. */
function checkAll(...wheels: ReturnType<typeof wheel>[]): boolean[] {
  let shown: readonly Shown[] = []
  return wheels.map((each) => {
    const checked = checkShown(shown, each)
    shown = checked.shown
    return checked.hasVanished
  })
}

describe('the journal of a spin', () => {
  test('survives a reload, for the same member and season only', () => {
    const storage = memory()
    const shown = [{ commitment: 'a', nonce: 0 }]

    spinJournal(storage, '7', 1).write({ shown })

    expect(spinJournal(storage, '7', 1).read()).toEqual({ shown })
    expect(spinJournal(storage, '8', 1).read()).toEqual({})
    expect(spinJournal(storage, '7', 2).read()).toEqual({})
  })

  test('is empty when it cannot be read', () => {
    const storage = memory()
    for (const broken of ['{', 'null', '']) {
      storage.setItem('spin-journal_7_1', broken)
      expect(spinJournal(storage, '7', 1).read()).toEqual({})
    }
  })
})

describe('a commitment that was shown', () => {
  const swapped = (at: number) => `other-${at}`

  test('is accepted while it is open and after it was revealed', () => {
    expect(checkAll(wheel(0), wheel(0), wheel(1), wheel(9))).toEqual([false, false, false, false])
  })

  test('is missing when another is in its position, open or revealed', () => {
    expect(checkAll(wheel(3), wheel(3, swapped))).toEqual([false, true])
    expect(checkAll(wheel(3), wheel(4, swapped))).toEqual([false, true])
    expect(checkAll(wheel(3), wheel(2, swapped))).toEqual([false, true])
  })

  test('is missing even when more spins happened than reveals are returned', () => {
    expect(checkAll(wheel(40), wheel(41, swapped))).toEqual([false, true])
    expect(checkAll(wheel(40), wheel(60, swapped))).toEqual([false, true])
  })

  test('is reported as missing at any later check, but only once', () => {
    expect(checkAll(wheel(3), wheel(4), wheel(5, swapped), wheel(5, swapped))).toEqual([
      false,
      false,
      true,
      false,
    ])
  })

  test('is not missing in cached data from before the last spin', () => {
    const { shown } = checkShown([], wheel(3))
    const afterSpin = withShown(shown, wheel(4))

    const old = checkShown(afterSpin, wheel(3))

    expect(old).toEqual({ shown: afterSpin, hasVanished: false })
    expect(checkShown(old.shown, wheel(4, swapped)).hasVanished).toBe(true)
  })

  test('is not checked when more spins happened since than reveals are returned', () => {
    expect(checkAll(wheel(3), wheel(24, swapped))).toEqual([false, false])
  })
})
