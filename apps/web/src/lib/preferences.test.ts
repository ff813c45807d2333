import { beforeEach, expect, test, vi } from 'vitest'
import { keepPreference, readPreference } from './preferences.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    },
  })
})

test('stores all display preferences in one record, which logging out removes', () => {
  keepPreference('missionTab', 'earn')
  keepPreference('availableOnly', true)
  keepPreference('season', 2)

  expect([...kept.keys()]).toEqual(['preferences'])
  expect(JSON.parse(kept.get('preferences') ?? '')).toEqual({
    missionTab: 'earn',
    availableOnly: true,
    season: 2,
  })
  kept.delete('preferences')
  expect(readPreference('missionTab')).toBeUndefined()
})

test.each(['', 'null', '7', '{', '"text"'])('treats an invalid record as missing: %s', (text) => {
  kept.set('preferences', text)

  expect(readPreference('season')).toBeUndefined()
  keepPreference('season', 3)
  expect(readPreference('season')).toBe(3)
})
