import type { FairPlayRow } from './fair-play.ts'
import { measurementConditions, table } from './markdown.ts'
import type { RecordedResults } from './results.ts'

type HoldRow = Extract<FairPlayRow, { part: 'holds' }>
type LeagueRow = Extract<FairPlayRow, { part: 'leagues' }>

const isHolds = (row: FairPlayRow): row is HoldRow => row.part === 'holds'
const isLeagues = (row: FairPlayRow): row is LeagueRow => row.part === 'leagues'
const percent = (share: number) => `${(100 * share).toFixed(2)} %`

/** Renders how well farms are found and how equal leagues are; nothing may have been recorded yet. */
export function fairPlaySection(recorded: RecordedResults['bench-fair-play'] | undefined): string {
  const head = `## Fair play

\`npm run bench -- --only fair-play --record\` (\`--seed\` sets the first of five seeds): simulated members, families, workshops and farms are assessed. The points were chosen with the tuned kinds of farms; the other kinds only measure the result. The command fails when precision is below 0.95 or recall below 0.8.`
  if (!recorded) return `${head} It has not been recorded.`
  const { ranOn, results } = recorded
  return `${head} ${measurementConditions(ranOn)}

${table(
  ['farms', 'seed', 'precision', 'recall', 'held', 'met'],
  results
    .filter(isHolds)
    .map(({ name, seed, precision, recall, held, ok }) => [
      name,
      String(seed),
      precision.toFixed(3),
      recall.toFixed(3),
      String(held),
      ok ? 'yes' : 'no',
    ]),
)}

The leagues of a hundred thousand members: their sizes, and by how much the mean paces of the leagues of one band differ.

${table(
  ['seed', 'members of a league', 'median', '99th percentile', 'met'],
  results
    .filter(isLeagues)
    .map(({ seed, smallest, largest, median, p99, ok }) => [
      String(seed),
      `${smallest} to ${largest}`,
      percent(median),
      percent(p99),
      ok ? 'yes' : 'no',
    ]),
)}`
}
