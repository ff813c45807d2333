import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../tools/run-step.ts'
import { type Bar, drawBars } from './bars.ts'
import { RESULTS_FOLDER } from './results.ts'

/** Draws a plot next to the results and returns the Markdown that shows it. */
export type Plot = (name: string, title: string, bars: readonly Bar[]) => string

export const plot: Plot = (name, title, bars) => {
  writeFileSync(join(ROOT, RESULTS_FOLDER, `${name}.svg`), drawBars(title, bars))
  return `![${title}](performance/${name}.svg)`
}

/** A bar without a limit has no such key. */
export const withLimit = (limit: number | undefined) => (limit === undefined ? {} : { limit })
