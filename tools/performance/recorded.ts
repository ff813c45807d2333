import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../run-step.ts'

export type Ratio = {
  name: string
  ratio: number
  target?: number
  ours: { name: string; perSecond: number }
  theirs: { name: string; perSecond: number }
  growthMb?: number
}
type BenchRun = {
  ranOn: { machine: string; node: string; postgres: string; loadAverageBefore: number[] }
  rounds: number
  results: Ratio[]
}
export type FirstLoads = { page: string; scripts: number; styles: number; limit: number }[]
export type Scores = { name: string; value: number; limit: number }[]

/** The newest figure of every comparison, with the run it comes from. */
export function readRatios(): (Ratio & { run: BenchRun['ranOn'] & { rounds: number } })[] {
  const newest = new Map<string, Ratio & { run: BenchRun['ranOn'] & { rounds: number } }>()
  for (const file of globSync('artefacts/bench/*.json', { cwd: ROOT }).toSorted()) {
    const { ranOn, rounds, results } = readJson(file) as BenchRun
    for (const result of results) newest.set(result.name, { ...result, run: { ...ranOn, rounds } })
  }
  return [...newest.values()]
}

export const readFirstLoads = () => readJson('artefacts/budget.json') as FirstLoads
export const readScores = () => readJson('artefacts/lighthouse-medians.json') as Scores

/** Left by our own commands, so their shapes are known. */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(join(ROOT, file), 'utf8'))
  } catch {
    throw new Error(`${file} is missing: run the commands that docs/performance.md names first.`)
  }
}
