import { measurementConditions, table } from './markdown.ts'
import type { RecordedResults } from './results.ts'

/** Renders the verifications of a long audit log; nothing may have been recorded yet. */
export function auditSection(recorded: RecordedResults['bench-audit'] | undefined): string {
  const head = `## Audit log

\`npm run bench -- --only audit --record\` (\`--entries\` sets their number): the log is filled in SQL with a valid hash chain, and verified as the server does. The command fails when a request takes five seconds, when a verification misses a changed entry, or when memory grows with the log. A run with steps is a job of the background, which stores its position after each step.`
  if (!recorded) return `${head} It has not been recorded.`
  const { ranOn, results } = recorded
  return `${head} ${measurementConditions(ranOn)}

${table(
  ['run', 'entries', 'seconds', 'steps', 'peak MB', 'growth MB', 'met'],
  results.map(({ name, entries, seconds, steps, peakMb, growthMb, ok }) => [
    name,
    entries.toLocaleString('en-US'),
    seconds.toFixed(seconds < 10 ? 2 : 0),
    steps ?? '',
    peakMb.toFixed(0),
    growthMb.toFixed(0),
    ok ? 'yes' : 'no',
  ]),
)}`
}
