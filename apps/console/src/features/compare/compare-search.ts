import type { ListedRevision } from './api.ts'

export type CompareSearch = { from?: number; to?: number }

/** Reads the revisions from the address. */
export function parseCompareSearch(search: Record<string, unknown>): CompareSearch {
  const numberOf = (name: string) => {
    const value = Number(search[name])
    return Number.isSafeInteger(value) && value > 0 ? value : undefined
  }
  const [from, to] = [numberOf('from'), numberOf('to')]
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

/**
 * Completes the revisions of the address: the newest one is compared with the last publication
 * before it, or with the revision before it. Null for a season with a single revision.
 */
export function comparedRevisions(
  { from, to }: CompareSearch,
  revisions: readonly Pick<ListedRevision, 'revision' | 'kind'>[],
): { from: number; to: number } | null {
  const last = to ?? revisions[0]?.revision
  if (last === undefined) return null
  const earlier = revisions.filter(({ revision }) => revision < last)
  const before = earlier.find(({ kind }) => kind === 'PUBLISH') ?? earlier[0]
  const first = from ?? before?.revision
  return first === undefined ? null : { from: first, to: last }
}
