import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { Code } from '../packages/contract/src/codes.ts'
import { withProgress } from '../apps/server/src/platform/process/progress.ts'
import { MIX, type Kind } from '../apps/server/test/load/load-actions.ts'
import { failuresOf, KINDS } from '../apps/server/test/load/load-failures.ts'
import { runLoad, type Done, type LoadResult } from '../apps/server/test/load/run-load.ts'
import { startPostgres } from './postgres.ts'
import { wholeNumber } from './whole-number.ts'

/**
 * Simulates many members against two servers and a worker for a while, then verifies that every
 * write was applied exactly once.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    seconds: { type: 'string', default: '60' },
    members: { type: 'string', default: '200' },
    pause: { type: 'string', default: '700' },
    help: { type: 'boolean', default: false },
  },
})

function quantile(sorted: readonly number[], share: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

function rowOf(all: readonly Done[], total: number) {
  const ms = all.flatMap((each) => each.ms).toSorted((a, b) => a - b)
  const codes = new Map<number, number>()
  for (const each of all) {
    for (const [code, count] of each.codes) codes.set(code, (codes.get(code) ?? 0) + count)
  }
  return {
    requests: ms.length,
    share: `${((100 * ms.length) / total).toFixed(1)} %`,
    codes: Array.from(codes, ([code, count]) => `${code}: ${count}`).join(', '),
    p50: quantile(ms, 0.5),
    p95: quantile(ms, 0.95),
    p99: quantile(ms, 0.99),
  }
}

function printReport(result: LoadResult, seconds: number): boolean {
  const { done, memory, checked, replies } = result
  const total = done.reduce((sum, { ms }) => sum + ms.length, 0)
  const ofKind = (kind: Kind) => done.filter(({ action }) => action.kind === kind)
  const byName = KINDS.flatMap((kind) =>
    ofKind(kind).map((each) => [`${kind}: ${each.action.name}`, rowOf([each], total)]),
  )
  console.log('\nRequests and their duration in milliseconds (for information):')
  console.table(Object.fromEntries(byName))
  console.table(
    Object.fromEntries([
      ...KINDS.map((kind) => [kind, rowOf(ofKind(kind), total)]),
      ['all', rowOf(done, total)],
    ]),
  )
  console.table(
    Object.fromEntries(
      Object.entries(memory).map(([name, { heap, resident }]) => [
        name,
        {
          'heap after warm-up, MB': heap.warmMb.toFixed(1),
          'at the end': heap.endMb.toFixed(1),
          'resident after warm-up, MB': resident.warmMb.toFixed(1),
          'resident at the end': resident.endMb.toFixed(1),
        },
      ]),
    ),
  )
  const limited = done.reduce((sum, { codes }) => sum + (codes.get(Code.TOO_MANY_REQUESTS) ?? 0), 0)
  const failures = failuresOf(result)
  console.log(
    `${total} requests in ${seconds} s (${(total / seconds).toFixed(0)} a second), ` +
      `configured as ${KINDS.map((kind) => `${MIX[kind]} % ${kind}`).join(', ')}.\n` +
      `${checked.kept} keyed writes acknowledged and verified, ${checked.sentAgain} sent again ` +
      `with the same response; nicknames, languages and alarms match the last acknowledged values.\n` +
      `${limited} times a limit refused (2902). Private replies: ${replies.received} had, ` +
      `${replies.counted} counted by /metrics.`,
  )
  for (const failure of failures.slice(0, 30)) console.error(`FAILED: ${failure}`)
  if (failures.length > 30) console.error(`… and ${failures.length - 30} more`)
  return failures.length === 0
}

async function run(): Promise<void> {
  const seed = wholeNumber('seed', values.seed, 0)
  const seconds = wholeNumber('seconds', values.seconds, 1)
  const members = wholeNumber('members', values.members, 1)
  const pauseMs = wholeNumber('pause', values.pause, 0)
  console.log(`seed ${seed}; load average before: ${loadavg()[0]?.toFixed(1)}`)
  const cluster = await withProgress('Starting PostgreSQL', () => startPostgres({ durable: true }))
  console.log(
    `${cluster.version}, every commit on disk; two servers and a worker, Node ${process.version}`,
  )
  try {
    const result = await runLoad({
      databaseUrl: cluster.url,
      seed,
      seconds,
      members,
      pauseMs,
      log: (line) => console.log(line),
    })
    const held = printReport(result, seconds)
    console.log(
      held
        ? 'Passed: no 5xx, nothing lost, all invariants verified, the request mix as configured, memory stable.'
        : `Failed with seed ${seed}.`,
    )
    process.exitCode = held ? 0 : 1
  } finally {
    await cluster.stop()
  }
}

if (values.help) {
  console.log('npm run load -- [--seed N] [--seconds N] [--members N] [--pause MS]')
} else await run()
