import { programmeDayOf, startOfDay } from './programme-day.ts'

type Json = Readonly<Record<string, unknown>>

/** The fields of a plan that are instants. */
const INSTANTS: ReadonlySet<string> = new Set(['startAt', 'endAt'])

/**
 * Copies a plan, finished or not, to another start. Every date moves by the same number of whole
 * programme days, so that times of day and the lengths of rounds stay. The codes that members enter
 * as proof are emptied, because members of the former season know them.
 */
export function copyDraft(plan: Json, startAt: Date): Record<string, unknown> {
  const firstDay = startOfDay(programmeDayOf(startAt))
  const before = instantIn(plan['startAt'])
  if (!before) return { ...withoutCodes(plan), startAt: firstDay.toISOString() }
  const shiftMs = firstDay.getTime() - startOfDay(programmeDayOf(before)).getTime()
  return withoutCodes(shifted(plan, shiftMs))
}

function instantIn(value: unknown): Date | undefined {
  const isTime = typeof value === 'string' || typeof value === 'number'
  const at = isTime ? new Date(value) : undefined
  return at && !Number.isNaN(at.getTime()) ? at : undefined
}

function shifted(plan: Json, shiftMs: number): Record<string, unknown> {
  const { rounds } = plan
  const moved = moveInstants(plan, shiftMs)
  return Array.isArray(rounds)
    ? {
        ...moved,
        rounds: rounds.map((round: unknown) =>
          isJson(round) ? moveInstants(round, shiftMs) : round,
        ),
      }
    : moved
}

function moveInstants(part: Json, shiftMs: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(part).map(([field, value]) => {
      const at = INSTANTS.has(field) ? instantIn(value) : undefined
      // The calendar ends at a date that a draft may contain.
      const moved = at && instantIn(at.getTime() + shiftMs)
      return [field, moved?.toISOString() ?? value]
    }),
  )
}

function withoutCodes(plan: Json): Record<string, unknown> {
  const { missions } = plan
  return Array.isArray(missions) ? { ...plan, missions: missions.map(withoutCode) } : { ...plan }
}

function withoutCode(mission: unknown): unknown {
  if (!isJson(mission) || !isJson(mission['proof']) || !('code' in mission['proof'])) return mission
  return { ...mission, proof: { ...mission['proof'], code: '' } }
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
