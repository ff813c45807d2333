import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { ROOT } from '../../tools/run-step.ts'
import { startServer } from '../../tools/server.ts'
import { buildWebIfStale } from '../../tools/web-build.ts'
import { comparePages } from './lighthouse-against.ts'
import { PAGES, type Report } from './lighthouse-pages.ts'
import { measureRepeatedly, valueOf } from './lighthouse-values.ts'
import { printComparison } from './lighthouse-verdict.ts'
import { median } from './median.ts'
import { describeMachine } from '../../tools/machine.ts'
import { type PageScores, type Score, record } from './results.ts'

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    /** The start of a page's name; all pages by default. */
    only: { type: 'string', default: '' },
    /** Another checkout of the repository, whose pages are loaded in alternating runs. */
    against: { type: 'string' },
    record: { type: 'boolean', default: false },
  },
})
const runs = Number(options.runs)
const ranOn = describeMachine()

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

async function measurePages(): Promise<void> {
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
}

async function measureAgainst(checkout: string): Promise<void> {
  const compared = await comparePages(checkout, { runs, only: options.only })
  if (!printComparison(compared, runs)) process.exitCode = 1
  const commit = execFileSync('git', ['-C', checkout, 'rev-parse', '--short', 'HEAD'])
  if (options.record) {
    const { pages } = compared
    // Medians of incomplete runs would look like results.
    const complete = pages.filter(({ failure }) => failure === undefined)
    record('lighthouse-against', { ranOn, runs, commit: commit.toString().trim(), pages: complete })
  }
}

if (options.against === undefined) await measurePages()
else await measureAgainst(options.against)
