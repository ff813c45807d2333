import { canonicalJson } from './audit.ts'

/** A value as the audit log stores it, in JSON. */
const stored = (value: unknown): unknown => {
  if (typeof value === 'bigint') return value.toString()
  return value instanceof Date ? value.toISOString() : value
}

/**
 * Returns `before` and `after` with the values that a change gives another content, for the data of
 * an audit entry. Without a state before, everything is new.
 */
export function changeOf(
  before: Readonly<Record<string, unknown>> | undefined,
  after: Readonly<Record<string, unknown>>,
): { before: Record<string, unknown> | null; after: Record<string, unknown> } {
  const names = Object.keys(after).filter((name) => after[name] !== undefined)
  if (!before) {
    return {
      before: null,
      after: Object.fromEntries(names.map((name) => [name, stored(after[name])])),
    }
  }
  const isChanged = (name: string) =>
    canonicalJson(stored(before[name]) ?? null) !== canonicalJson(stored(after[name]) ?? null)
  const changed = names.filter(isChanged)
  const pick = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map((name) => [name, stored(from[name]) ?? null]))
  return { before: pick(before), after: pick(after) }
}
