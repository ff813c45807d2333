import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../../apps/server/test/load/latency-limits.ts'
import type { Kind } from '../../apps/server/test/load/load-actions.ts'
import type { Percentiles } from '../../apps/server/test/load/percentiles.ts'
import type { MutantScore } from '../../tools/mutants/rules.ts'
import type { RanOn } from '../../tools/machine.ts'
import { ROOT } from '../../tools/run-step.ts'
import type { AuditRun } from './audit.ts'
import type { BooksRow } from './books.ts'
import type { CampaignResult } from './campaign.ts'
import type { Result } from './compare.ts'
import type { ExplanationResult } from './explanation.ts'
import type { FairPlayRow } from './fair-play.ts'
import type { GrowthResult } from './growth/growth.ts'
import type { WholeJobRow } from './growth/whole.ts'
import type { HomeResult } from './home.ts'
import type { LogRow } from './log.ts'
import type { JobsResult } from './peers/jobs.ts'
import type { ReplicaRow } from './replica.ts'
import type { SearchRow } from './search.ts'
import type { StatisticsRow } from './statistics.ts'
import type { MemberDayRow } from './member-day.ts'
import type { MemberRun } from './member-run.ts'

/**
 * The folder of recorded results in the repository and their plots, so that the plots can be
 * redrawn.
 */
export const RESULTS_FOLDER = 'docs/performance'

/** One run of `npm run load`: the durations of each kind of call in milliseconds. */
export type LoadRun = {
  engine: Engine
  members: number
  seconds: number
  kinds: { kind: Kind; requests: number; percentiles: Percentiles; limits: Percentiles }[]
  ok: boolean
}

/** The rows that each section of `npm run bench` returns. */
export type BenchRows = {
  calls: Result
  'sign-in': Result
  home: HomeResult
  embedded: Result
  explanation: ExplanationResult
  campaign: CampaignResult
  ranking: Result
  replica: ReplicaRow
  settlement: MemberRun
  unlock: Result
  'member-day': MemberDayRow
  'peer-jobs': JobsResult
  'peer-push': Result
  start: Start
  audit: AuditRun
  books: BooksRow
  log: LogRow
  search: SearchRow
  'fair-play': FairPlayRow
  statistics: StatisticsRow
  growth: GrowthResult
  'growth-jobs': WholeJobRow
}
export type BenchPart = keyof BenchRows

export type FirstLoad = {
  page: string
  scripts: number
  scriptsLimit: number
  /** Present only if styles were measured. */
  styles?: number
  stylesLimit?: number
  requests: number
}
export type Score = {
  name: string
  kind: 'score' | 'value' | 'ms'
  value: number
  limit?: number
  isAim?: boolean
}
export type PageScores = { page: string; scores: Score[] }
/** The values of each run of this checkout and of another one. */
export type ComparedMeasure = {
  name: string
  kind: 'score' | 'ms'
  ours: number[]
  theirs: number[]
}
export type ComparedPage = {
  page: string
  measures: ComparedMeasure[]
  /** The reason why a run has no report; the values are then incomplete. */
  failure?: string
}
export type Start = { name: string; seconds: number[] }
export type NamedMutants = {
  suite: string
  mutants: number
  killed: number
  /** The number of killed mutants that timed out; missing in older records. */
  timedOut?: number
}

/** The tally of a fault scenario, which `npm run faults -- --record` writes. */
type RecordedFaults = {
  ranOn: RanOn
  seed: number
  tally: Record<string, number>
  /** The figures of each burst; missing for scenarios that have none, and in older records. */
  bursts?: Record<string, string | number>[]
}

/** The results that each measuring command records, by file name. */
export type RecordedResults = {
  load: { ranOn: RanOn & { postgres?: string }; runs: LoadRun[] }
  'first-load': { ranOn: RanOn; loads: FirstLoad[] }
  lighthouse: { ranOn: RanOn; runs: number; pages: PageScores[] }
  'lighthouse-against': { ranOn: RanOn; runs: number; commit: string; pages: ComparedPage[] }
  'faults-failover': RecordedFaults
  'faults-restore': RecordedFaults
  'mutants-named': { ranOn: RanOn; seconds: number; suites: NamedMutants[] }
  'mutants-rules': { ranOn: RanOn; seconds: number; least: number; files: MutantScore[] }
} & {
  [Part in BenchPart as `bench-${Part}`]: {
    ranOn: RanOn & { postgres?: string }
    results: BenchRows[Part][]
  }
}

/** Writes results into the repository; only called with --record. */
export function record<Name extends keyof RecordedResults>(
  name: Name,
  results: RecordedResults[Name],
): void {
  write(name, results)
}

/** Writes the rows of one section of `npm run bench`; only called with --record. */
export function recordSection<Part extends BenchPart>(
  part: Part,
  results: { ranOn: RanOn & { postgres?: string }; results: BenchRows[Part][] },
): void {
  write(`bench-${part}`, results)
}

function write(name: string, results: object): void {
  const file = `${RESULTS_FOLDER}/${name}.json`
  mkdirSync(join(ROOT, RESULTS_FOLDER), { recursive: true })
  writeFileSync(join(ROOT, file), `${JSON.stringify(results, undefined, 2)}\n`)
  console.log(`recorded in ${file}`)
}

/** Returns undefined when nothing has been recorded under this name. */
export function findResults<Name extends keyof RecordedResults>(
  name: Name,
): RecordedResults[Name] | undefined {
  const path = join(ROOT, RESULTS_FOLDER, `${name}.json`)
  // Only `record` writes these files, so the shape is known.
  return existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as RecordedResults[Name])
    : undefined
}

export function readResults<Name extends keyof RecordedResults>(name: Name): RecordedResults[Name] {
  const results = findResults(name)
  if (results) return results
  const commands = 'npm run budget, lighthouse or bench'
  throw new Error(
    `${RESULTS_FOLDER}/${name}.json is missing: ${commands}, with -- --record, writes it`,
  )
}
