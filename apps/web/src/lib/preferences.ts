import { useState } from 'react'
import { StorageKey, deviceStorage } from './storage.ts'

type Name = 'season' | 'missionTab' | 'availableOnly' | 'currency' | 'balancesHidden'
type Value = string | number | boolean

/**
 * Reads the member's display preferences on this device from one record, which is deleted at
 * log-out.
 */
function readAll(): Partial<Record<Name, unknown>> {
  try {
    const kept: unknown = JSON.parse(deviceStorage.getItem(StorageKey.preferences) ?? '{}')
    return typeof kept === 'object' && kept !== null ? kept : {}
  } catch {
    // An invalid entry counts as missing.
    return {}
  }
}

export function readPreference(name: Name): unknown {
  return readAll()[name]
}

export function keepPreference(name: Name, value: Value): void {
  deviceStorage.setItem(StorageKey.preferences, JSON.stringify({ ...readAll(), [name]: value }))
}

/** Returns a stored preference and its setter; the first option is the default. */
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
