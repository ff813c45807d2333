import { useState } from 'react'
import { StorageKey, deviceStorage } from './storage.ts'

type Name = 'season' | 'missionTab' | 'availableOnly'
type Value = string | number | boolean

/** What a member chose to see on this phone, all in one record; logging out forgets it. */
function readAll(): Partial<Record<Name, unknown>> {
  try {
    const kept: unknown = JSON.parse(deviceStorage.getItem(StorageKey.preferences) ?? '{}')
    return typeof kept === 'object' && kept !== null ? kept : {}
  } catch {
    // Nobody's entry: as if there were none.
    return {}
  }
}

export function readPreference(name: Name): unknown {
  return readAll()[name]
}

export function keepPreference(name: Name, value: Value): void {
  deviceStorage.setItem(StorageKey.preferences, JSON.stringify({ ...readAll(), [name]: value }))
}

/** A choice that is still there the next time; the first one until somebody chooses. */
export function usePreference<Choice extends Value>(
  name: Name,
  choices: readonly [Choice, ...Choice[]],
): [Choice, (choice: Choice) => void] {
  const [chosen, setChosen] = useState(
    () => choices.find((choice) => choice === readPreference(name)) ?? choices[0],
  )
  return [
    chosen,
    (choice) => {
      keepPreference(name, choice)
      setChosen(choice)
    },
  ]
}
