import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT, runStep } from '../run-step.ts'

const CONFIG = 'tools/mutants/stryker.json'
const REPORT = join(ROOT, 'artefacts/mutants-rules.json')

/** The run tries thousands of mutants, possibly on a busy machine. */
const LIMIT_MS = 3 * 60 * 60_000

type StrykerConfig = { thresholds: { break: number } }

/** The minimum percentage of mutants that the tests have to kill. */
export function minPercent(): number {
  const config = JSON.parse(readFileSync(join(ROOT, CONFIG), 'utf8')) as StrykerConfig
  return config.thresholds.break
}

type StrykerReport = {
  files: Record<string, { mutants: { status: string; mutatorName: string; location: Location }[] }>
}
type Location = { start: { line: number } }

export type MutantScore = { file: string; killed: number; survived: number; ignored: number }
export type RulesScore = MutantScore & {
  files: MutantScore[]
  survivors: string[]
  /** The number of mutants by StrykerJS status, such as Killed, NoCoverage or RuntimeError. */
  statuses: Record<string, number>
}

/** Runs StrykerJS over packages/rules. Throws its output when there is no report. */
export async function scoreRules(): Promise<RulesScore> {
  rmSync(REPORT, { force: true })
  const { output } = await runStep({
    name: 'stryker',
    command: 'stryker',
    args: ['run', CONFIG],
    limitMs: LIMIT_MS,
  })
  let report: string
  try {
    report = readFileSync(REPORT, 'utf8')
  } catch (cause) {
    throw new Error(`StrykerJS wrote no report:\n${output}`, { cause })
  }
  return readScore(JSON.parse(report) as StrykerReport)
}

/** Counts NoCoverage as survived and Timeout as killed, as StrykerJS does for its score. */
export function readScore({ files }: Pick<StrykerReport, 'files'>): RulesScore {
  const scores: MutantScore[] = []
  const survivors: string[] = []
  const statuses: Record<string, number> = {}
  for (const [path, { mutants }] of Object.entries(files)) {
    const count = (...statuses: string[]) =>
      mutants.filter(({ status }) => statuses.includes(status)).length
    scores.push({
      file: basename(path),
      killed: count('Killed', 'Timeout'),
      survived: count('Survived', 'NoCoverage'),
      ignored: count('Ignored'),
    })
    for (const { status, mutatorName, location } of mutants) {
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status !== 'Survived' && status !== 'NoCoverage') continue
      survivors.push(`${path}:${location.start.line} ${mutatorName} (${status})`)
    }
  }
  const sum = (key: 'killed' | 'survived' | 'ignored') =>
    scores.reduce((total, score) => total + score[key], 0)
  return {
    file: 'packages/rules',
    killed: sum('killed'),
    survived: sum('survived'),
    ignored: sum('ignored'),
    files: scores,
    survivors,
    statuses,
  }
}

/** Returns undefined when there was no mutant to kill, which must not pass for a full score. */
export function percentKilled(score: Pick<MutantScore, 'killed' | 'survived'>): number | undefined {
  const { killed, survived } = score
  return killed + survived === 0 ? undefined : (100 * killed) / (killed + survived)
}

/** Returns the reason why the score fails, or undefined. */
export function whyTooLow(score: MutantScore, least: number): string | undefined {
  const percent = percentKilled(score)
  if (percent === undefined) return 'StrykerJS tried no mutant'
  return percent < least ? `At least ${least} % have to be killed` : undefined
}
