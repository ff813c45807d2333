import { readFileSync, writeFileSync } from 'node:fs'
import { compose } from '../../apps/server/src/compose.ts'
import { aggregateBooks } from '../../apps/server/src/modules/books/aggregation.service.ts'
import { showBalances, showStatement } from '../../apps/server/src/modules/books/books.service.ts'
import { advanceCheckpoint } from '../../apps/server/src/platform/books/ledger-checkpoint.ts'
import {
  VERIFICATION_START,
  verifyStep,
  type Extent,
  type Position,
} from '../../apps/server/src/platform/books/ledger-check.ts'
import { readEnv } from '../../apps/server/src/platform/process/env.ts'

/**
 * Runs one task on the books and prints its duration, its longest step and the peak memory of this
 * process. Its own process per task keeps the peaks apart.
 */
const [, , task = ''] = process.argv
const { ctx, close } = await compose(readEnv(process.env))

type Outcome = { found: boolean; steps: number; longestMs: number }

/** Repeats a step until it says that nothing is left, and keeps the longest duration. */
async function repeat(step: () => Promise<boolean>): Promise<Outcome> {
  let [steps, longestMs] = [0, 0]
  for (let isMore = true; isMore; steps += 1) {
    const startedAt = performance.now()
    isMore = await step()
    longestMs = Math.max(longestMs, performance.now() - startedAt)
  }
  return { found: true, steps, longestMs }
}

async function verify(extent: Extent): Promise<Outcome> {
  let position: Position | undefined = VERIFICATION_START
  let problems = 0
  const outcome = await repeat(async () => {
    if (!position) return false
    const verified = await verifyStep(ctx.db, { extent, position })
    problems += verified.problems.length
    position = verified.next
    return position !== undefined
  })
  return { ...outcome, found: problems === 0 }
}

const TASKS: Record<string, () => Promise<Outcome>> = {
  migrate: async () => ({ found: true, steps: 0, longestMs: 0 }),
  aggregate: () => repeat(async () => (await aggregateBooks(ctx)) === 'part'),
  checkpoints: () =>
    repeat(
      async () => (await advanceCheckpoint(ctx.db, { at: ctx.now(), maxRanges: 1 })) === 'part',
    ),
  full: () => verify('FULL'),
  recent: () => verify('RECENT'),
  balances: () => repeat(async () => (await showBalances(ctx)).groups.length === 0),
  statement: () =>
    repeat(async () => (await showStatement(ctx, { month: '2026-02' })).groups.length === 0),
}

const run = TASKS[task]
if (!run) throw new Error(`Unknown task ${task}`)
// Starting needs more memory than the run: reset the peak that the kernel records.
writeFileSync('/proc/self/clear_refs', '5')
const idleMb = peakMb()
const startedAt = performance.now()
const outcome = await run()
const seconds = (performance.now() - startedAt) / 1000
console.log(JSON.stringify({ ...outcome, seconds, idleMb, peakMb: peakMb() }))
await close()

/** Returns the peak memory that the kernel reports. */
function peakMb(): number {
  const status = readFileSync('/proc/self/status', 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}
