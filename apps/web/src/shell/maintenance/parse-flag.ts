import { DEFAULT_MAINTENANCE } from '@solstice/rules/maintenance'
import type { MaintenanceConfig } from '@solstice/rules/maintenance'

/**
 * Parses the remote flag. A missing or mistyped field uses its default; an invalid flag or date
 * throws, which is a failed read and means off.
 */
export function parseFlag(text: string): MaintenanceConfig {
  // The library returns this for a flag that does not exist yet.
  if (text === '') return DEFAULT_MAINTENANCE
  const flag = asObject(JSON.parse(text))
  if (!flag) throw new TypeError('The maintenance flag is not an object')
  return readConfig(flag)
}

/** Applies the same tolerance to the entry stored by an earlier visit. */
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

function readTexts(value: unknown, defaults: Texts): Texts {
  const texts = asObject(value)
  const { en, ko } = texts ?? {}
  return {
    // An empty headline is replaced by the default.
    en: typeof en === 'string' && en.trim() !== '' ? en : defaults.en,
    ko: typeof ko === 'string' ? ko : defaults.ko,
  }
}

function readInstant(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) {
    throw new TypeError('scheduled_time is not a valid date')
  }
  return value
}

function readMinutes(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  const whole = Math.floor(value)
  return whole > 0 ? whole : null
}
