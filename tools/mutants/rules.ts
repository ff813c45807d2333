import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT, runStep } from '../run-step.ts'

const CONFIG = 'tools/mutants/stryker.json'
const REPORT = join(ROOT, 'artefacts/mutants-rules.json')

type StrykerConfig = { thresholds: { break: number } }

/** The least percentage of mutants that the tests have to kill. */
export function leastPercent(): number {
  const config = JSON.parse(readFileSync(join(ROOT, CONFIG), 'utf8')) as StrykerConfig
  return config.thresholds.break
}

type StrykerReport = {
  files: Record<string, { mutants: { status: string; mutatorName: string; location: Location }[] }>
}
type Location = { start: { line: number } }

export type MutantScore = { file: string; killed: number; survived: number; ignored: number }
export type RulesScore = MutantScore & { files: MutantScore[]; survivors: string[] }

/** Runs StrykerJS over packages/rules. Fails with its output where it could not finish. */
export async function scoreRules(): Promise<RulesScore> {
  rmSync(REPORT, { force: true })
  const { output } = await runStep({ name: 'stryker', command: 'stryker', args: ['run', CONFIG] })
  let report: string
  try {
    report = readFileSync(REPORT, 'utf8')
  } catch (cause) {
    throw new Error(`StrykerJS left no report:\n${output}`, { cause })
  }
  return readScore(JSON.parse(report) as StrykerReport)
}

/** A mutant that no test reaches survived; one that made a test hang is killed. */
export function readScore({ files }: Pick<StrykerReport, 'files'>): RulesScore {
  const scores: MutantScore[] = []
  const survivors: string[] = []
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
  }
}

export function percentKilled({ killed, survived }: MutantScore): number {
  return killed + survived === 0 ? 100 : (100 * killed) / (killed + survived)
}
