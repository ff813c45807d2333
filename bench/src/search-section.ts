import { measurementConditions, table } from './markdown.ts'
import type { RecordedResults } from './results.ts'
import type { SearchRow, SearchTime, WriteCost } from './search.ts'

const isTime = (row: SearchRow): row is SearchTime => 'p50' in row
const isCost = (row: SearchRow): row is WriteCost => !isTime(row)

/** Renders the searches among a million members; nothing may have been recorded yet. */
export function searchSection(recorded: RecordedResults['bench-search'] | undefined): string {
  const head = `## Search

\`npm run bench -- --only search --record\` (\`--large\` sets the number of members, a million by default): \`search.find\` through the whole server, 200 different searches of each kind. The command fails when the 95th percentile reaches 500 ms or a search finds nothing that it should find.`
  if (!recorded) return `${head} It has not been recorded.`
  const { ranOn, results } = recorded
  return `${head} ${measurementConditions(ranOn)}

${table(
  ['search', 'p50, ms', 'p95, ms', 'met'],
  results
    .filter(isTime)
    .map(({ name, p50, p95, ok }) => [name, p50.toFixed(1), p95.toFixed(1), ok ? 'yes' : 'no']),
)}

The cost of one write with both trigram indexes and without them, as medians of alternating rounds of 2,000 writes without waiting for the disk. A round begins with a checkpoint, so most of its log is whole pages. The number of statements is the same.

${table(
  ['write', 'unit', 'with', 'without', 'ratio'],
  results
    .filter(isCost)
    .map((row) => [
      row.name,
      row.unit,
      row.with.toFixed(0),
      row.without.toFixed(0),
      (row.with / row.without).toFixed(2),
    ]),
)}`
}
