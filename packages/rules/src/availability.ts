import type { MaintenanceConfig } from './maintenance.ts'
import { MINUTE_MS } from './duration.ts'
import type { Period } from './round.ts'

/** The parts of the product whose availability is published. */
export const SERVICES = ['PROGRAMME', 'PAYOUTS', 'POINTS_LOG'] as const
export type Service = (typeof SERVICES)[number]

/** The parts that a maintenance closes. Payouts and the points log go on. */
const CLOSED_BY_MAINTENANCE: ReadonlySet<Service> = new Set(['PROGRAMME'])

export type GapCause = 'OUTAGE' | 'MAINTENANCE'
export type Gap = Period & { cause: GapCause }

/** A heartbeat proves that a process was running in a span, usually of one minute. */
export type Heartbeat = Period & { serves: boolean; runsJobs: boolean }

export type Observed = {
  /** Nothing is known about the time before; undefined if there never was a heartbeat. */
  since: Date | undefined
  heartbeats: readonly Heartbeat[]
  maintenance: readonly Period[]
}

/** Shorter gaps, such as a restart, count in the percentage and are no incident. */
export const INCIDENT_FROM_MS = 5 * MINUTE_MS

/**
 * Returns the spans in which a service was not available, in order and without overlaps. Time before
 * the first heartbeat is unknown and not a gap.
 */
export function gapsOf(service: Service, within: Period, observed: Observed): Gap[] {
  const { since, heartbeats, maintenance } = observed
  if (!since) return []
  const known = clip([within], { startAt: since, endAt: within.endAt })
  const closed = CLOSED_BY_MAINTENANCE.has(service)
    ? known.flatMap((each) => clip(merged(maintenance), each))
    : []
  const running = heartbeats.filter(({ serves, runsJobs }) =>
    service === 'PAYOUTS' ? runsJobs : serves,
  )
  const down = known.flatMap((each) => without(each, merged([...running, ...closed])))
  return [
    ...closed.map((each) => ({ ...each, cause: 'MAINTENANCE' as const })),
    ...down.map((each) => ({ ...each, cause: 'OUTAGE' as const })),
  ].toSorted((one, other) => one.startAt.getTime() - other.startAt.getTime())
}

/** Returns the parts of spans that lie within a period. */
export function clip<Span extends Period>(spans: readonly Span[], within: Period): Span[] {
  return spans.flatMap((span) => {
    const startAt = span.startAt < within.startAt ? within.startAt : span.startAt
    const endAt = span.endAt > within.endAt ? within.endAt : span.endAt
    return startAt < endAt ? [{ ...span, startAt, endAt }] : []
  })
}

export function durationOf(spans: readonly Period[]): number {
  return spans.reduce((sum, { startAt, endAt }) => sum + endAt.getTime() - startAt.getTime(), 0)
}

/** Joins spans that overlap or touch. */
function merged(spans: readonly Period[]): Period[] {
  const joined: Period[] = []
  for (const { startAt, endAt } of spans.toSorted((one, other) => +one.startAt - +other.startAt)) {
    const last = joined.at(-1)
    if (!last || last.endAt < startAt) joined.push({ startAt, endAt })
    else if (last.endAt < endAt) last.endAt = endAt
  }
  return joined
}

/** Returns the parts of a period that no span covers. */
function without(period: Period, covered: readonly Period[]): Period[] {
  const left: Period[] = []
  let from = period.startAt
  for (const { startAt, endAt } of clip(covered, period)) {
    if (from < startAt) left.push({ startAt: from, endAt: startAt })
    if (from < endAt) from = endAt
  }
  if (from < period.endAt) left.push({ startAt: from, endAt: period.endAt })
  return left
}

/** Returns the spans in which members were refused for a maintenance, from every setting of it. */
export function maintenancePeriods(
  settings: readonly {
    config: Pick<MaintenanceConfig, 'enabled' | 'scheduled_time'>
    setAt: Date
  }[],
  until: Date,
): Period[] {
  return settings.flatMap(({ config, setAt }, at) => {
    if (!config.enabled) return []
    const scheduledMs = config.scheduled_time === null ? 0 : Date.parse(config.scheduled_time)
    // An invalid time never starts a maintenance.
    if (Number.isNaN(scheduledMs)) return []
    const startAt = new Date(Math.max(setAt.getTime(), scheduledMs))
    const endAt = settings[at + 1]?.setAt ?? until
    return startAt < endAt ? [{ startAt, endAt }] : []
  })
}

export type Incident = Gap & { services: Service[] }

/**
 * Returns the gaps that are worth a report. Gaps that continue over midnight are one incident, and so
 * are gaps of several services over the same time.
 */
export function incidentsOf(gaps: readonly (Gap & { service: Service })[]): Incident[] {
  const whole: (Gap & { service: Service })[] = []
  for (const gap of gaps.toSorted((one, other) => +one.startAt - +other.startAt)) {
    const before = whole.find(
      ({ service, cause, endAt }) =>
        service === gap.service && cause === gap.cause && +endAt === +gap.startAt,
    )
    if (before) before.endAt = gap.endAt
    else whole.push({ ...gap })
  }
  const incidents: Incident[] = []
  for (const { service, ...gap } of whole) {
    if (durationOf([gap]) < INCIDENT_FROM_MS) continue
    const same = incidents.find(
      ({ cause, startAt, endAt }) =>
        cause === gap.cause && +startAt === +gap.startAt && +endAt === +gap.endAt,
    )
    if (same) same.services.push(service)
    else incidents.push({ ...gap, services: [service] })
  }
  return incidents
}

export type DayMark = 'UP' | 'PART' | 'DOWN' | 'UNKNOWN'

/** Marks a day: down above the share from which a check-in day is excused, in part below it. */
export function markOf(
  day: { knownMs: number; unavailableMs: number },
  downAboveShare: number,
): DayMark {
  const { knownMs, unavailableMs } = day
  if (knownMs <= 0) return 'UNKNOWN'
  if (unavailableMs > downAboveShare * knownMs) return 'DOWN'
  return unavailableMs >= INCIDENT_FROM_MS ? 'PART' : 'UP'
}

/** Returns the available share in percent with two decimals, rounded down; null if nothing is known. */
export function availabilityPercent(of: { knownMs: number; unavailableMs: number }): number | null {
  const { knownMs, unavailableMs } = of
  if (knownMs <= 0) return null
  return Math.floor((10_000 * (knownMs - unavailableMs)) / knownMs) / 100
}
