import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { toolEnv } from '../run-step.ts'
import { SUITES, type Suite } from '../test-results.ts'
import { withMutant } from './apply-mutant.ts'
import type { Job } from './lane.ts'
import { type Mutant, type TestRun, type Verdict, evaluateRun, testNameOf } from './mutant.ts'
import { copyTree } from './tree-copy.ts'

const LANES = 2

/** Stops a test that a mutant made hang, for instance by an endless loop. */
const LIMIT_MS: Record<Suite, number> = {
  unit: 2 * 60_000,
  'server-pglite': 5 * 60_000,
  'server-postgres': 5 * 60_000,
  journeys: 10 * 60_000,
}
const BASELINE_LIMIT_MS = 20 * 60_000

export type Tried = Verdict & { mutant: Mutant; seconds: number }

/** One copy of the tree and the process that runs tests in it. */
class Lane {
  readonly #tree = copyTree()
  #child: ChildProcess | undefined

  /** Returns undefined when the tests exceed the time limit. */
  async run(job: Job, limitMs: number): Promise<TestRun | undefined> {
    return withMutant(this.#tree.folder, job.mutant, () => this.#send(job, limitMs))
  }

  close(): void {
    this.#stop()
    this.#tree.remove()
  }

  #send(job: Job, limitMs: number): Promise<TestRun | undefined> {
    const child = (this.#child ??= this.#start())
    return new Promise((resolve) => {
      const finish = (run: TestRun | undefined) => {
        clearTimeout(timer)
        child.off('message', onMessage).off('exit', onExit)
        resolve(run)
      }
      const onMessage = (message: unknown) => finish(message as TestRun)
      const onExit = () => {
        finish({ results: [], errors: ['the process that runs the tests crashed'] })
      }
      const timer = setTimeout(() => {
        this.#stop()
        finish(undefined)
      }, limitMs)
      child.on('message', onMessage).on('exit', onExit)
      child.send(job)
    })
  }

  #start(): ChildProcess {
    const { folder } = this.#tree
    const child = fork(join(folder, 'tools/mutants/lane.ts'), {
      cwd: folder,
      // A compile cache inside the copy, so that it is removed with the copy.
      env: toolEnv({ NODE_COMPILE_CACHE: join(folder, 'node_modules/.cache/node') }),
      // Its own process group, so that #stop also ends the processes of a hanging test.
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined
    })
    return child
  }

  #stop(): void {
    const child = this.#child
    this.#child = undefined
    if (child?.pid === undefined || child.exitCode !== null) return
    child.removeAllListeners('exit')
    process.kill(-child.pid, 'SIGKILL')
  }
}

export class Lanes {
  readonly #lanes = Array.from({ length: LANES }, () => new Lane())

  /** Checks that every named test passes on the unmutated code. Returns the problems. */
  async baseline(mutants: readonly Mutant[]): Promise<string[]> {
    const problems: string[] = []
    const bySuite = Object.groupBy(mutants, ({ suite }) => suite)
    await this.#share(SUITES, async (lane, suite) => {
      const group = bySuite[suite] ?? []
      if (group.length === 0) return
      const run = await lane.run({ suite, tests: group.map(testNameOf) }, BASELINE_LIMIT_MS)
      for (const mutant of group) {
        const verdict: Verdict = run
          ? evaluateRun(mutant, run)
          : { outcome: 'not run', message: 'the tests exceeded the time limit' }
        if (verdict.outcome === 'survived') continue
        const problem = verdict.outcome === 'not run' ? 'did not run' : 'fails without a mutant'
        problems.push(`${mutant.id}: ${mutant.killedBy} ${problem}: ${verdict.message ?? ''}`)
      }
    })
    return problems
  }

  async tryAll(mutants: readonly Mutant[], report: (tried: Tried) => void): Promise<Tried[]> {
    const tried: Tried[] = []
    // Ordered by suite, so that a lane starts each suite once.
    const ordered = SUITES.flatMap((suite) => mutants.filter((mutant) => mutant.suite === suite))
    await this.#share(ordered, async (lane, mutant) => {
      const startedAt = performance.now()
      const job = { suite: mutant.suite, tests: [testNameOf(mutant)], mutant }
      const run = await lane.run(job, LIMIT_MS[mutant.suite])
      const verdict: Verdict = run
        ? evaluateRun(mutant, run)
        : { outcome: 'killed by time-out', message: 'the test exceeded the time limit' }
      const one = { ...verdict, mutant, seconds: (performance.now() - startedAt) / 1000 }
      tried.push(one)
      report(one)
    })
    return tried
  }

  close(): void {
    for (const lane of this.#lanes) lane.close()
  }

  async #share<Item>(
    items: readonly Item[],
    work: (lane: Lane, item: Item) => Promise<void>,
  ): Promise<void> {
    const waiting = [...items]
    await Promise.all(
      this.#lanes.map(async (lane) => {
        for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
          await work(lane, item)
        }
      }),
    )
  }
}
