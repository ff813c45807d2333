import type { Trace, TraceInputs, TraceRule } from '@solstice/rules/trace'

type Data = Readonly<Record<string, unknown>>

/** A trace as it is stored. Inputs that the row has under the same name are not stored again. */
export type StoredTrace = {
  rule: TraceRule
  version: number
  /** The version of the season that decided. */
  season?: number
  inputs: TraceInputs
}

/**
 * Adds a trace to the data of a row, for the statement that inserts it. The time of the decision and
 * the inputs in `kept` are stored in columns or other rows.
 */
export function withTrace(
  data: Data,
  { rule, version, inputs }: Trace,
  season: number | undefined,
  kept: readonly string[] = [],
): Data {
  const isStored = (name: string, value: unknown) =>
    name === 'at' || value === null || kept.includes(name) || data[name] === value
  const stored = Object.entries(inputs).filter(([name, value]) => !isStored(name, value))
  const trace: StoredTrace = {
    rule,
    version,
    ...(season === undefined ? {} : { season }),
    inputs: Object.fromEntries(stored),
  }
  return { ...data, trace }
}

/** Returns the trace of a row with the inputs that its data keeps; undefined if it has none. */
export function traceIn({
  data,
  createdAt,
}: {
  data: Data
  createdAt: Date
}): StoredTrace | undefined {
  const { trace, ...rest } = data
  if (typeof trace !== 'object' || trace === null) return undefined
  // Only withTrace writes this data.
  const stored = trace as StoredTrace
  const values = Object.entries(rest).filter(([, value]) => isTraceValue(value))
  return {
    ...stored,
    // Every value that remains is one of a trace.
    inputs: {
      ...(Object.fromEntries(values) as TraceInputs),
      ...stored.inputs,
      at: createdAt.toISOString(),
    },
  }
}

function isTraceValue(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}
