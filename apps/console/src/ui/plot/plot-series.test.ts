import { expect, test } from 'vitest'
import type { PlotSeries } from './plot-series.ts'
import { stacked, tableOf } from './plot-series.ts'

const bars = (label: string, values: (number | null)[]): PlotSeries => ({
  label,
  values,
  kind: 'bar',
  tone: 'violet',
})
const plan: PlotSeries = { ...bars('Plan', [9, 9, 9]), kind: 'line', dash: 'dashed' }

test('stacks bars on those before them and leaves lines where they are', () => {
  expect(stacked([bars('Spins', [1, 2, null]), bars('Missions', [3, null, null]), plan])).toEqual([
    [1, 2, null],
    [4, 2, null],
    [9, 9, 9],
  ])
})

test('lists the own value of every series, not the stacked one', () => {
  const series = [bars('Spins', [1, 2]), bars('Missions', [3, null])]

  expect(tableOf({ label: 'Day', values: [1, 2] }, series)).toEqual({
    columns: ['Day', 'Spins', 'Missions'],
    rows: [
      [1, 1, 3],
      [2, 2, null],
    ],
  })
})
