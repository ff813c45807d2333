import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { startPostgres } from '../../tools/postgres.ts'
import { ROOT } from '../../tools/run-step.ts'
import type * as Builds from '../../tools/web-build.ts'
import { buildWebIfStale } from '../../tools/web-build.ts'
import { type MeasuredPage, PAGES, PROCESSOR_BLOCKING } from './lighthouse-pages.ts'
import { measureRepeatedly, valueOf } from './lighthouse-values.ts'
import { type Program, startProgram } from './program.ts'
import type { ComparedMeasure, ComparedPage } from './results.ts'
import { createDatabase } from './side.ts'

/** From the folder of the programs that the benchmarks start. */
const SERVER = '../../apps/server/src/main.ts'

/** The pages that are loaded; steps inside the app have no first paint. */
const COMPARED = /^\/(?:auth\/login|pin\/unlock)/

const MEASURES: readonly Pick<ComparedMeasure, 'name' | 'kind'>[] = [
  { name: 'performance', kind: 'score' },
  { name: 'total-blocking-time', kind: 'ms' },
  { name: PROCESSOR_BLOCKING, kind: 'ms' },
  { name: 'first-contentful-paint', kind: 'ms' },
  { name: 'largest-contentful-paint', kind: 'ms' },
  { name: 'speed-index', kind: 'ms' },
]

const isCompared = ({ name }: MeasuredPage) => COMPARED.test(name)

/**
 * Measures the pages of this checkout and of another one in alternating runs: a busy machine slows
 * down both. `left` are the pages that it cannot compare.
 */
export async function comparePages(
  checkout: string,
  { runs, only }: { runs: number; only: string },
): Promise<{ pages: ComparedPage[]; left: string[] }> {
  const otherRoot = resolve(checkout)
  // Each checkout builds its own app, and has had this file since the first release.
  const other = (await import(pathToFileURL(join(otherRoot, 'tools/web-build.ts')).href)) as Pick<
    typeof Builds,
    'buildWebIfStale'
  >
  await buildWebIfStale()
  await withProgress('Building the other checkout', other.buildWebIfStale)
  // The embedded database takes several times as long to fill.
  const cluster = await startPostgres({ durable: false })
  const folders: string[] = []
  const running: Program[] = []
  const start = async (root: string, database: string): Promise<string> => {
    const folder = mkdtempSync(join(tmpdir(), 'solstice-bench-data-'))
    folders.push(folder)
    const program = await startProgram(
      SERVER,
      {
        NODE_ENV: 'test',
        LOG_LEVEL: 'silent',
        PORT: '0',
        LOCAL_CHAINS: 'true',
        SOLSTICE_DATA: folder,
        DATABASE_URL: await createDatabase(cluster.url, database),
      },
      root,
    )
    running.push(program)
    return program.url.origin
  }
  try {
    const origins = await withProgress('Starting two servers', async () => ({
      ours: await start(ROOT, 'ours'),
      theirs: await start(otherRoot, 'theirs'),
    }))
    const selected = PAGES.filter(({ name }) => name.startsWith(only))
    const pages: ComparedPage[] = []
    for (const page of selected.filter(isCompared)) {
      pages.push(await comparePage(page, origins, runs))
    }
    const left = selected.filter((page) => !isCompared(page)).map(({ name }) => name)
    return { pages, left }
  } finally {
    for (const program of running) await program.stop()
    await cluster.stop()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

async function comparePage(
  page: MeasuredPage,
  origins: { ours: string; theirs: string },
  runs: number,
): Promise<ComparedPage> {
  const measures: ComparedMeasure[] = MEASURES.map((each) => ({ ...each, ours: [], theirs: [] }))
  for (let run = 1; run <= runs; run += 1) {
    // The first of a pair changes, so that a warm machine favours neither side.
    for (const side of run % 2 === 1 ? SIDES : SIDES.toReversed()) {
      const name = `${page.name}: ${side}, run ${run} of ${runs}`
      try {
        const report = await withProgress(name, () => measureRepeatedly(page, origins[side]))
        for (const each of measures) each[side].push(valueOf(report, each))
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        return { page: page.name, measures, failure: `${name}: ${reason}` }
      }
    }
  }
  return { page: page.name, measures }
}

const SIDES = ['ours', 'theirs'] as const
