import { DEFAULT_MAINTENANCE } from '@solstice/rules/maintenance'
import type { MaintenanceConfig } from '@solstice/rules/maintenance'

/**
 * Reads the remote flag. A field that is missing or of the wrong kind is the default's; what is
 * no flag at all, or a date nobody can read, throws: a failed read, which means off.
 */
export function parseFlag(text: string): MaintenanceConfig {
  // What the library gives for a flag that nobody has made yet.
  if (text === '') return DEFAULT_MAINTENANCE
  const flag = asObject(JSON.parse(text))
  if (!flag) throw new TypeError('The maintenance flag is no object')
  return readConfig(flag)
}

/** The same tolerance for what an earlier visit stored. */
export function readConfig(flag: Record<string, unknown>): MaintenanceConfig {
  return {
    enabled: flag['enabled'] === true,
    title: readTexts(flag['title'], DEFAULT_MAINTENANCE.title),
    description: readTexts(flag['description'], DEFAULT_MAINTENANCE.description),
    scheduled_time: readInstant(flag['scheduled_time']),
    estimated_duration: readMinutes(flag['estimated_duration']),
  }
}

export function asObject(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return value as Record<string, unknown>
}

type Texts = MaintenanceConfig['title']

function readTexts(value: unknown, standard: Texts): Texts {
  const texts = asObject(value)
  const { en, ko } = texts ?? {}
  return {
    // An empty headline says nothing: the default does.
    en: typeof en === 'string' && en.trim() !== '' ? en : standard.en,
    ko: typeof ko === 'string' ? ko : standard.ko,
  }
}

function readInstant(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) {
    throw new TypeError('scheduled_time is no date')
  }
  return value
}

function readMinutes(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  const whole = Math.floor(value)
  return whole > 0 ? whole : null
}
