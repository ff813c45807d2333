import type { Reading } from '#/platform/process/context.ts'

type Value = Reading['values'][number]
/** Accepts values whose label is one of these. */
type Only = { lane: readonly string[] } | undefined

export function labelled(readings: readonly Reading[], name: string, only?: Only): Value[] {
  const values = readings.find((reading) => reading.name === name)?.values ?? []
  return values.filter(({ labels }) => !only || only.lane.includes(labels['lane'] ?? ''))
}

/** Returns the sum over all labels; 0 if the metric could not be read. */
export function valueOf(readings: readonly Reading[], name: string, only?: Only): number {
  return labelled(readings, name, only).reduce((sum, { value }) => sum + value, 0)
}

/** Returns the highest value with its labels. */
export function worstLabelled(
  readings: readonly Reading[],
  name: string,
  only?: Only,
): Value | undefined {
  return labelled(readings, name, only).toSorted((a, b) => b.value - a.value)[0]
}
