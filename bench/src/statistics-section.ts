import { measurementConditions, table } from './markdown.ts'
import type { RecordedResults } from './results.ts'
import { isStatisticsWrites, statisticsWritesText, type StatisticsMeasure } from './statistics.ts'

/** Renders the measurements of statistics; nothing may have been recorded yet. */
export function statisticsSection(
  recorded: RecordedResults['bench-statistics'] | undefined,
): string {
  const head = `## Statistics

\`npm run bench -- --only statistics --record\` (\`--members\` sets their number): half of the members check in and spin on each of 28 days, inserted in SQL. All days are aggregated, and a server answers the calls of the dashboard's page five times, of which the slowest counts. Missions are then executed with a second process that aggregates every second, and without, in alternating rounds. The command fails when a day differs from the ledger, when the dashboard takes two seconds, when missions lose more than a tenth of their rate, or when a mission runs more statements.`
  if (!recorded) return `${head} It has not been recorded.`
  const { ranOn, results } = recorded
  const measures = results.filter((row): row is StatisticsMeasure => !isStatisticsWrites(row))
  const writes = results.filter((row) => isStatisticsWrites(row))
  return `${head} ${measurementConditions(ranOn)}

${table(
  ['task', 'members', 'transactions', 'seconds', 'met'],
  measures.map(({ name, members, transactions, seconds, ok }) => [
    name,
    members.toLocaleString('en-US'),
    transactions.toLocaleString('en-US'),
    seconds.toFixed(seconds < 1 ? 3 : 1),
    ok ? 'yes' : 'no',
  ]),
)}

${writes
  .map(
    (row) =>
      `${row.name}: ${row.ours.perSecond.toFixed(0)}/s with aggregation and ${row.theirs.perSecond.toFixed(0)}/s without, ratio ${row.ratio.toFixed(2)} (at least ${row.target}). ${statisticsWritesText(row)}`,
  )
  .join('\n\n')}`
}
