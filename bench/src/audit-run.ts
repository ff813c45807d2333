import { readFileSync, writeFileSync } from 'node:fs'
import { compose } from '../../apps/server/src/compose.ts'
import { listAudit } from '../../apps/server/src/modules/operator/operator-audit.service.ts'
import { newestAuditCheckpoint } from '../../apps/server/src/platform/books/audit-checkpoint.ts'
import { advanceAuditCheckpoint } from '../../apps/server/src/platform/books/audit.jobs.ts'
import {
  continueFullVerification,
  newestFullVerification,
  startFullVerification,
  verifyRecentAudit,
} from '../../apps/server/src/platform/books/audit-verification.ts'
import { readEnv } from '../../apps/server/src/platform/process/env.ts'

/**
 * Runs one task on the audit log and prints its duration and the peak memory of this process. Its
 * own process per task keeps the peaks apart. `found` is true if the result is the expected one.
 */
const [, , task = ''] = process.argv
const { ctx, close } = await compose(readEnv(process.env))

type Outcome = { found: boolean; read: number; steps?: number }

async function addCheckpoints(): Promise<Outcome> {
  while ((await advanceAuditCheckpoint(ctx)) === 'part');
  const newest = await newestAuditCheckpoint(ctx.db)
  return { found: newest !== undefined, read: newest?.entryId ?? 0, steps: newest?.id ?? 0 }
}

async function verifyRecent(): Promise<Outcome> {
  const { ok, count, verifiedFrom } = await verifyRecentAudit(ctx)
  return { found: ok, read: count - verifiedFrom }
}

async function verifyAll(): Promise<Outcome & { firstBrokenId: number | null }> {
  await startFullVerification(ctx)
  let steps = 0
  while (await continueFullVerification(ctx)) steps += 1
  const full = await newestFullVerification(ctx.db)
  const firstBrokenId = full?.firstBrokenId ?? null
  const found = full !== undefined && full.verifiedId === full.lastId && firstBrokenId === null
  return { found, read: full?.verifiedId ?? 0, steps, firstBrokenId }
}

async function findBroken(): Promise<Outcome> {
  const { firstBrokenId, ...verified } = await verifyAll()
  // The changed entry is the one after the last valid one, and later verifications name it as well.
  const isNamed = (await verifyRecentAudit(ctx)).firstBrokenId === firstBrokenId
  return { ...verified, found: firstBrokenId === verified.read + 1 && isNamed }
}

async function readPage(): Promise<Outcome> {
  const { list, totalCount } = await listAudit(ctx, { page: 1, size: 20, userId: 4 })
  return { found: list.length > 0, read: totalCount ?? 0 }
}

const TASKS: Record<string, () => Promise<Outcome>> = {
  migrate: async () => ({ found: true, read: 0 }),
  checkpoints: addCheckpoints,
  recent: verifyRecent,
  full: verifyAll,
  broken: findBroken,
  page: readPage,
}

const run = TASKS[task]
if (!run) throw new Error(`Unknown task ${task}`)
// Starting needs more memory than the run: reset the peak that the kernel records.
writeFileSync('/proc/self/clear_refs', '5')
const idleMb = peakMb()
const startedAt = performance.now()
const { found, read, steps } = await run()
const seconds = (performance.now() - startedAt) / 1000
console.log(JSON.stringify({ found, read, steps, seconds, idleMb, peakMb: peakMb() }))
await close()

/** Returns the peak memory that the kernel reports. */
function peakMb(): number {
  const status = readFileSync('/proc/self/status', 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}
