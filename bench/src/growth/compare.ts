import type { Costs } from './statements.ts'

/** The statements of one source: a call, a job or the metrics. */
export type Measured = { source: string; costs: Costs }

/** A statement at both sizes. A side is undefined if the statement was not sent there. */
export type Growth = {
  source: string
  /** How many sources send the statement; `source` is the one where it takes longest. */
  sources: number
  text: string
  small: Cost | undefined
  large: Cost | undefined
  buffersRatio: number
  msRatio: number
}

type Cost = { buffers: number; ms: number }

/** A statement that may grow, with the reason. It is found by the start of its text. */
export type Listed = { startsWith: string; source?: string; reason: string }

/** Both buffers and time must grow by more than this, and the time must be noticeable. */
const RATIO_LIMIT = 3
const NOTICEABLE_MS = 5
/** A statement that reads nothing cannot have a ratio, so one page and a short time count instead. */
const LEAST = { buffers: 1, ms: 0.01 }

/** Compares every statement of every source at both sizes. */
export function compareSizes(small: readonly Measured[], large: readonly Measured[]): Growth[] {
  const before = new Map(small.map(({ source, costs }) => [source, costs]))
  const seen = new Set(large.map(({ source }) => source))
  const both = large.flatMap(({ source, costs }) => {
    const earlier = before.get(source)
    const texts = new Set([...costs.keys(), ...(earlier?.keys() ?? [])])
    return Array.from(texts, (text) => growthOf(source, text, earlier?.get(text), costs.get(text)))
  })
  const missing = small.filter(({ source }) => !seen.has(source))
  if (missing.length > 0)
    throw new Error(`not measured at the large size: ${missing.map(({ source }) => source).join()}`)
  return worstOfEach(both)
}

function growthOf(
  source: string,
  text: string,
  small: Cost | undefined,
  large: Cost | undefined,
): Growth {
  const ratio = (of: keyof Cost) =>
    Math.max(large?.[of] ?? 0, LEAST[of]) / Math.max(small?.[of] ?? 0, LEAST[of])
  const sizes = { small: small && costOf(small), large: large && costOf(large) }
  return {
    source,
    sources: 1,
    text,
    ...sizes,
    buffersRatio: ratio('buffers'),
    msRatio: ratio('ms'),
  }
}

const costOf = ({ buffers, ms }: Cost): Cost => ({ buffers, ms })

/** Returns one row per statement, of the source where it grows, else where it takes longest. */
function worstOfEach(all: readonly Growth[]): Growth[] {
  return Array.from(Map.groupBy(all, ({ text }) => text).values(), (same) => {
    const order = same.toSorted(
      (a, b) => Number(grows(b)) - Number(grows(a)) || (b.large?.ms ?? 0) - (a.large?.ms ?? 0),
    )
    return order.slice(0, 1).map((worst) => ({ ...worst, sources: same.length }))
  })
    .flat()
    .toSorted((a, b) => (b.large?.ms ?? 0) - (a.large?.ms ?? 0))
}

export function grows({ buffersRatio, msRatio, large }: Growth): boolean {
  return buffersRatio > RATIO_LIMIT && msRatio > RATIO_LIMIT && isNoticeable({ large })
}

/** Returns whether a statement takes noticeable time at the large size. */
export function isNoticeable({ large }: Pick<Growth, 'large'>): boolean {
  return (large?.ms ?? 0) > NOTICEABLE_MS
}

/** Returns the reason why a statement may grow, if it is listed. */
export function reasonOf(row: Growth, listed: readonly Listed[]): string | undefined {
  return listed.find(
    ({ startsWith, source }) =>
      row.text.startsWith(startsWith) && (source === undefined || row.source.startsWith(source)),
  )?.reason
}

/** Returns whether a statement is flat or has a listed reason. */
export function isAccepted(row: Growth, listed: readonly Listed[]): boolean {
  return !grows(row) || reasonOf(row, listed) !== undefined
}
