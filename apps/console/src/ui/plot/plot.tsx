import { useEffect, useRef, useState } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import type { DrawnPlot } from './draw-plot.ts'
import { PlotFrame } from './plot-frame.tsx'
import type { PlotFrameProps } from './plot-frame.tsx'
import { tableOf } from './plot-series.ts'
import type { PlotAxis, PlotSeries } from './plot-series.ts'
import styles from './plot.module.css'

export type PlotProps = Omit<PlotFrameProps, 'values' | 'children'> & {
  axis: PlotAxis
  series: readonly PlotSeries[]
  height?: number
  /** Shortens the numbers of the axis. */
  formatTick: (value: number) => string
}

/** Shows values over days as lines, stacked areas or stacked bars. */
export function Plot({ axis, series, height = 220, formatTick, ...frame }: PlotProps) {
  const [hovered, setHovered] = useState<number | null>(null)
  const { format } = frame
  return (
    <PlotFrame {...frame} values={tableOf(axis, series)}>
      <ul className={styles.legend} aria-hidden="true">
        {series.map(({ label, tone, dash, kind, values }) => (
          <li key={label}>
            <i
              className={classNames(
                styles.key,
                styles[tone],
                (dash ?? kind === 'line') && styles.stroke,
                dash && styles[dash],
              )}
            />
            {label}
            {hovered !== null && <b>{formatValue(values[hovered], format)}</b>}
          </li>
        ))}
        {hovered !== null && (
          <li className={styles.hovered}>
            {axis.label} {axis.values[hovered]}
          </li>
        )}
      </ul>
      <Canvas
        axis={axis}
        series={series}
        height={height}
        formatTick={formatTick}
        title={frame.title}
        onHover={setHovered}
      />
    </PlotFrame>
  )
}

function formatValue(value: number | null | undefined, format: (value: number) => string) {
  return value === null || value === undefined ? '–' : format(value)
}

type CanvasProps = Pick<PlotProps, 'axis' | 'series' | 'formatTick' | 'title'> & {
  height: number
  onHover: (index: number | null) => void
}

/** Draws the plot when the library is loaded, and again when data, width or theme change. */
function Canvas({ axis, series, height, formatTick, title, onHover }: CanvasProps) {
  const host = useRef<HTMLDivElement>(null)
  const colours = useRef<HTMLSpanElement>(null)
  // The data decide when to draw again; callers may build the same arrays in every render.
  const content = JSON.stringify({ axis, series })

  useEffect(() => {
    const element = host.current
    // Browsers without a canvas, such as those of screen tests, have the table.
    if (!element || !document.createElement('canvas').getContext('2d')) return undefined
    let drawn: DrawnPlot | undefined
    let isGone = false
    const sizes = new ResizeObserver(() => drawn?.resize(Math.max(element.clientWidth, 1)))
    const redraw = () => drawn?.redraw()
    const themes = new MutationObserver(redraw)
    const device = matchMedia('(prefers-color-scheme: dark)')
    const draw = async () => {
      const { drawPlot } = await import('./draw-plot.ts')
      if (isGone) return
      drawn = drawPlot(element, {
        // The text was made above from values of this type.
        ...(JSON.parse(content) as Pick<PlotProps, 'axis' | 'series'>),
        height,
        formatTick,
        colours: () => readColours(colours.current, element),
        onHover,
      })
      sizes.observe(element)
      themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
      device.addEventListener('change', redraw)
    }
    void draw()
    return () => {
      isGone = true
      sizes.disconnect()
      themes.disconnect()
      device.removeEventListener('change', redraw)
      drawn?.remove()
    }
  }, [content, height, formatTick, onHover])

  return (
    <>
      <span ref={colours} className={styles.colours} aria-hidden="true">
        {series.map(({ label, tone }) => (
          <i key={label} className={styles[tone]} />
        ))}
        <i className={styles.grid} />
      </span>
      <div ref={host} className={styles.canvas} role="img" aria-label={title} />
    </>
  )
}

/** Reads the colours from elements, because a canvas does not understand custom properties. */
function readColours(samples: HTMLElement | null, host: HTMLElement) {
  const all = Array.from(samples?.children ?? [], (sample) => getComputedStyle(sample).color)
  return { series: all, grid: all.at(-1) ?? '', text: getComputedStyle(host).color }
}
