import { expect } from 'vitest'
import { readEnv, SettingsError } from '#/platform/process/env.ts'

/** Returns the problems of the settings, one line each. */
export function problemsOf(source: Record<string, string | undefined>): string[] {
  try {
    readEnv(source)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const [title, ...problems] = error.message.split('\n')
    expect(title).toBe('The server cannot start with these settings:')
    return problems
  }
  return []
}
