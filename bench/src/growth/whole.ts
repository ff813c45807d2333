import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withProgress } from '../../../apps/server/src/platform/process/progress.ts'
import { ROOT } from '../../../tools/run-step.ts'
import type { GrowthOptions, Section } from '../section.ts'
import type { SeedSeasons } from './seed.ts'
import { openSize, withCluster } from './size.ts'
import { WHOLE_JOBS, wholeText, type WholeResult } from './whole-jobs.ts'

/** Settlement, opening, reminders and a campaign for all members, each to its end. */
export const GROWTH_JOBS: Section<WholeJobRow> = {
  takes: '30 min',
  usesPostgres: true,
  onlyByName: true,
  run: ({ growth }) => measureWholeJobs(growth),
  print: (rows) => {
    for (const row of rows) console.log(wholeText(row.members, row))
  },
}

export type WholeJobRow = WholeResult & { members: number }

const run = promisify(execFile)

function measureWholeJobs({ large, home }: GrowthOptions): Promise<WholeJobRow[]> {
  return withCluster(home, async (cluster) => {
    // The comparison of statements verifies the same data.
    const { server, seeded, url } = await openSize(cluster, large, { verify: false })
    await server.close()
    const results = await runWholeJobs(url, seeded)
    return results.map((result) => ({ ...result, members: large }))
  })
}

/** Runs the jobs one after another, each in its own process, so that each peak is its own. */
async function runWholeJobs(url: string, seasons: SeedSeasons): Promise<WholeResult[]> {
  const results: WholeResult[] = []
  for (const job of Object.keys(WHOLE_JOBS)) {
    const { stdout } = await withProgress(`Running ${job} for all members`, () =>
      run(process.execPath, [join(ROOT, 'bench/src/growth/job-process.ts'), job], {
        env: {
          ...process.env,
          GROWTH_DATABASE_URL: url,
          GROWTH_SEASONS: JSON.stringify(seasons),
        },
      }),
    )
    const lastLine = stdout.trim().split('\n').at(-1) ?? ''
    results.push(JSON.parse(lastLine) as WholeResult) // Printed by job-process.ts.
  }
  return results
}
