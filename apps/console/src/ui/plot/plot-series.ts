import type { PlotTable } from './plot-table.ts'

/** The colours of a plot, which the style sheet defines for both themes. */
export type PlotTone = 'violet' | 'amber' | 'teal' | 'rose' | 'wine' | 'slate' | 'ink' | 'faint'

export type PlotSeries = {
  label: string
  /** One value for each x; null leaves a gap. */
  values: readonly (number | null)[]
  /** Bars and areas of one plot stand on each other; lines never do. */
  kind: 'line' | 'area' | 'bar'
  tone: PlotTone
  /** Draws a line that the other values are compared with. */
  dash?: 'dashed' | 'dotted'
}

export type PlotAxis = {
  /** Names the x values, such as "Day". */
  label: string
  values: readonly number[]
}

/**
 * Returns the values to draw: each bar or area stands on those before it. A missing value adds
 * nothing, and a position where all values are missing stays empty.
 */
export function stacked(series: readonly PlotSeries[]): (number | null)[][] {
  const sums: (number | null)[] = []
  return series.map(({ kind, values }) => {
    if (kind === 'line') return [...values]
    return values.map((value, index) => {
      const below = sums[index] ?? null
      sums[index] = value === null ? below : (below ?? 0) + value
      return sums[index]
    })
  })
}

export function tableOf(axis: PlotAxis, series: readonly PlotSeries[]): PlotTable {
  return {
    columns: [axis.label, ...series.map(({ label }) => label)],
    rows: axis.values.map((x, index) => [x, ...series.map(({ values }) => values[index] ?? null)]),
  }
}
