import { seasonPlanSchema } from '@solstice/contract/season-plan.schemas'
import { DAY_MS } from '@solstice/rules/duration'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import {
  fixedMissions,
  freeMissionId,
  placeholders,
  type Placeholders,
} from './placeholder-plan.ts'

type Path = readonly PropertyKey[]
type Issue = {
  code: string
  path: readonly PropertyKey[]
  keys?: readonly string[]
  maximum?: unknown
}

/** A plan that the phone can draw, and the paths of the draft that were replaced for it. */
export type CompletedDraft = { plan: SeasonPlan; missing: string[] }

/** Each attempt repairs all known problems; a repair may reveal problems below it. */
const ATTEMPTS = 12
/** The phone shows nothing of the budget, so a missing one is no gap of the preview. */
const NOT_SHOWN = /^budget\b/

/**
 * Replaces everything that is missing or invalid in an unfinished draft, so that the phone draws
 * whatever is there. Texts that are too long are cut, as no member will see more of them.
 */
export function completeDraft(draft: unknown, now: Date): CompletedDraft {
  const fallback = placeholders(now)
  const missing = new Set<string>()
  const repaired = new Set<string>()
  let value: unknown = isRecord(draft) ? structuredClone(draft) : {}
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const parsed = seasonPlanSchema.safeParse(value)
    if (parsed.success) return drawable(parsed.data, missing, fallback)
    // An empty text breaks two rules at once; one repair satisfies both.
    const issues = new Map(parsed.error.issues.map((issue) => [pathText(issue.path), issue]))
    for (const [path, issue] of issues) {
      missing.add(path)
      value = repair(value, issue, fallback, repaired)
    }
  }
  return { plan: fallback.plan, missing: shownPaths(missing) }
}

const pathText = (path: Path) => path.map(String).join('.')

function shownPaths(missing: ReadonlySet<string>): string[] {
  return Array.from(missing).filter((path) => path !== '' && !NOT_SHOWN.test(path))
}

function repair(
  value: unknown,
  issue: Issue,
  fallback: Placeholders,
  repaired: Set<string>,
): unknown {
  const { code, path, keys, maximum } = issue
  const found = valueAt(value, path)
  if (code === 'unrecognized_keys' && isRecord(found)) {
    const kept = Object.entries(found).filter(([key]) => !keys?.includes(key))
    return withValue(value, path, Object.fromEntries(kept))
  }
  if (code === 'too_big' && (typeof found === 'string' || Array.isArray(found))) {
    return withValue(value, path, found.slice(0, Number(maximum)))
  }
  // A placeholder that did not help is part of something that has to be replaced as a whole.
  let at = path
  while (at.length > 0 && (repaired.has(pathText(at)) || !hasPlaceholder(fallback, at))) {
    at = at.slice(0, -1)
  }
  repaired.add(pathText(at))
  return withValue(value, at, placeholderAt(fallback, at))
}

const hasPlaceholder = (fallback: Placeholders, path: Path) =>
  placeholderAt(fallback, path) !== undefined

/** Returns the placeholder of a path; the elements of a list share one. */
function placeholderAt({ plan, elements }: Placeholders, path: Path): unknown {
  const [list, position, ...rest] = path
  if (path.length === 0) return plan
  if (typeof position !== 'number') return valueAt(plan, path)
  const element = Object.entries(elements).find(([name]) => name === list)?.[1]
  if (element === undefined) return undefined
  if (list === 'missions' && rest.length === 0) {
    return { ...element, missionId: freeMissionId(position) }
  }
  if (list === 'missions' && pathText(rest) === 'missionId') return freeMissionId(position)
  return valueAt(element, rest)
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((found, key) => (isContainer(found) ? found[key] : undefined), value)
}

/** Returns the value with one part replaced. Missing parents were reported by their own issues. */
function withValue(value: unknown, path: Path, part: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return structuredClone(part)
  if (Array.isArray(value)) {
    return value.map((each: unknown, at) => (at === key ? withValue(each, rest, part) : each))
  }
  return isRecord(value) ? { ...value, [key]: withValue(value[String(key)], rest, part) } : value
}

function isContainer(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return isContainer(value) && !Array.isArray(value)
}

/** Repairs what the schema accepts but no screen can draw: times, tiers and the fixed missions. */
function drawable(plan: SeasonPlan, missing: Set<string>, fallback: Placeholders): CompletedDraft {
  const { startAt } = plan
  const isSpan = Date.parse(plan.endAt) > Date.parse(startAt)
  if (!isSpan) missing.add('endAt')
  const { rounds, tiers } = fallback.plan
  if (plan.rounds.length === 0) missing.add('rounds')
  const endAt = isSpan ? plan.endAt : new Date(Date.parse(startAt) + 28 * DAY_MS).toISOString()
  return {
    plan: {
      ...plan,
      endAt,
      rounds:
        plan.rounds.length > 0 ? plan.rounds : rounds.map((one) => ({ ...one, startAt, endAt })),
      tiers: orderedTiers(plan.tiers.length > 0 ? plan.tiers : tiers, missing),
      missions: withFixedMissions(plan.missions, missing),
    },
    missing: shownPaths(missing),
  }
}

/** Every member has a tier, so the lowest one begins at 0. */
function orderedTiers(tiers: SeasonPlan['tiers'], missing: Set<string>): SeasonPlan['tiers'] {
  const [lowest, ...others] = tiers.toSorted((one, other) => one.minXp - other.minXp)
  if (!lowest) return tiers
  if (lowest.minXp > 0) missing.add('tiers.0.minXp')
  return [{ ...lowest, minXp: 0 }, ...others]
}

function withFixedMissions(
  missions: SeasonPlan['missions'],
  missing: Set<string>,
): SeasonPlan['missions'] {
  const first = missions.filter(
    ({ missionId }, at) => missions.findIndex((one) => one.missionId === missionId) === at,
  )
  if (first.length < missions.length) missing.add('missions')
  const absent = fixedMissions().filter(
    ({ missionId, type }) => !first.some((one) => one.missionId === missionId && one.type === type),
  )
  if (absent.length > 0) missing.add('missions')
  const replaced = new Set(absent.map(({ missionId }) => missionId))
  return [...first.filter(({ missionId }) => !replaced.has(missionId)), ...absent].toSorted(
    (one, other) => one.missionId - other.missionId,
  )
}
