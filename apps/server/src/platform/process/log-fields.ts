import { boundedText } from './untrusted-text.ts'

const DEPTH_MAX = 4
const ENTRIES_MAX = 100

/**
 * Bounds every text in the fields of a log line. Only plain objects and lists are copied: errors
 * and requests have their own serializers, and dates format themselves.
 */
export function boundedFields(fields: Record<string, unknown>): Record<string, unknown> {
  return boundedEntries(fields, DEPTH_MAX)
}

function boundedEntries(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .slice(0, ENTRIES_MAX)
      .map(([name, value]: [string, unknown]) => [name, bounded(value, depth)]),
  )
}

function bounded(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return boundedText(value)
  if (Array.isArray(value)) {
    if (depth === 0) return '[list]'
    return value.slice(0, ENTRIES_MAX).map((each) => bounded(each, depth - 1))
  }
  if (!isPlain(value)) return value
  return depth === 0 ? '[object]' : boundedEntries(value, depth - 1)
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
