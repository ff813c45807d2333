import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { PlotAxis, PlotSeries } from './plot-series.ts'
import { stacked } from './plot-series.ts'

type Drawing = {
  axis: PlotAxis
  series: readonly PlotSeries[]
  height: number
  /** Shortens the numbers of the axis. */
  formatTick: (value: number) => string
  /** The colour of each series, of the texts and of the grid in the present theme. */
  colours: () => { series: readonly string[]; text: string; grid: string }
  onHover: (index: number | null) => void
}

export type DrawnPlot = { redraw: () => void; resize: (width: number) => void; remove: () => void }

const DASHES = { dashed: [6, 4], dotted: [2, 3] }

/** Draws a plot into an element. The canvas is a picture; the table beside it is the text. */
export function drawPlot(host: HTMLElement, drawing: Drawing): DrawnPlot {
  const { axis, series, height, formatTick, colours, onHover } = drawing
  const heights = stacked(series)
  // Bars and areas are opaque, so the whole stack comes first and the lower parts cover it.
  const order = series
    .map((_, index) => index)
    .toSorted((one, other) => rank(series[one], one) - rank(series[other], other))
  const hasBars = series.some(({ kind }) => kind === 'bar')
  const margin = hasBars ? 0.6 : 0
  const { fontFamily } = getComputedStyle(host)
  const font = `12px ${fontFamily}`

  const plot = new UPlot(
    {
      width: Math.max(host.clientWidth, 1),
      height,
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
      scales: {
        x: { time: false, range: (_, min, max) => [min - margin, max + margin] },
        y: {
          range: (_, min, max) => UPlot.rangeNum(Math.min(min, 0), Math.max(max, 1), 0.1, true),
        },
      },
      axes: [
        {
          font,
          stroke: () => colours().text,
          grid: { show: false },
          ticks: { show: false },
          incrs: [1, 2, 7, 14, 28],
        },
        {
          font,
          size: 56,
          stroke: () => colours().text,
          grid: { stroke: () => colours().grid, width: 1 },
          ticks: { show: false },
          values: (_, values) => values.map(formatTick),
        },
      ],
      series: [
        {},
        ...order.map((index) => seriesOptions(series[index], () => colours().series[index] ?? '')),
      ],
      hooks: { setCursor: [({ cursor }) => onHover(cursor.idx ?? null)] },
    },
    [[...axis.values], ...order.map((index) => heights[index] ?? [])],
    host,
  )
  return {
    redraw: () => plot.redraw(),
    resize: (width) => plot.setSize({ width, height }),
    remove: () => plot.destroy(),
  }
}

/** Lines are drawn last, in their own order. */
function rank(series: PlotSeries | undefined, index: number): number {
  return series?.kind === 'line' ? 1_000 + index : -index
}

function seriesOptions(series: PlotSeries | undefined, colour: () => string): UPlot.Series {
  const bars = UPlot.paths.bars?.({ size: [0.86, 44] })
  return {
    stroke: colour,
    width: series?.kind === 'line' ? 2 : 0,
    points: { show: false },
    ...(series?.kind !== 'line' && { fill: colour }),
    ...(series?.kind === 'bar' && bars && { paths: bars }),
    ...(series?.dash && { dash: DASHES[series.dash], width: 1.5 }),
  }
}
