type Texts = { en: string; ko: string }

/** The remote flag `maintenance` in the format the app reads. */
export type MaintenanceConfig = {
  enabled: boolean
  title: Texts
  description: Texts
  scheduled_time: string | null
  estimated_duration: number | null
}

export const DEFAULT_MAINTENANCE: MaintenanceConfig = {
  enabled: false,
  title: { en: 'System Maintenance', ko: '' },
  description: {
    en: "We're upgrading the product for better performance. Sorry for the inconvenience, and please check back soon!",
    ko: '',
  },
  scheduled_time: null,
  estimated_duration: null,
}

/**
 * Returns true immediately or from the scheduled time on. An invalid time does not activate
 * maintenance.
 */
export function isMaintenanceOn(config: MaintenanceConfig, now: Date): boolean {
  if (!config.enabled) return false
  if (config.scheduled_time === null) return true
  const scheduledMs = Date.parse(config.scheduled_time)
  return !Number.isNaN(scheduledMs) && now.getTime() >= scheduledMs
}

/**
 * Returns when members were rejected because of a setting, until it was replaced; undefined if they
 * were not. An end is unknown as long as the setting is in effect.
 */
export function closedSpan(
  config: MaintenanceConfig,
  { setAt, replacedAt }: { setAt: Date; replacedAt: Date | undefined },
  now: Date,
): { from: Date; until: Date | undefined } | undefined {
  if (!config.enabled) return undefined
  const startMs = config.scheduled_time === null ? -Infinity : Date.parse(config.scheduled_time)
  const from = new Date(Math.max(setAt.getTime(), startMs))
  const isClosed = isMaintenanceOn(config, replacedAt ?? now) && from < (replacedAt ?? Infinity)
  return isClosed ? { from, until: replacedAt } : undefined
}

/** Formats "1h 30m", "2h" or "45m"; undefined for an unknown duration. */
export function durationText(minutes: unknown): string | undefined {
  const whole = Number.isFinite(minutes) ? Math.floor(Number(minutes)) : 0
  if (whole <= 0) return undefined
  const hours = Math.floor(whole / 60)
  const rest = whole % 60
  if (hours === 0) return `${rest}m`
  return rest === 0 ? `${hours}h` : `${hours}h ${rest}m`
}
