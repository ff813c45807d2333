import { rangeOfDay } from '#/lib/times.ts'

/** The filters of the audit as they stand in the address. */
export type AuditFilter = {
  actor?: string
  action?: string
  subject?: string
  /** A programme day, such as 2027-01-17. */
  day?: string
  page?: number
  /** The entry whose details are shown. */
  entry?: number
}

const FIELDS = ['actor', 'action', 'subject', 'day'] as const

/** Reads the filters from an address that anybody may have written. */
export function parseAuditFilter(search: Record<string, unknown>): AuditFilter {
  const page = wholeNumber(search['page']) ?? 1
  // The first page stays out of the address.
  const filter: AuditFilter = page === 1 ? {} : { page }
  for (const field of FIELDS) {
    const value = search[field]
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
    if (text !== '') filter[field] = text.slice(0, 100)
  }
  const entry = wholeNumber(search['entry'])
  return entry === undefined ? filter : { ...filter, entry }
}

/** Returns the filters in the terms of the call. */
export function toAuditQuery({ page = 1, ...filter }: AuditFilter) {
  return { page, ...toExportQuery(filter) }
}

/** Returns the filters of an export, which has no pages. */
export function toExportQuery({ actor, action, subject, day }: AuditFilter) {
  return {
    ...(actor && { actor: storedActor(actor) }),
    ...(action && { action }),
    ...(subject && { subject }),
    ...(day && rangeOfDay(day)),
  }
}

/** Returns an actor as the audit stores it; the list shows operators by their name alone. */
function storedActor(actor: string): string {
  return actor.includes(':') || actor === 'system' ? actor : `operator:${actor}`
}

export const isFiltered = (filter: AuditFilter) => FIELDS.some((field) => filter[field])

function wholeNumber(value: unknown): number | undefined {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}
