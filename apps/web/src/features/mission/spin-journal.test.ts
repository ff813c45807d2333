import { describe, expect, test } from 'vitest'
import { hasVanished, spinJournal } from './spin-journal.ts'

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

const reveal = (commitment: string) => ({
  commitment,
  serverSeed: '',
  nonce: 0,
  historyId: null,
  revealedAt: '',
})

describe('the journal of a spin', () => {
  test('is there again after a reload, for the same member and season only', () => {
    const storage = memory()
    const pending = { commitment: 'a', clientSeed: 'b', idempotencyKey: 'c', prizes: [] }

    spinJournal(storage, '7', 1).write({ pending })

    expect(spinJournal(storage, '7', 1).read()).toEqual({ pending })
    expect(spinJournal(storage, '8', 1).read()).toEqual({})
    expect(spinJournal(storage, '7', 2).read()).toEqual({})
  })

  test('starts afresh where it cannot be read', () => {
    const storage = memory()
    for (const broken of ['{', 'null', '']) {
      storage.setItem('spin-journal_7_1', broken)
      expect(spinJournal(storage, '7', 1).read()).toEqual({})
    }
  })
})

describe('a commitment that was shown', () => {
  const commitment = 'open'

  test('is fine while it is open, and once it was revealed', () => {
    expect(hasVanished(undefined, { commitment, revealed: [] })).toBe(false)
    expect(hasVanished('open', { commitment, revealed: [] })).toBe(false)
    expect(hasVanished('old', { commitment, revealed: [reveal('old')] })).toBe(false)
  })

  test('has vanished when it was replaced without a reveal', () => {
    expect(hasVanished('old', { commitment, revealed: [reveal('other')] })).toBe(true)
  })

  test('is not judged when more spins lie between than are told', () => {
    const revealed = Array.from({ length: 20 }, (_, at) => reveal(`other-${at}`))
    expect(hasVanished('old', { commitment, revealed })).toBe(false)
  })
})
