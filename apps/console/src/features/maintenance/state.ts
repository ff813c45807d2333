import type { Maintenance } from './api.ts'

export type MaintenanceState = 'OFF' | 'PLANNED' | 'ON'

export function stateOf({ on, enabled }: Pick<Maintenance, 'on' | 'enabled'>): MaintenanceState {
  if (on) return 'ON'
  return enabled ? 'PLANNED' : 'OFF'
}

export const MAINTENANCE_TEXT_MAX = 500
export const MAINTENANCE_MINUTES_MAX = 7 * 24 * 60

/** Returns the minutes as typed: none is fine, a wrong number is not. */
export function minutesOf(typed: string): number | 'none' | 'wrong' {
  if (typed.trim() === '') return 'none'
  const minutes = /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : 0
  return minutes > 0 && minutes <= MAINTENANCE_MINUTES_MAX ? minutes : 'wrong'
}

export type Step = { at: string | undefined; kind: 'NOW' | 'START' | 'END'; isPast: boolean }

/** Returns the instants of the timeline in their order. */
export function timelineOf(
  maintenance: Pick<Maintenance, 'enabled' | 'scheduledTime' | 'estimatedDuration'>,
  now: number,
): Step[] {
  const { enabled, scheduledTime, estimatedDuration } = maintenance
  const present: Step = { at: new Date(now).toISOString(), kind: 'NOW', isPast: false }
  if (!enabled) return [present]
  const start = scheduledTime === null ? undefined : Date.parse(scheduledTime)
  const end =
    start === undefined || estimatedDuration === null
      ? undefined
      : start + estimatedDuration * 60_000
  const step = (kind: 'START' | 'END', at: number | undefined): Step[] =>
    at === undefined ? [] : [{ at: new Date(at).toISOString(), kind, isPast: at <= now }]
  return [present, ...step('START', start), ...step('END', end)].toSorted(
    (a, b) => Date.parse(a.at ?? '') - Date.parse(b.at ?? ''),
  )
}
