import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Code } from '../../packages/contract/src/codes.ts'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { MIX, type Kind } from '../../apps/server/test/load/load-actions.ts'
import { failuresOf, KINDS } from '../../apps/server/test/load/load-failures.ts'
import {
  durationsOf,
  LATENCY_LIMITS,
  latencyFailures,
  type Engine,
} from '../../apps/server/test/load/latency-limits.ts'
import { percentilesOf } from '../../apps/server/test/load/percentiles.ts'
import {
  runLoad,
  type Done,
  type LoadDatabase,
  type LoadResult,
} from '../../apps/server/test/load/run-load.ts'
import { describeMachine } from '../../tools/machine.ts'
import { record, type LoadRun } from './results.ts'
import { findPostgresBin, postgresVersion, startPostgres } from '../../tools/postgres.ts'
import { wholeNumber } from '../../tools/whole-number.ts'

/** The embedded database is for one developer or a demonstration, so it gets fewer members. */
const MEMBERS: Record<Engine, string> = { postgres: '200', embedded: '20' }
const ENGINES: readonly Engine[] = ['postgres', 'embedded']

/**
 * Simulates many members on each database for a while, then verifies that every write was applied
 * exactly once and that no kind of call took longer than its limits.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    seconds: { type: 'string', default: '60' },
    members: { type: 'string' },
    pause: { type: 'string', default: '700' },
    /** One of the two databases; both by default. */
    database: { type: 'string' },
    /** Writes the percentiles to docs/performance for its page. */
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

function rowOf(all: readonly Done[], total: number) {
  const ms = all.flatMap((each) => each.ms)
  const codes = new Map<number, number>()
  for (const each of all) {
    for (const [code, count] of each.codes) codes.set(code, (codes.get(code) ?? 0) + count)
  }
  return {
    requests: ms.length,
    share: `${((100 * ms.length) / total).toFixed(1)} %`,
    codes: Array.from(codes, ([code, count]) => `${code}: ${count}`).join(', '),
    ...roundedPercentiles(ms),
  }
}

function roundedPercentiles(ms: readonly number[]) {
  const { p50, p95, p99 } = percentilesOf(ms)
  return { p50: Math.round(p50), p95: Math.round(p95), p99: Math.round(p99) }
}

function printReport(result: LoadResult, engine: Engine, seconds: number): boolean {
  const { done, memory, checked, replies } = result
  const total = done.reduce((sum, { ms }) => sum + ms.length, 0)
  const ofKind = (kind: Kind) => done.filter(({ action }) => action.kind === kind)
  const byName = KINDS.flatMap((kind) =>
    ofKind(kind).map((each) => [`${kind}: ${each.action.name}`, rowOf([each], total)]),
  )
  console.log('\nRequests and their duration in milliseconds, with the limits for each kind:')
  console.table(Object.fromEntries(byName))
  console.table(
    Object.fromEntries([
      ...KINDS.flatMap((kind) => [
        [kind, rowOf(ofKind(kind), total)],
        [`${kind}, at most`, LATENCY_LIMITS[engine][kind]],
      ]),
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
  const failures = [...failuresOf(result), ...latencyFailures(done, LATENCY_LIMITS[engine])]
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

type Settings = { seed: number; seconds: number; pauseMs: number }

async function runOn(database: LoadDatabase, settings: Settings): Promise<LoadRun> {
  const { engine } = database
  const { seconds } = settings
  const members = wholeNumber('members', values.members ?? MEMBERS[engine], 1)
  const result = await runLoad({
    ...settings,
    database,
    members,
    log: (line) => console.log(line),
  })
  const ok = printReport(result, engine, seconds)
  return {
    engine,
    members,
    seconds,
    kinds: KINDS.map((kind) => {
      const ms = durationsOf(result.done, kind)
      const limits = LATENCY_LIMITS[engine][kind]
      return { kind, requests: ms.length, percentiles: percentilesOf(ms), limits }
    }),
    ok,
  }
}

async function runOnPostgres(settings: Settings): Promise<LoadRun> {
  const cluster = await withProgress('Starting PostgreSQL', () => startPostgres({ durable: true }))
  console.log(
    `${cluster.version}, every commit on disk; two servers and a worker, Node ${process.version}`,
  )
  try {
    return await runOn({ engine: 'postgres', url: cluster.url }, settings)
  } finally {
    await cluster.stop()
  }
}

async function runEmbedded(settings: Settings): Promise<LoadRun> {
  const folder = mkdtempSync(join(tmpdir(), 'solstice-load-'))
  console.log(`The embedded database in one process, Node ${process.version}`)
  try {
    return await runOn({ engine: 'embedded', folder }, settings)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function run(): Promise<void> {
  const settings = {
    seed: wholeNumber('seed', values.seed, 0),
    seconds: wholeNumber('seconds', values.seconds, 1),
    pauseMs: wholeNumber('pause', values.pause, 0),
  }
  const ranOn = describeMachine()
  const engines = ENGINES.filter((engine) => (values.database ?? engine) === engine)
  if (engines.length === 0) throw new Error(`--database ${ENGINES.join(' or ')}`)
  console.log(`seed ${settings.seed}; load average before: ${loadavg()[0]?.toFixed(1)}`)
  const runs: LoadRun[] = []
  for (const engine of engines) {
    runs.push(await (engine === 'postgres' ? runOnPostgres : runEmbedded)(settings))
    console.log(
      runs.at(-1)?.ok
        ? 'Passed: no 5xx, nothing lost, all invariants verified, the request mix as configured, memory stable, every kind of call within its limits.'
        : `Failed with seed ${settings.seed}.`,
    )
  }
  const bin = findPostgresBin()
  if (values.record) {
    record('load', {
      ranOn: { ...ranOn, ...(bin ? { postgres: postgresVersion(bin) } : {}) },
      runs,
    })
  }
  if (runs.some(({ ok }) => !ok)) process.exitCode = 1
}

if (values.help) {
  console.log(
    'npm run load -- [--seed N] [--seconds N] [--members N] [--pause MS] [--database postgres|embedded] [--record]',
  )
} else await run()
