import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withProgress } from '../../../apps/server/src/platform/process/progress.ts'
import { ROOT } from '../../../tools/run-step.ts'
import type { SeedSeasons } from './seed.ts'
import { WHOLE_JOBS, type WholeResult } from './whole-jobs.ts'

const run = promisify(execFile)

/** Runs settlement, opening, reminders and a campaign to their end, one after another. */
export async function measureWhole(url: string, seasons: SeedSeasons): Promise<WholeResult[]> {
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
