import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { startPostgres } from '../../tools/postgres.ts'
import { ROOT } from '../../tools/run-step.ts'
import { printTable, type Result } from './compare.ts'
import { requestsPerSecond } from './load.ts'
import type { Program } from './program.ts'
import { measureAll, type BenchOptions, type Section } from './section.ts'
import { BASIC_CALLS, createDatabase, startSide, type Side } from './side.ts'

/** The basic calls on the embedded database, relative to the same calls on PostgreSQL. */
export const EMBEDDED: Section<Result> = {
  takes: '3 min',
  usesPostgres: true,
  run: measureEmbedded,
  print: printTable,
}

async function measureEmbedded(options: BenchOptions): Promise<Result[]> {
  const programs: Program[] = []
  const folders: string[] = []
  const start = (databaseUrl?: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'solstice-bench-data-'))
    folders.push(folder)
    return startSide({ root: ROOT, folder, databaseUrl }, programs)
  }
  const cluster = await startPostgres({ durable: true })
  try {
    const [embedded, postgres] = await withProgress('Starting two servers', async () =>
      Promise.all([start(), start(await createDatabase(cluster.url, 'bench'))]),
    )
    const comparisons = Object.entries(BASIC_CALLS).map(([name, request]) => {
      const on = (side: Side) => () =>
        requestsPerSecond(side.server, options.load, (turn) => request(side, turn))
      return {
        name: `${name}, embedded`,
        ours: { name: 'PGlite', perSecond: on(embedded) },
        theirs: { name: 'PostgreSQL', perSecond: on(postgres) },
      }
    })
    return await measureAll(comparisons, options)
  } finally {
    for (const program of programs) await program.stop()
    await cluster.stop()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}
