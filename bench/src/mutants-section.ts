import { percentKilled } from '../../tools/mutants/rules.ts'
import type { RecordedResults } from './results.ts'
import { measurementConditions, table } from './markdown.ts'

/**
 * Renders the section of docs/performance.md; each of the two parts may not have been recorded yet.
 */
export function mutantsSection(
  named: RecordedResults['mutants-named'] | undefined,
  rules: RecordedResults['mutants-rules'] | undefined,
): string {
  return `## Mutants

\`npm run mutants -- --record\` changes the code on purpose and runs the tests that should fail because of it. A mutant is killed when they fail.

The list in \`tools/mutants/list\` names faults of the web, the server and its SQL, each with the test that has to kill it. ${named ? namedPart(named) : 'It has not been recorded.'}

StrykerJS mutates \`packages/rules\`. ${rules ? rulesPart(rules) : 'Its score has not been recorded.'}`
}

function namedPart({ seconds, ranOn, suites }: RecordedResults['mutants-named']): string {
  const rows = suites.map(({ suite, mutants, killed, timedOut }) => [
    suite,
    mutants,
    killed,
    timedOut ?? '',
  ])
  return `The run took ${Math.round(seconds)} s. ${measurementConditions(ranOn)}

${table(['suite', 'mutants', 'killed', 'of these by time-out'], rows)}`
}

function rulesPart({ seconds, ranOn, least, files }: RecordedResults['mutants-rules']): string {
  const total = { killed: 0, survived: 0 }
  for (const { killed, survived } of files) {
    total.killed += killed
    total.survived += survived
  }
  const rows = files.map((score) => [
    score.file,
    percentText(score),
    score.killed,
    score.survived,
    score.ignored,
  ])
  return `${percentText(total)} % of ${total.killed + total.survived} mutants are killed; the minimum is ${least} %. The run took ${Math.round(seconds)} s. ${measurementConditions(ranOn)}

${table(['file', 'killed, %', 'killed', 'survived', 'ignored'], rows)}`
}

/** A file without mutants, for instance one of constants, has no percentage. */
function percentText(score: { killed: number; survived: number }): string {
  return percentKilled(score)?.toFixed(1) ?? ''
}
