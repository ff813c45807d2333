import { suitesOf } from '../server-suites.ts'
import type { TestResult } from '../test-results.ts'
import type { Proof, Row } from './requirements.ts'

export type Standing = 'proven' | 'broken' | 'reason'
export type Evaluation = { standings: Map<string, Standing>; problems: string[] }

export function evaluate(rows: Row[], knownIds: Set<string>, results: TestResult[]): Evaluation {
  const standings = new Map<string, Standing>()
  const problems: string[] = []
  for (const row of rows) {
    const broken = row.proofs.flatMap((proof) => proofProblems(proof, results))
    for (const problem of broken) problems.push(`${row.where}: ${problem}`)
    const standing = broken.length > 0 ? 'broken' : standingOf(row)
    for (const id of row.ids) {
      if (!knownIds.has(id)) problems.push(`${row.where}: ${id} is not in ids.txt`)
      else if (standings.has(id)) problems.push(`${row.where}: ${id} is listed twice`)
      else standings.set(id, standing)
    }
  }
  for (const id of knownIds) if (!standings.has(id)) problems.push(`no row lists ${id}`)
  return { standings, problems }
}

function standingOf(row: Row): Standing {
  return row.proofs[0]?.kind === 'reason' ? 'reason' : 'proven'
}

function proofProblems(proof: Proof, results: TestResult[]): string[] {
  if (proof.kind !== 'test') return []
  const name = `${proof.file} › ${proof.title}`
  const named = results.filter(
    (result) =>
      result.file === proof.file &&
      (result.path.at(-1) === proof.title || result.path.join(' › ') === proof.title),
  )
  return suitesOf(proof.file).flatMap((suite) => {
    const inSuite = named.filter((result) => result.suite === suite)
    if (inSuite.length === 0) return [`no such test in ${suite}: ${name}`]
    return inSuite
      .filter((result) => result.outcome !== 'passed')
      .map((result) => `${result.outcome} in ${suite}: ${name}`)
  })
}

export type Counts = Record<Standing | 'unlisted', number>

export const noCounts = (): Counts => ({ proven: 0, broken: 0, reason: 0, unlisted: 0 })

export function countByPrefix(
  knownIds: Iterable<string>,
  standings: Map<string, Standing>,
): Map<string, Counts> {
  const counts = new Map<string, Counts>()
  for (const id of knownIds) {
    const prefix = id.slice(0, id.lastIndexOf('-'))
    const of = counts.get(prefix) ?? noCounts()
    of[standings.get(id) ?? 'unlisted'] += 1
    counts.set(prefix, of)
  }
  return counts
}
