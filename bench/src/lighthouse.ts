import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import lighthouse from 'lighthouse'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { freePort } from '../../apps/server/test/free-port.ts'
import { launchChromium } from '../../e2e/support/launch.ts'
import { ROOT } from '../../tools/run-step.ts'
import { startServer } from '../../tools/server.ts'
import { buildWebIfStale } from '../../tools/web-build.ts'
import { type Score, describeMachine, record } from './results.ts'
import { median } from './median.ts'

const PAGE = '/auth/login'
const RUNS = 3

/**
 * A score ranges from 0 to 100; for other kinds smaller is better. A measure without a limit is
 * only reported, and an aim may be missed on a busy machine.
 */
type Measure = Omit<Score, 'value'>

const MEASURES: Measure[] = [
  { name: 'accessibility', kind: 'score', limit: 100 },
  { name: 'best-practices', kind: 'score', limit: 100 },
  { name: 'cumulative-layout-shift', kind: 'value', limit: 0.02 },
  { name: 'performance', kind: 'score', limit: 90, isAim: true },
  { name: 'first-contentful-paint', kind: 'ms' },
  { name: 'largest-contentful-paint', kind: 'ms' },
  { name: 'total-blocking-time', kind: 'ms' },
]

type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

async function measureOnce(url: string): Promise<Report> {
  const port = await freePort()
  const browser = await launchChromium(`--remote-debugging-port=${port}`)
  try {
    // The default settings of the library simulate a phone on a slow network.
    const result = await lighthouse(url, {
      port,
      logLevel: 'error',
      onlyCategories: ['performance', 'accessibility', 'best-practices'],
    })
    if (!result) throw new Error('Lighthouse returned no result')
    const { runtimeError } = result.lhr
    if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`)
    return result.lhr
  } finally {
    await browser.close()
  }
}

/** Repeats and logs a run for which the machine was too busy. */
async function measure(url: string): Promise<Report> {
  for (let triesLeft = 2; ; triesLeft -= 1) {
    try {
      return await measureOnce(url)
    } catch (error) {
      if (triesLeft === 0) throw error
      console.log(error instanceof Error ? error.message : error)
    }
  }
}

function valueOf(report: Report, { name, kind }: Measure): number {
  if (kind !== 'score') return report.audits[name]?.numericValue ?? Number.NaN
  return Math.round((report.categories[name]?.score ?? Number.NaN) * 100)
}

function verdictOn({ kind, value, limit, isAim }: Score): 'ok' | 'below the aim' | 'FAIL' | '' {
  if (limit === undefined) return ''
  const isMet = kind === 'score' ? value >= limit : value <= limit
  if (isMet) return 'ok'
  return isAim ? 'below the aim' : 'FAIL'
}

const { values: options } = parseArgs({ options: { record: { type: 'boolean', default: false } } })
const ranOn = describeMachine()
await buildWebIfStale()
const server = await withProgress('Starting a server', startServer)
try {
  const reports: Report[] = []
  for (let run = 1; run <= RUNS; run += 1) {
    const measureRun = () => measure(server.url + PAGE)
    reports.push(await withProgress(`Run ${run} of ${RUNS}`, measureRun))
  }
  mkdirSync(join(ROOT, 'artefacts'), { recursive: true })
  writeFileSync(join(ROOT, 'artefacts/lighthouse.json'), JSON.stringify(reports, null, 2))
  const scores = MEASURES.map((one) => ({
    ...one,
    value: median(reports.map((report) => valueOf(report, one))),
  }))
  console.log(`Lighthouse, mobile, ${PAGE}, median of ${RUNS}`)
  for (const score of scores) {
    const { name, kind, value, limit } = score
    const formatted = kind === 'ms' ? `${Math.round(value)} ms` : value
    const verdict = verdictOn(score)
    console.log(
      `  ${name.padEnd(24)} ${formatted}${limit === undefined ? '' : ` (${limit}) ${verdict}`}`,
    )
    if (verdict === 'FAIL') process.exitCode = 1
  }
  if (options.record) record('lighthouse', { ranOn, runs: RUNS, scores })
} finally {
  await server.stop()
}
