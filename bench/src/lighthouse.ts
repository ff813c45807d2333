import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { ROOT } from '../../tools/run-step.ts'
import { startServer } from '../../tools/server.ts'
import { buildWebIfStale } from '../../tools/web-build.ts'
import { PAGES, type Measure, type MeasuredPage, type Report } from './lighthouse-pages.ts'
import { median } from './median.ts'
import { type PageScores, type Score, describeMachine, record } from './results.ts'

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    /** The start of a page's name; all pages by default. */
    only: { type: 'string', default: '' },
    record: { type: 'boolean', default: false },
  },
})
const runs = Number(options.runs)

/** Repeats and logs a run for which the machine was too busy. */
async function measureRepeatedly(page: MeasuredPage, origin: string): Promise<Report> {
  for (let triesLeft = 2; ; triesLeft -= 1) {
    try {
      return await page.measure(origin)
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

function print({ page, scores }: PageScores): void {
  console.log(`Lighthouse, mobile, ${page}, median of ${runs}`)
  for (const score of scores) {
    const { name, kind, value, limit } = score
    const formatted = kind === 'ms' ? `${Math.round(value)} ms` : value
    const verdict = verdictOn(score)
    console.log(
      `  ${name.padEnd(26)} ${formatted}${limit === undefined ? '' : ` (${limit}) ${verdict}`}`,
    )
    if (verdict === 'FAIL') process.exitCode = 1
  }
}

const ranOn = describeMachine()
await buildWebIfStale()
const server = await withProgress('Starting a server', startServer)
try {
  const pages: PageScores[] = []
  const all: Record<string, Report[]> = {}
  for (const page of PAGES.filter(({ name }) => name.startsWith(options.only))) {
    const reports: Report[] = []
    for (let run = 1; run <= runs; run += 1) {
      const measureRun = () => measureRepeatedly(page, server.url)
      reports.push(await withProgress(`${page.name}: run ${run} of ${runs}`, measureRun))
    }
    all[page.name] = reports
    const scores = page.measures.map((one) => ({
      ...one,
      value: median(reports.map((report) => valueOf(report, one))),
    }))
    pages.push({ page: page.name, scores })
  }
  mkdirSync(join(ROOT, 'artefacts'), { recursive: true })
  writeFileSync(join(ROOT, 'artefacts/lighthouse.json'), JSON.stringify(all, null, 2))
  for (const page of pages) print(page)
  if (options.record) record('lighthouse', { ranOn, runs, pages })
} finally {
  await server.stop()
}
