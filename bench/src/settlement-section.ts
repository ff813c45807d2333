import { measurementConditions, table } from './markdown.ts'
import type { MemberRun } from './member-run.ts'
import type { RecordedResults } from './results.ts'

/** Renders the runs over all members; nothing may have been recorded yet. */
export function settlementSection(
  recorded: RecordedResults['bench-settlement'] | undefined,
): string {
  const head = `## Runs over all members

\`npm run bench -- --only settlement --record\` (\`--members\` sets their number): one worker opens a season, settles a round and expires its rewards in committed batches. Then a round is settled by a root on a local chain, and replayed from a log. The command fails below a million members in ten minutes, or when the worker's memory grows with them.`
  if (!recorded) return `${head} It has not been recorded.`
  const { ranOn, results } = recorded
  return `${head} ${measurementConditions(ranOn)}

${table(
  ['run', 'members', 'seconds', 'members per second', 'batches', 'peak MB', 'growth MB', 'met'],
  results.map(({ name, members, seconds, perSecond, batches, peakMb, growthMb, ok }) => [
    name,
    members.toLocaleString('en-US'),
    seconds.toFixed(1),
    perSecond.toFixed(0),
    batches,
    peakMb.toFixed(0),
    growthMb.toFixed(0),
    ok ? 'yes' : 'no',
  ]),
)}${detailsOf(results)}`
}

function detailsOf(results: readonly MemberRun[]): string {
  const lines = results.flatMap(({ name, detail }) =>
    detail === undefined ? [] : `- ${name}: ${detail}`,
  )
  return lines.length === 0 ? '' : `\n\n${lines.join('\n')}`
}
